// Threads that build the parts of an edition concurrently, all from one state of the catalog.
import { availableParallelism, totalmem } from 'node:os';
import { isMainThread, Worker } from 'node:worker_threads';
import type { Config } from '../app/config.ts';
import { endThread } from '../ops/threads/end-thread.ts';
import type { Dictionaries } from '../search/edition/bodies/record-units.ts';
import type { PartCounts, PartsBasis } from '../search/edition/parts/build-parts.ts';
import type { SharedPartRecords } from '../search/edition/parts/part-records.ts';
import type { StoredPart } from '../search/edition/store/stored-manifest.ts';

/** Messages to a thread. */
export type ToPartWorker =
  /** Read the current state of the catalog. */
  | { readonly kind: 'open' }
  | { readonly kind: 'build'; readonly part: number; readonly basis: SharedBasis }
  | { readonly kind: 'end' };

/** Messages of a thread. */
export type FromPartWorker =
  | { readonly kind: 'opened'; readonly generation: number }
  /** Number of records of people that were read since the last message. */
  | { readonly kind: 'read'; readonly people: number }
  | { readonly kind: 'built'; readonly files: StoredPart; readonly counts: PartCounts };

/** Plain data for another thread. */
interface SharedBasis {
  readonly records: SharedPartRecords;
  readonly dictionaries: Dictionaries;
}

const THREADS_MAX = 4;
/** Memory of a thread that builds a part of six million documents, the planned size of a part. */
const THREAD_BYTES = 2_400_000_000;
/** Maximum share of the memory for all threads. */
const MEMORY_SHARE = 1 / 2;
/** Maximum number of attempts to read one state of a changing catalog in all threads. */
const TRIES = 50;

/**
 * Number of threads of a build. A command builds in several threads. A server builds in one, and not in its main one:
 * the other threads answer calls.
 */
export function buildThreads(): number {
  if (!isMainThread) return 1;
  const memory = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
  return Math.max(1, Math.min(THREADS_MAX, availableParallelism(), Math.floor((memory * MEMORY_SHARE) / THREAD_BYTES)));
}

/** Receives the results of the threads. */
export interface PartsReceiver {
  readonly stored: (part: number, files: StoredPart) => void;
  /** Records of people were read. */
  readonly read: (people: number) => void;
}

export class PartThreads {
  readonly #threads: readonly PartThread[];

  constructor(config: Config, count: number) {
    this.#threads = Array.from({ length: count }, () => new PartThread(config));
  }

  /**
   * Calls `open`, which reads the catalog, until the threads read the same generation, and returns what it opened. Null
   * if the catalog changes too often.
   */
  async openWith<State extends { readonly state: { readonly generation: number }; close(): void }>(
    open: () => State,
  ): Promise<State | null> {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const own = open();
      const generations = await Promise.all(this.#threads.map((thread) => thread.open()));
      if (generations.every((generation) => generation === own.state.generation)) return own;
      own.close();
    }
    return null;
  }

  /** Each thread takes the next part when it has built one. Returns the counts of the parts. */
  async build(
    { records, dictionaries }: PartsBasis,
    parts: readonly number[],
    to: PartsReceiver,
  ): Promise<PartCounts[]> {
    const basis = { records: records.share(), dictionaries };
    const counts: PartCounts[] = [];
    const queue = parts.values();
    await Promise.all(
      this.#threads.slice(0, parts.length).map(async (thread) => {
        for (const part of queue) {
          const built = await thread.build({ kind: 'build', part, basis }, to.read);
          to.stored(part, built.files);
          counts.push(built.counts);
        }
      }),
    );
    return counts;
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}

type Answer<Kind extends FromPartWorker['kind']> = Extract<FromPartWorker, { kind: Kind }>;

class PartThread {
  readonly #worker: Worker;
  /** Rejects once the thread has ended. */
  readonly #end: Promise<never>;
  #take: (message: FromPartWorker) => void = () => {};

  constructor(config: Config) {
    this.#worker = new Worker(new URL('./part-worker.ts', import.meta.url), { workerData: config });
    this.#worker.on('message', (message: FromPartWorker) => this.#take(message));
    this.#end = new Promise((_, reject) => {
      this.#worker.once('error', reject);
      this.#worker.once('exit', (code) => reject(new Error(`a thread that builds a part ended early (${code})`)));
    });
    // It ends at last while nothing is awaited.
    this.#end.catch(() => {});
  }

  /** Resolves to the generation that the thread reads. */
  async open(): Promise<number> {
    const { generation } = await this.#ask({ kind: 'open' }, 'opened');
    return generation;
  }

  build(order: Extract<ToPartWorker, { kind: 'build' }>, onRead: PartsReceiver['read']): Promise<Answer<'built'>> {
    return this.#ask(order, 'built', onRead);
  }

  close(): Promise<void> {
    return endThread(this.#worker, { kind: 'end' } satisfies ToPartWorker);
  }

  /** Resolves to the message of this kind. */
  #ask<Kind extends FromPartWorker['kind']>(
    message: ToPartWorker,
    kind: Kind,
    onRead: PartsReceiver['read'] = () => {},
  ): Promise<Answer<Kind>> {
    const answer = new Promise<Answer<Kind>>((resolve) => {
      this.#take = (received) => {
        if (received.kind === kind) resolve(received as Answer<Kind>);
        else if (received.kind === 'read') onRead(received.people);
      };
    });
    this.#worker.postMessage(message);
    return Promise.race([answer, this.#end]);
  }
}
