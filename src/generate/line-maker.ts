// Generated records as JSON Lines, a range at a time: made in this thread, or in one of its own.
import { Worker } from 'node:worker_threads';
import { type GeneratedKind, type IndexRange, recordsOf } from './generate.ts';
import { createWorld, type GenerateOptions } from './world.ts';

/** Far above what one record takes in any script. */
const RECORD_BYTES_MAX = 32 * 1024;

/** Records of one kind by their indexes. */
export interface LineRange extends Required<IndexRange> {
  readonly kind: GeneratedKind;
}

/** Makes ranges one after the other, in the order of asking. */
export interface LineMaker {
  /** The records, each as a line of JSON in UTF-8. */
  make(range: LineRange): Promise<Uint8Array>;
  /** Ranges that are still in the making are left. */
  end(): Promise<void>;
}

/** The function that makes ranges of these options. Its answers are the caller's own. */
export function lineMaking(options: GenerateOptions): (range: LineRange) => Uint8Array<ArrayBuffer> {
  const world = createWorld(options);
  let buffer = Buffer.allocUnsafeSlow(32 * RECORD_BYTES_MAX);
  return ({ kind, start, end }) => {
    let length = 0;
    for (const record of recordsOf(world, kind, { start, end })) {
      if (length + RECORD_BYTES_MAX > buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
      // Record by record: the text of most is plain ASCII and copied as it is, which a text of many records never is.
      length += buffer.write(`${JSON.stringify(record)}\n`, length);
    }
    return new Uint8Array(buffer.subarray(0, length));
  };
}

/** A maker in this thread. */
export function makerHere(options: GenerateOptions): LineMaker {
  const lines = lineMaking(options);
  return { make: async (range) => lines(range), end: async () => {} };
}

/** A maker in a thread of its own. */
export function makerInThread(options: GenerateOptions): LineMaker {
  const worker = new Worker(new URL('./line-maker-worker.ts', import.meta.url), { workerData: options });
  const asked: PromiseWithResolvers<Uint8Array>[] = [];
  worker.on('message', (lines: Uint8Array) => asked.shift()?.resolve(lines));
  worker.on('error', (error) => {
    for (const one of asked.splice(0)) one.reject(error);
  });
  return {
    make: (range) => {
      const one = Promise.withResolvers<Uint8Array>();
      // Whoever stops asking does not wait for what is under way either.
      one.promise.catch(() => {});
      asked.push(one);
      worker.postMessage(range);
      return one.promise;
    },
    end: async () => {
      await worker.terminate();
    },
  };
}
