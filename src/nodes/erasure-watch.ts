// Replaces the edition of a server that builds its own and publishes none, if it may contain records that were erased
// on another server of the same database.
import { once } from 'node:events';
import type { Log } from '../ops/monitoring/log.ts';
import { RepeatedFailure } from '../ops/monitoring/repeated-failure.ts';
import { pause } from '../ops/pause.ts';
import type { EditionStore } from '../search/edition/store/edition-store.ts';
import type { Erasures, HeadReader } from './edition-head.ts';

interface ErasureWatchOptions {
  readonly head: Pick<HeadReader, 'erasures' | 'close'>;
  readonly editions: Pick<EditionStore, 'hiddenGeneration'>;
  /** Builds an edition of the current records, without reusing parts of earlier editions. */
  readonly rebuild: () => Promise<void>;
  readonly log: Pick<Log, 'error'>;
  /** Milliseconds between two checks. */
  readonly pollMs?: number;
}

const POLL_MS = 2500;

export class ErasureWatch {
  readonly #options: ErasureWatchOptions;
  readonly #end = new AbortController();
  readonly #ended = once(this.#end.signal, 'abort');
  readonly #done: Promise<void>;
  readonly #failure = new RepeatedFailure();

  constructor(options: ErasureWatchOptions) {
    this.#options = options;
    this.#done = this.#run();
  }

  /** Does not wait for an edition that is being built. */
  async stop(): Promise<void> {
    this.#end.abort();
    await this.#done;
    await this.#options.head.close();
  }

  async #run(): Promise<void> {
    const { head, editions, rebuild, log, pollMs = POLL_MS } = this.#options;
    while (!this.#end.signal.aborted) {
      try {
        if (await mayHoldErased(editions, await head.erasures())) await Promise.race([rebuild(), this.#ended]);
        this.#failure.end();
      } catch (error) {
        if (this.#failure.isNew(error))
          log.error({ err: error }, 'the edition may hold erased records, which no answer shows');
      }
      await pause(pollMs, this.#end.signal);
    }
  }
}

/** Whether the newest edition of a data folder is older than the last erasure. */
export async function mayHoldErased(
  editions: Pick<EditionStore, 'hiddenGeneration'>,
  { erasedGeneration }: Pick<Erasures, 'erasedGeneration'>,
): Promise<boolean> {
  const own = await editions.hiddenGeneration().catch(() => null);
  return own !== null && own < erasedGeneration;
}
