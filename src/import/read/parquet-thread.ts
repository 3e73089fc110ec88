// Parquet in a thread of its own: what a broken or hostile page claims of itself can keep its decoder busy for ever, or fill the memory. Then
// the thread is ended, and whoever reads is told.
import { Worker } from 'node:worker_threads';
import type { ParquetChunk } from './parquet.ts';

/** What the thread is to read. */
export interface ParquetTask {
  readonly path: string;
  readonly rowsMax: number;
}

/** What the thread says to each request for more: null where there is no more. */
export type ParquetReply = { readonly chunk: ParquetChunk | null } | { readonly failure: string };

/** From one chunk to the next: many times what the largest row group takes. */
const CHUNK_WITHIN_MS = 60_000;
const HEAP_MEGABYTES = 2048;
const BROKEN = 'it is broken, or its row groups are too large';

/** See parquetRows. Throws where nothing comes for `withinMs`, a minute by default. */
export async function* readParquet(
  path: string,
  rowsMax = Number.POSITIVE_INFINITY,
  withinMs = CHUNK_WITHIN_MS,
): AsyncGenerator<ParquetChunk> {
  const worker = new Worker(new URL('./parquet-worker.ts', import.meta.url), {
    workerData: { path, rowsMax } satisfies ParquetTask,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
  });
  // An error that comes when nobody asks is told by the end of the thread.
  worker.on('error', () => {});
  let hasEnded = false;
  worker.once('exit', () => {
    hasEnded = true;
  });
  try {
    for (;;) {
      if (hasEnded) throw new Error(`the thread that reads it has ended: ${BROKEN}`);
      const reply = await nextOf(worker, withinMs);
      if ('failure' in reply) throw new Error(reply.failure);
      if (reply.chunk === null) return;
      // What crosses between threads is no Buffer any more.
      const { lines, share } = reply.chunk;
      yield { lines: Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength), share };
    }
  } finally {
    await worker.terminate();
  }
}

function nextOf(worker: Worker, withinMs: number): Promise<ParquetReply> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(late);
      worker.off('message', answered).off('error', failed).off('exit', ended);
      settle();
    };
    const answered = (reply: ParquetReply) => end(() => resolve(reply));
    const failed = (error: NodeJS.ErrnoException) => {
      const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      end(() => reject(isFull ? new Error(`a part of it takes more than ${HEAP_MEGABYTES} MB: ${BROKEN}`) : error));
    };
    const ended = () => end(() => reject(new Error(`the thread that reads it has ended: ${BROKEN}`)));
    const late = setTimeout(() => {
      end(() => reject(new Error(`a part of it takes longer than ${withinMs / 1000} s to read: ${BROKEN}`)));
    }, withinMs);
    worker.once('message', answered).once('error', failed).once('exit', ended);
    worker.postMessage(null);
  });
}
