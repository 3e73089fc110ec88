// Entry of the thread that reads uploaded lists.
import { parentPort } from 'node:worker_threads';
import { assert } from '../ops/assert.ts';
import { OperatorError } from '../ops/operator-error.ts';
import type { ListReply } from './list-thread.ts';
import { type ListOrder, readList } from './read-list.ts';

const port = parentPort;
assert(port !== null, 'the thread of lists has a parent');
const say = (reply: ListReply) => port.postMessage(reply);

// Any other error is no fault of the list: it ends the thread, and the parent logs it.
port.on('message', async (order: ListOrder) => {
  try {
    say({ list: await readList(order) });
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    say({ problem: error.message });
  }
});
