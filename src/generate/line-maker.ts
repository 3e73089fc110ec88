// Generates records as JSON Lines, one range at a time, in this thread or in a worker thread.
import { Worker } from 'node:worker_threads';
import { type GeneratedKind, type IndexRange, recordsOf } from './generate.ts';
import { createWorld, type GenerateOptions } from './world.ts';

/** Far more than one record needs in any script. */
const RECORD_BYTES_MAX = 32 * 1024;

/** Records of one kind by their indexes. */
export interface LineRange extends Required<IndexRange> {
  readonly kind: GeneratedKind;
}

/** Generates ranges one after the other, in the order of the requests. */
export interface LineMaker {
  /** The records, each as a line of JSON in UTF-8. */
  make(range: LineRange): Promise<Uint8Array>;
  /** Stops; ranges in progress are abandoned. */
  end(): Promise<void>;
}

/** Returns the function that generates ranges for these options. The caller owns the returned bytes. */
export function lineMaking(options: GenerateOptions): (range: LineRange) => Uint8Array<ArrayBuffer> {
  const world = createWorld(options);
  let buffer = Buffer.allocUnsafeSlow(32 * RECORD_BYTES_MAX);
  return ({ kind, start, end }) => {
    let length = 0;
    for (const record of recordsOf(world, kind, { start, end })) {
      if (length + RECORD_BYTES_MAX > buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
      // Encoded record by record: the text of most records is plain ASCII and can be copied, unlike a text of many
      // records.
      length += buffer.write(`${JSON.stringify(record)}\n`, length);
    }
    return new Uint8Array(buffer.subarray(0, length));
  };
}

/** A line maker in this thread. */
export function makerHere(options: GenerateOptions): LineMaker {
  const lines = lineMaking(options);
  return { make: async (range) => lines(range), end: async () => {} };
}

/** A line maker in a worker thread. */
export function makerInThread(options: GenerateOptions): LineMaker {
  const worker = new Worker(new URL('./line-maker-worker.ts', import.meta.url), { workerData: options });
  const pending: PromiseWithResolvers<Uint8Array>[] = [];
  worker.on('message', (lines: Uint8Array) => pending.shift()?.resolve(lines));
  worker.on('error', (error) => {
    for (const one of pending.splice(0)) one.reject(error);
  });
  return {
    make: (range) => {
      const one = Promise.withResolvers<Uint8Array>();
      // Prevents an unhandled rejection if the caller no longer awaits the range.
      one.promise.catch(() => {});
      pending.push(one);
      worker.postMessage(range);
      return one.promise;
    },
    end: async () => {
      await worker.terminate();
    },
  };
}
