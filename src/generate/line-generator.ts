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
export interface LineGenerator {
  /** The records, each as a line of JSON in UTF-8. */
  generate(range: LineRange): Promise<Uint8Array>;
  /** Stops; ranges in progress are abandoned. */
  end(): Promise<void>;
}

/** Returns the function that generates ranges for these options. The caller owns the returned bytes. */
export function lineGenerator(options: GenerateOptions): (range: LineRange) => Uint8Array<ArrayBuffer> {
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

/** A line generator in this thread. */
export function localGenerator(options: GenerateOptions): LineGenerator {
  const lines = lineGenerator(options);
  return { generate: async (range) => lines(range), end: async () => {} };
}

/** A line generator in a worker thread. */
export function threadGenerator(options: GenerateOptions): LineGenerator {
  const worker = new Worker(new URL('./line-generator-worker.ts', import.meta.url), { workerData: options });
  const pending: PromiseWithResolvers<Uint8Array>[] = [];
  worker.on('message', (lines: Uint8Array) => pending.shift()?.resolve(lines));
  worker.on('error', (error) => {
    for (const one of pending.splice(0)) one.reject(error);
  });
  return {
    generate: (range) => {
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
