// A thread that reads inputs and makes its share of their batches, a few ahead of those that are written (read-ahead.ts).
import { parentPort, workerData } from 'node:worker_threads';
import { buffersOf } from '../catalog/packed-people.ts';
import { ImportError } from './import-error.ts';
import { openSource } from './read/source.ts';
import { type BatchMessage, type BatchTask, READ_AHEAD } from './read-ahead.ts';
import { readBatches } from './read-batches.ts';
import { recordMaker } from './record-kinds.ts';

const port = parentPort;
let free = READ_AHEAD;
let resume = () => {};
port?.on('message', () => {
  free += 1;
  resume();
});

async function post(message: BatchMessage): Promise<void> {
  while (free === 0) {
    await new Promise<void>((resolve) => {
      resume = resolve;
    });
  }
  free -= 1;
  const isPeople = 'batch' in message && message.batch.records.kind === 'people';
  port?.postMessage(message, isPeople ? buffersOf(message.batch.records.people) : []);
}

async function work({ kind, inputs, context, start, share }: BatchTask): Promise<void> {
  const maker = recordMaker(kind, context);
  let consumedBefore = 0;
  for (const [fileIndex, { path, encoding, mapping }] of inputs.entries()) {
    const source = await openSource(path, encoding);
    if (fileIndex >= start.fileIndex) {
      const rowsDone = fileIndex === start.fileIndex ? start.rowsDone : 0;
      for await (const batch of readBatches({ source, mapping }, { kind, maker, rowsDone, share })) {
        await post({ batch, bytesDone: consumedBefore + source.consumed() });
      }
    }
    consumedBefore += source.size ?? 0;
  }
}

try {
  await work(workerData as BatchTask);
} catch (error) {
  await post({ failure: error instanceof ImportError ? error.stop : { cause: error } });
}
port?.close();
