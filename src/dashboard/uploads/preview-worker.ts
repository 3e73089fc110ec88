// Entry of the thread that previews files before they are imported.
import { parentPort } from 'node:worker_threads';
import { assert } from '../../ops/assert.ts';
import { failureOf } from '../threads/port-calls.ts';
import { previewFile } from './preview-file.ts';
import type { PreviewOrder, PreviewReply } from './preview-thread.ts';

const port = parentPort;
assert(port !== null, 'the thread of the previews has a parent');
const say = (reply: PreviewReply) => port.postMessage(reply);

port.on('message', async ({ path, choices }: PreviewOrder) => {
  try {
    say({ preview: await previewFile(path, choices) });
  } catch (error) {
    say({ failure: failureOf(error) });
  }
});
