// Reads Parquet in a separate thread. A corrupt or hostile page can make the decoder loop forever or exhaust the
// memory. In that case the thread is terminated, and the reader gets an error.
import { Worker } from 'node:worker_threads';
import type { ParquetChunk } from './parquet.ts';

/** The task of the thread. */
export interface ParquetTask {
  readonly path: string;
  readonly rowsMax: number;
}

/** The reply of the thread to each request for a chunk; null at the end. */
export type ParquetReply = { readonly chunk: ParquetChunk | null } | { readonly failure: string };

/** Time limit for one chunk: many times longer than the largest row group takes. */
const CHUNK_WITHIN_MS = 60_000;
const HEAP_MEGABYTES = 2048;
const BROKEN = 'it is broken, or its row groups are too large';

/** First bytes of every Parquet file. */
const MAGIC = 'PAR1';

export function isParquet(start: Buffer): boolean {
  return start.toString('latin1', 0, MAGIC.length) === MAGIC;
}

/** See parquetRows. Throws if no chunk arrives within `withinMs`, one minute by default. */
export async function* readParquet(
  path: string,
  rowsMax = Number.POSITIVE_INFINITY,
  withinMs = CHUNK_WITHIN_MS,
): AsyncGenerator<ParquetChunk> {
  const worker = new Worker(new URL('./parquet-worker.ts', import.meta.url), {
    workerData: { path, rowsMax } satisfies ParquetTask,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
  });
  // An error between requests is reported as the end of the thread.
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
      // A Buffer becomes a plain Uint8Array when it crosses between threads.
      const { lines, share } = reply.chunk;
      yield { lines: Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength), share };
    }
  } finally {
    await worker.terminate();
  }
}

function nextOf(worker: Worker, withinMs: number): Promise<ParquetReply> {
  return new Promise((resolve, reject) => {
    const end = (finish: () => void) => {
      clearTimeout(late);
      worker.off('message', answered).off('error', failed).off('exit', ended);
      finish();
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
