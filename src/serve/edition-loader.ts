// Keeps the serving threads on the newest valid edition: loads it, rebuilds a damaged, missing or outdated one, and
// follows each switch to a new one.
import { existsSync } from 'node:fs';
import type { Config } from '../app/config.ts';
import { catalogFile } from '../app/data-folder.ts';
import { openEditions } from '../app/editions.ts';
import { isLocked } from '../app/locks.ts';
import type { OpenedCatalog } from '../catalog/opened-catalog.ts';
import type { Log } from '../ops/monitoring/log.ts';
import type { ProcessMetrics } from '../ops/monitoring/process-metrics.ts';
import { OperatorError } from '../ops/operator-error.ts';
import { pause } from '../ops/pause.ts';
import { releaseSoon } from '../ops/threads/release-memory.ts';
import { EditionError, EditionFormatError } from '../search/edition/edition-file.ts';
import { type Base, openBase } from '../search/edition/layers/shared-base.ts';
import { generationOf, type SharedLayers } from '../search/edition/layers/shared-layers.ts';
import type { EditionStore } from '../search/edition/store/edition-store.ts';
import { buildInWorker } from '../tasks/edition-thread.ts';
import { DeltaThread } from './delta-thread.ts';
import { type EarlyEdition, readEdition } from './read-edition.ts';

interface EditionLoaderOptions {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: ProcessMetrics;
  readonly catalog: OpenedCatalog;
  /** The current edition, if it is being read already. */
  readonly early?: EarlyEdition | null;
  /** Hands the layers of an edition to the threads that serve. */
  readonly replaceEdition: (layers: SharedLayers) => void;
}

/**
 * Pauses before an unreadable file is read again, because a disk error may be temporary. After the last attempt the
 * file counts as damaged.
 */
const READ_AGAIN_MS = [250, 750, 2000] as const;
/** Pause between two rounds of reading and building while both fail; doubled each time. */
const ROUND_MS = 5000;
const ROUND_MS_MAX = 600_000;
/** Interval of the checks whether an import or a build in another process has ended. */
const BUSY_MS = 1000;

/** A build would create a missing catalog, and an edition without records would replace the one that serves. */
function requireCatalog(config: Config): void {
  if (config.database !== null) return;
  const file = catalogFile(config);
  if (!existsSync(file))
    throw new OperatorError(`${file} was removed while the server runs; put it back, or restart the server`);
}

export class EditionLoader {
  readonly #options: EditionLoaderOptions;
  readonly #editions: EditionStore;
  readonly #stopWatching: () => void;
  readonly #end = new AbortController();
  readonly #deltas: DeltaThread;
  /** The first edition, if a read of it has already begun. */
  #early: EarlyEdition | null;
  #serving: Omit<SharedLayers, 'deltas'> | null = null;
  /** The generation of the layers that the threads have; -1 before the first. */
  #generation = -1;
  /** Resolves once the last edition has its first deltas. */
  #adopted: Promise<void> = Promise.resolve();
  /** Resolves once the process may end together with the thread of the last build. */
  #begun: Promise<void> = Promise.resolve();
  /** The edition that is being replaced by a new one because the changes are too many for a delta. */
  #compacting: string | null = null;
  /** Resolves once the last read of an edition has ended. */
  #loaded: Promise<unknown> = Promise.resolve();
  /** Whether the current edition is being taken over, and whether it changed since that was begun. */
  #isFollowing = false;
  #hasNews = false;

