// Entry point of a thread that reads the inputs and makes its share of the batches, a few batches ahead of the writer
// (read-ahead.ts).
import { parentPort, workerData } from 'node:worker_threads';
import { ImportError } from './import-error.ts';
import { openSource } from './read/source.ts';
import { type BatchAnswer, type BatchMessage, type BatchTask, READ_AHEAD } from './read-ahead.ts';
import { readBatches } from './read-batches.ts';
import { recordBuilder, transferOf } from './record-kinds.ts';

const port = parentPort;
const { kind, inputs, context, isListing = false, start, share } = workerData as BatchTask;
const builder = recordBuilder(kind, context);
let free = READ_AHEAD;
let resume = () => {};
port?.on('message', (message: BatchAnswer) => {
  if (message !== 'taken') {
    builder.giveBack(message.written);
    return;
  }
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
  port?.postMessage(message, 'batch' in message ? transferOf(message.batch.records) : []);
}

async function work(): Promise<void> {
  let consumedBefore = 0;
  for (const [fileIndex, { path, encoding, sheet, mapping }] of inputs.entries()) {
    const source = await openSource(path, encoding, sheet);
    if (fileIndex >= start.fileIndex) {
      const rowsDone = fileIndex === start.fileIndex ? start.rowsDone : 0;
      for await (const batch of readBatches({ source, mapping }, { kind, builder, isListing, rowsDone, share })) {
        await post({ batch, bytesDone: consumedBefore + source.consumed() });
      }
    }
    consumedBefore += source.size ?? 0;
  }
}

try {
  await work();
} catch (error) {
  await post({ failure: error instanceof ImportError ? error.stop : { cause: error } });
}
port?.close();
