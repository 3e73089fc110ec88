// Keeps the serving threads on the newest sound edition: loads it, has a damaged, missing or outdated one built anew, follows every switch.
import type { Log } from '../ops/log.ts';
import type { ProcessMetrics } from '../ops/process-metrics.ts';
import type { Edition } from '../search/edition/edition.ts';
import { EditionError, EditionFormatError } from '../search/edition/edition-file.ts';
import type { EditionStore } from '../search/edition/edition-store.ts';
import { type BuildReport, buildInWorker } from './build-edition.ts';
import type { Config } from './config.ts';
import { type openCatalog, openEditions } from './stores.ts';

interface EditionKeeperOptions {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: ProcessMetrics;
  readonly catalog: ReturnType<typeof openCatalog>;
  /** Hands an edition to the threads that serve. */
  readonly replaceEdition: (buffer: ArrayBufferLike) => void;
}

export class EditionKeeper {
  readonly #options: EditionKeeperOptions;
  readonly #editions: EditionStore;
  readonly #stopWatching: () => void;
  #serving: string | null = null;

  constructor(options: EditionKeeperOptions) {
    this.#options = options;
    this.#editions = openEditions(options.config);
    this.#stopWatching = this.#editions.watch(() => {
      this.#load().catch((error: unknown) => this.#fail(error, 'the new edition could not be read'));
    });
  }

  /** Resolves once an edition serves; rejects where there is none and none can be built. */
  async start(): Promise<void> {
    const { catalog, log } = this.#options;
    const edition = await this.#load();
    const { generation } = await catalog.state();
    if (edition?.generation === generation) return;
    log.info(
      { reason: edition ? 'the catalog has changed since' : 'there is no sound edition' },
      'building an edition',
    );
    const building = this.#build();
    // An outdated edition serves until the new one is ready; without one there is nothing to serve before.
    if (!edition) await building;
    else building.catch((error: unknown) => this.#fail(error, 'the edition was not built; the older one serves'));
  }

  stop(): void {
    this.#stopWatching();
  }

  async #build(): Promise<BuildReport> {
    const { config, log } = this.#options;
    const report = await buildInWorker(config);
    log.info(report, 'edition built');
    await this.#load();
    return report;
  }

  /** The current edition, handed to the threads where they do not serve it yet; null where there is none that is sound. */
  async #load(): Promise<Edition | null> {
    const { catalog, log, metrics, replaceEdition } = this.#options;
    try {
      const edition = await this.#editions.read();
      if (edition && edition.id !== this.#serving) {
        this.#serving = edition.id;
        replaceEdition(edition.buffer);
        metrics.noteRecords(catalog.recordCounts());
        log.info({ edition: edition.id, ...edition.counts }, 'edition serves');
      }
      return edition;
    } catch (error) {
      if (!(error instanceof EditionError)) throw error;
      // As after each upgrade that changes the format: no fault, and it is built anew.
      if (error instanceof EditionFormatError) log.info({ reason: error.message }, 'the edition is of another version');
      else this.#fail(error, 'the edition is damaged and is not used');
      return null;
    }
  }

  #fail(error: unknown, what: string): void {
    this.#options.metrics.observeEditionFailure();
    this.#options.log.error({ err: error }, what);
  }
}
