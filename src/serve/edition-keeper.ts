// Keeps the serving threads on the newest valid edition: loads it, rebuilds a damaged, missing or outdated one, follows
// every switch.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../app/config.ts';
import { type openCatalog, openEditions } from '../app/stores.ts';
import type { Log } from '../ops/log.ts';
import type { ProcessMetrics } from '../ops/process-metrics.ts';
import type { Edition, SharedEdition } from '../search/edition/edition.ts';
import { EditionError, EditionFormatError } from '../search/edition/edition-file.ts';
import type { EditionStore } from '../search/edition/edition-store.ts';
import { type BuildReport, buildInWorker } from '../tasks/build-edition.ts';

interface EditionKeeperOptions {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: ProcessMetrics;
  readonly catalog: ReturnType<typeof openCatalog>;
  /** Hands an edition to the threads that serve. */
  readonly replaceEdition: (edition: SharedEdition) => void;
}

/**
 * Pauses before a file that could not be read is read again: a disk may fail once. After the last it counts as damaged.
 */
const READ_AGAIN_MS = [250, 750, 2000] as const;
/** Between two rounds of reading and building while neither succeeds; doubled each time. */
const ROUND_MS = 5000;
const ROUND_MS_MAX = 600_000;

/** Between two builds for pushed rows; and the multiple of the build's duration, so that builds use a fifth of a core. */
const RENEWAL_MS = 200;
const RENEWAL_SHARE = 4;

export class EditionKeeper {
  readonly #options: EditionKeeperOptions;
  readonly #editions: EditionStore;
  readonly #stopWatching: () => void;
  readonly #end = new AbortController();
  #serving: string | null = null;
  /** Whether the current edition is being taken over, and whether it changed since that was begun. */
  #isFollowing = false;
  #hasNews = false;
  /** Whether pushed rows wait for an edition, and whether one is being built for them. */
  #isOutdated = false;
  #isRenewing = false;

  constructor(options: EditionKeeperOptions) {
    this.#options = options;
    this.#editions = openEditions(options.config);
    this.#stopWatching = this.#editions.watch(() => this.#follow());
  }

  /** Resolves once an edition serves; rejects where there is none and none can be built. */
  async start(): Promise<void> {
    const { catalog, log } = this.#options;
    const edition = await this.#readPatiently();
    if (this.#isStopped) return;
    const { generation } = await catalog.state();
    if (edition?.generation === generation) return;
    log.info(
      { reason: edition ? 'the catalog has changed since' : 'there is no valid edition' },
      'building an edition',
    );
    const building = this.#build();
    // An outdated edition serves until the new one is ready; without one there is nothing to serve before.
    if (!edition) await building;
    else
      building.catch((error: unknown) =>
        this.#fail(error, 'the edition was not built; the previous one keeps serving'),
      );
  }

  /** Builds an edition of the changed catalog; if one is being built for this, another one after it. */
  renew(): void {
    this.#isOutdated = true;
    if (this.#isRenewing || this.#isStopped) return;
    this.#isRenewing = true;
    void this.#renewAll().finally(() => {
      this.#isRenewing = false;
    });
  }

  async #renewAll(): Promise<void> {
    while (this.#isOutdated && !this.#isStopped) {
      this.#isOutdated = false;
      const startedMs = performance.now();
      try {
        await this.#build();
        await this.#pause(Math.max(RENEWAL_MS, RENEWAL_SHARE * (performance.now() - startedMs)));
      } catch (error) {
        this.#fail(error, 'the edition was not built; the previous one keeps serving, and the build is retried');
        this.#isOutdated = true;
        await this.#pause(ROUND_MS);
      }
    }
  }

  stop(): void {
    this.#stopWatching();
    this.#end.abort();
  }

  async #build(): Promise<BuildReport> {
    const { config, log } = this.#options;
    const report = await buildInWorker(config);
    log.info(report, 'edition built');
    await this.#load();
    return report;
  }

  /** Takes over the current edition in the background; the one that serves goes on until it is there. */
  #follow(): void {
    this.#hasNews = true;
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    this.#takeOver()
      .catch((error: unknown) => this.#fail(error, 'the current edition cannot be read'))
      .finally(() => {
        this.#isFollowing = false;
      });
  }

  /** Retries until it succeeds; an unreadable edition is rebuilt. */
  async #takeOver(): Promise<void> {
    const { log } = this.#options;
    for (let pauseMs = ROUND_MS; this.#hasNews && !this.#isStopped; pauseMs = Math.min(ROUND_MS_MAX, 2 * pauseMs)) {
      this.#hasNews = false;
      if ((await this.#readPatiently()) || this.#isStopped) continue;
      try {
        log.info({ reason: 'the current edition cannot be read' }, 'building an edition');
        await this.#build();
        continue;
      } catch (error) {
        this.#fail(error, 'the edition was not built; the previous one keeps serving, and the build is retried');
      }
      this.#hasNews = true;
      await this.#pause(pauseMs);
    }
  }

  /** The current edition, which then serves; null where there is none that can be read, also when it is tried again. */
  async #readPatiently(): Promise<Edition | null> {
    const { log } = this.#options;
    for (const pauseMs of [...READ_AGAIN_MS, null]) {
      try {
        const edition = await this.#load();
        if (edition || this.#serving === null) return edition;
        this.#fail(
          new EditionError('there is no current edition'),
          'the edition is gone; the previous one keeps serving',
        );
      } catch (error) {
        // Expected after an upgrade that changes the format: rebuild without a fault.
        if (error instanceof EditionFormatError) {
          log.info({ reason: error.message }, 'the edition has the format of another version');
          return null;
        }
        this.#fail(error, 'the edition could not be read and is not used');
      }
      if (pauseMs === null || this.#isStopped) return null;
      await this.#pause(pauseMs);
    }
    return null;
  }

  /** The current edition, handed to the threads where they do not serve it yet; null where there is none. */
  async #load(): Promise<Edition | null> {
    const { catalog, log, metrics, replaceEdition } = this.#options;
    const edition = await this.#editions.read();
    if (edition && edition.id !== this.#serving) {
      replaceEdition(edition.shared);
      this.#serving = edition.id;
      metrics.noteRecords(catalog.recordCounts());
      log.info({ edition: edition.id, ...edition.counts }, 'edition serves');
    }
    return edition;
  }

  get #isStopped(): boolean {
    return this.#end.signal.aborted;
  }

  /** Ends early where the keeper is stopped. */
  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { ref: false, signal: this.#end.signal }).catch(() => undefined);
  }

  #fail(error: unknown, what: string): void {
    this.#options.metrics.observeEditionFailure();
    this.#options.log.error({ err: error }, what);
  }
}
