// Reads and normalizes inputs in threads that run in parallel with the writer. Every thread reads all rows, which is
// cheap, and makes a part of the batches, which is expensive. The writer takes the batches from the threads in the
// order of the input.
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { ImportError, type Stop } from './import-error.ts';
import type { Mapping } from './map/column-mapping.ts';
import type { ImportKind } from './map/import-fields.ts';
import type { Source } from './read/source.ts';
import type { Batch, Input } from './read-batches.ts';
import type { ImportRecords } from './record-builder.ts';
import { type recordBuilder, transferOf } from './record-kinds.ts';

/** Batches per thread ahead of the writer: one that is written next, and one in preparation. */
export const READ_AHEAD = 2;
/** Smallest input, in bytes, that is worth starting threads. */
const BYTES_MIN = 8 * 1024 * 1024;
/**
 * Size of the young generation of each thread: large enough that the objects of a row die young, small enough for the
 * processor cache.
 */
const YOUNG_MEGABYTES = 24;
const THREADS_MAX = 3;

export interface BatchTask {
  readonly kind: ImportKind;
  readonly inputs: readonly (Pick<Source, 'path' | 'encoding' | 'sheet'> & { readonly mapping: Mapping })[];
  readonly context: Parameters<typeof recordBuilder>[1];
  /** See Reading in read-batches.ts. */
  readonly isListing?: boolean;
  readonly start: { readonly fileIndex: number; readonly rowsDone: number };
  readonly share: { readonly index: number; readonly of: number };
}

export type BatchMessage =
  | { readonly batch: Batch; readonly bytesDone: number }
  | { readonly failure: Stop | { readonly cause: unknown } };

/** The reply to a batch: the batch was taken, so that the thread may send another one, or its records were written. */
export type BatchAnswer = 'taken' | { readonly written: ImportRecords };

export interface NumberedBatch {
  readonly fileIndex: number;
  readonly batch: Batch;
  /** Bytes on disk read so far, of all inputs. */
  readonly bytesDone: number;
}

/**
 * Whether threads are worth their cost: only for large inputs that can be read more than once. Workbooks are excluded,
 * because each thread would convert the workbook again, which takes longer than making its records.
 */
export function isWorthThreads(inputs: readonly Input[]): boolean {
  if (inputs.some(({ source }) => source.sheet !== null)) return false;
  return (bytesOf(inputs) ?? 0) >= BYTES_MIN;
}

/** Bytes on disk; null if an input can be read once only. */
export function bytesOf(inputs: readonly Input[]): number | null {
  const sizes = inputs.map(({ source }) => source.size);
  return sizes.includes(null) ? null : sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}

/**
 * The batches of inputs from `start` on. The caller must finish each batch before it requests the next one. Only for
 * builders that do not count rows. Throws ImportError if reading cannot continue.
 */
export async function* readAhead(
  inputs: readonly Input[],
  task: Pick<BatchTask, 'kind' | 'context' | 'isListing' | 'start'>,
): AsyncGenerator<NumberedBatch> {
  const of = Math.min(THREADS_MAX, Math.max(1, availableParallelism()));
  const opened = inputs.map(({ source: { path, encoding, sheet }, mapping }) => ({ path, encoding, sheet, mapping }));
  const readers = Array.from(
    { length: of },
    (_, index) => new Reader({ ...task, inputs: opened, share: { index, of } }),
  );
  try {
    for (let fileIndex = task.start.fileIndex; fileIndex < inputs.length; fileIndex += 1) {
      for (let number = 0; ; number += 1) {
        const reader = readers[number % of] as Reader;
        const { batch, bytesDone } = await reader.next();
        yield { fileIndex, batch, bytesDone };
        reader.giveBack(batch.records);
        if (batch.isFileDone) break;
      }
    }
  } finally {
    await Promise.all(readers.map((reader) => reader.end()));
  }
}

class Reader {
  readonly #worker: Worker;
  readonly #messages: BatchMessage[] = [];
  #arrived: () => void = () => {};
  #error: unknown = null;

  constructor(task: BatchTask) {
    this.#worker = new Worker(new URL('./batch-worker.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    });
    this.#worker.on('message', (message: BatchMessage) => {
      this.#messages.push(message);
      this.#arrived();
    });
    this.#worker.on('error', (error) => {
      this.#error = error;
      this.#arrived();
    });
  }

  async next(): Promise<Extract<BatchMessage, { batch: Batch }>> {
    while (this.#messages.length === 0) {
      if (this.#error !== null) throw this.#error;
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
      });
    }
    const message = this.#messages.shift() as BatchMessage;
    this.#worker.postMessage('taken' satisfies BatchAnswer);
    if ('batch' in message) return message;
    if ('problem' in message.failure) throw new ImportError(message.failure);
    throw message.failure.cause;
  }

  giveBack(records: ImportRecords): void {
    const buffers = transferOf(records);
    if (buffers.length > 0) this.#worker.postMessage({ written: records } satisfies BatchAnswer, buffers);
  }

  async end(): Promise<void> {
    if (this.#worker.threadId === -1) return;
    const exited = once(this.#worker, 'exit');
    await this.#worker.terminate();
    await exited.catch(() => {});
  }
}