  constructor(options: EditionLoaderOptions) {
    this.#options = options;
    this.#early = options.early ?? null;
    this.#editions = openEditions(options.config);
    this.#stopWatching = this.#editions.watch(() => this.#follow());
    this.#deltas = new DeltaThread({
      config: options.config,
      onDeltas: (deltas, seconds) => {
        options.metrics.observeDelta(seconds);
        options.log.debug({ seconds, records: deltas.map(({ records }) => records) }, 'deltas serve');
        if (this.#serving) this.#hand({ ...this.#serving, deltas });
      },
      onCompactionDue: () => void this.#compact(),
      onFailure: (error) =>
        this.#fail(error, 'the deltas of the edition were not built; the previous ones keep serving'),
    });
  }

  /** Resolves once an edition serves; rejects where there is none and none can be built. */
  async start(): Promise<void> {
    const { log } = this.#options;
    const edition = await this.#readPatiently();
    // If no edition can be read, nothing can be served. An older one serves with its delta, or until a new one is
    // built.
    if (this.#isStopped || edition) return;
    log.info({ reason: 'there is no edition to serve' }, 'building an edition');
    await this.#build();
  }

  /** Records have changed in this process: the delta is built without waiting for the next poll. */
  noteChange(): void {
    this.#deltas.wake();
  }

  /** Builds an edition that takes over nothing from earlier ones; resolves once it serves. */
  async rebuild(): Promise<void> {
    this.#options.log.info({ reason: 'a person was forgotten' }, 'building an edition');
    await this.#build({ isReusing: false });
  }

  async stop(): Promise<void> {
    this.#stopWatching();
    this.#end.abort();
    await Promise.all([this.#deltas.stop(), this.#begun]);
  }

  /** Builds a new edition unless another process changes records or builds one, which then serves. */
  async #compact(): Promise<void> {
    const id = this.#serving?.id ?? '';
    // The successor may already have too many changes while it is being adopted: then it is replaced, too.
    if (this.#compacting === id) return;
    this.#compacting = id;
    const { log } = this.#options;
    for (let pauseMs = ROUND_MS; this.#serving?.id === id && !this.#isStopped; ) {
      try {
        if (this.#isBusy() || (await this.#editions.isReplaced(id))) {
          await this.#pause(BUSY_MS);
          continue;
        }
        log.info({ reason: 'the catalog has changed since' }, 'building an edition');
        await this.#build();
        break;
      } catch (error) {
        this.#fail(error, 'the edition was not built; the previous one keeps serving, and the build is retried');
        await this.#pause(pauseMs);
        pauseMs = Math.min(ROUND_MS_MAX, 2 * pauseMs);
      }
    }
    if (this.#compacting === id) this.#compacting = null;
  }

  /** Whether any process is building an edition or importing records. A starting server does not wait for imports. */
  #isBusy(): boolean {
    const isStarting = this.#generation < 0;
    const locks = isStarting ? (['index'] as const) : (['import', 'index'] as const);
    return locks.some((what) => isLocked(this.#options.config, what));
  }

  async #build({ isReusing = true } = {}): Promise<void> {
    const { config, log } = this.#options;
    requireCatalog(config);
    const build = buildInWorker(config, { isReusing });
    this.#begun = build.begun;
    log.info(await build.report, 'edition built');
    await this.#load({ isBuilt: true });
  }

  /** Adopts the current edition in the background; the previous one serves until the new one is ready. */
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
      if ((await this.#isServed()) || (await this.#readPatiently()) || this.#isStopped) continue;
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

  /** Whether the current edition serves already: one that this process has built. */
  async #isServed(): Promise<boolean> {
    await this.#loaded.catch(() => undefined);
    return this.#serving !== null && (await this.#editions.about())?.id === this.#serving.id;
  }

  /** The current edition, which then serves; null if there is none that can be read, even after retries. */
  async #readPatiently(): Promise<Base | null> {
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

  /** The current edition, handed to the threads if they do not serve it yet; null if there is none to serve. */
  #load(options: { readonly isBuilt?: boolean } = {}): Promise<Base | null> {
    const loading = this.#loadNow(options);
    this.#loaded = loading;
    return loading;
  }

  async #loadNow({ isBuilt = false }: { readonly isBuilt?: boolean }): Promise<Base | null> {
    const { catalog, log, metrics } = this.#options;
    const edition = await this.#read();
    // An edition that was just built is served even if an import has begun since.
    if (edition && !isBuilt && (await this.#isOfBeforeImports(edition))) return null;
    // Another call, such as one of the watch, has read it as well: it may still wait for its first deltas.
    if (edition && edition.id === this.#serving?.id) await this.#untilAdopted();
    else if (edition && (await this.#serve(edition))) {
      metrics.noteRecords(await catalog.recordCounts());
      log.info({ edition: edition.id, ...edition.counts }, 'edition serves');
    }
    return edition;
  }

  /** A starting server does not answer from an edition without records while the catalog has some. */
  async #isOfBeforeImports(edition: Base): Promise<boolean> {
    const isEmpty = Object.values(edition.counts).every((count) => count === 0);
    if (this.#serving !== null || !isEmpty) return false;
    return (await this.#options.catalog.state()).generation !== edition.generation;
  }

  async #read(): Promise<Base | null> {
    const base = this.#serving?.base;
    const known = !base ? [] : 'parts' in base ? base.parts : [base];
    const reading = this.#early?.reading ?? readEdition({ config: this.#options.config, known }, this.#end.signal);
    this.#early = null;
    const shared = await reading;
    const edition = shared && openBase(shared);
    if (edition) this.#editions.noteRead(edition.id);
    return edition;
  }

  /**
   * Hands an edition to the threads, with its deltas if records have changed since it was built: no answer is older
   * than an earlier one, even after a restart. False if another edition was served in the meantime.
   */
  async #serve(edition: Base): Promise<boolean> {
    const serving = { id: edition.id, base: edition.shared };
    // If nothing has changed, a starting server does not wait for the delta thread.
    const isNewest = this.#serving === null && (await this.#options.catalog.state()).generation === edition.generation;
    if (isNewest) this.#hand({ ...serving, deltas: [] });
    if (this.#serving) releaseSoon(this.#serving);
    this.#serving = serving;
    const adopted = this.#deltas.over(edition).then(async (deltas) => {
      const layers = { ...serving, deltas };
      if (isNewest ? deltas.length === 0 : await this.#isOlder(layers)) return;
      if (this.#serving === serving) this.#hand(layers);
    });
    this.#adopted = adopted;
    if (!isNewest) await this.#untilAdopted();
    return this.#serving === serving;
  }

  /** Also waits for an edition that replaces this one before its first deltas are ready. */
  async #untilAdopted(): Promise<void> {
    for (let adopted = this.#adopted; ; adopted = this.#adopted) {
      await adopted;
      if (adopted === this.#adopted) return;
    }
  }

  /** After `stop`, an edition whose read had begun is not handed over. */
  #hand(layers: SharedLayers): void {
    if (this.#isStopped) return;
    this.#generation = generationOf(layers);
    this.#options.replaceEdition(layers);
  }

  /**
   * Whether the threads already have layers with more changes; in that case new deltas or another edition will follow.
   */
  async #isOlder(layers: SharedLayers): Promise<boolean> {
    if (generationOf(layers) >= this.#generation) return false;
    // If the catalog itself was restored to an older state, the threads follow it.
    const now = await this.#options.catalog.state().catch(() => null);
    return now !== null && now.generation >= this.#generation;
  }

  get #isStopped(): boolean {
    return this.#end.signal.aborted;
  }

  /** Ends early if the loader is stopped. */
  #pause(ms: number): Promise<void> {
    return pause(ms, this.#end.signal);
  }

  #fail(error: unknown, what: string): void {
    // Stopping the loader aborts its reads; that is not a failure.
    if (this.#isStopped) return;
    this.#options.metrics.observeEditionFailure();
    this.#options.log.error({ err: error }, what);
  }
}
