// Follows the published edition on a serving node: fetches missing objects, verifies them, keeps a copy in its own
// folder, and passes the edition to the serving threads. While the builder, the object store or the database is
// unreachable, the previous edition keeps serving, even after a restart.
import { open, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicNowMs } from '../ops/clock.ts';
import { writeDurably } from '../ops/files/durable-files.ts';
import { messageOf } from '../ops/message-of.ts';
import type { Log } from '../ops/monitoring/log.ts';
import { pause } from '../ops/pause.ts';
import { isStoreUnavailable } from '../ops/store-unavailable.ts';
import { EditionError } from '../search/edition/edition-file.ts';
import { type LayeredEdition, stackOf } from '../search/edition/layers/layered-edition.ts';
import type { Base } from '../search/edition/layers/shared-base.ts';
import type { SharedDelta } from '../search/edition/layers/shared-delta.ts';
import { LayerOpener, type SharedLayers } from '../search/edition/layers/shared-layers.ts';
import type { EditionStore } from '../search/edition/store/edition-store.ts';
import type { HeadReader } from './edition-head.ts';
import { type BaseFiles, type Parts, type PublishedManifest, readManifest } from './edition-manifest.ts';
import type { FolderObjectStore } from './folder-object-store.ts';
import { type ObjectSource, verifiedObject, verifiedParts } from './object-store.ts';
import { unpackShared } from './shared-memory.ts';

interface CatalogAt {
  readonly generation: number;
  /** Changes whenever a record is hidden or shown. */
  readonly hiddenGeneration: number;
}

interface FollowedHidden {
  readonly people: readonly number[];
  readonly companies: readonly number[];
}

/** The part of the catalog in the database that a node reads. */
interface FollowedCatalog {
  state(): Promise<CatalogAt>;
  hidden(): Promise<FollowedHidden>;
  /** The ids of these people, and of recently changed people, that no longer exist. */
  removedPeople(known: Iterable<number>): Promise<readonly number[]>;
}

interface FollowerOptions {
  /** The object store with the objects of a manifest. */
  readonly objectSourceOf: (manifest: PublishedManifest) => ObjectSource;
  readonly head: Pick<HeadReader, 'read' | 'erasures' | 'close'>;
  /** Hidden records are read directly, without waiting for an edition or the builder. */
  readonly catalog: FollowedCatalog;
  /** The editions of this node. */
  readonly editions: EditionStore;
  /** Copies of the deltas over these editions. */
  readonly copies: FolderObjectStore;
  /** The file with the manifest of the serving edition. */
  readonly adoptedFile: string;
  readonly log: Log;
  readonly onEdition: (layers: SharedLayers, manifest: PublishedManifest) => void;
  readonly onHidden: (hidden: CatalogAt & FollowedHidden) => void;
  /** Called when all records hidden by this time are known; see `monotonicNowMs`. */
  readonly onPoll: (atMs: number) => void;
  readonly onFailure: () => void;
}

const POLL_MS = 200;
const RETRY_MS = 500;
/** Shorter than the time in which a server must stop. */
const STOP_MS = 2000;
const RETRY_MS_MAX = 10_000;
/** Threads may still read the previous edition until then. */
const PRUNE_AFTER_MS = 30_000;

export class Follower {
  readonly #options: FollowerOptions;
  readonly #opener = new LayerOpener();
  readonly #end = new AbortController();
  #version = -1;
  #hiddenGeneration = -1;
  /** People who were removed; kept here because the log of changes may be trimmed before the next edition arrives. */
  #removedPeople: readonly number[] = [];
  /** The last query for hidden records; the next one begins after it. */
  #hiding: Promise<void> = Promise.resolve();
  #wanted: string | null = null;
  /** The text of the manifest of the serving edition. */
  #serving: string | null = null;
  #base: Base | null = null;
  #adopting: Promise<void> | null = null;
  #retryMs = RETRY_MS;
  #nextTryMs = 0;
  #done: Promise<void> | null = null;
  #firstServes: (() => void) | null = null;
  readonly #failures = new Set<string>();
  /** Deltas by the names of their objects. */
  readonly #deltas = new Map<string, SharedDelta>();

  constructor(options: FollowerOptions) {
    this.#options = options;
  }

  /** Resolves once an edition serves: the published one, or the previous one if that cannot be loaded. */
  start(): Promise<void> {
    const serves = new Promise<void>((resolve) => {
      this.#firstServes = resolve;
    });
    this.#done = this.#run();
    return serves;
  }

  async stop(): Promise<void> {
    this.#end.abort();
    // The object store may never answer.
    const idle = Promise.all([this.#done, this.#adopting]);
    await Promise.race([idle, sleep(STOP_MS, undefined, { ref: false })]);
    await this.#options.head.close();
  }

  async #run(): Promise<void> {
    while (!this.#end.signal.aborted) {
      await this.#poll().catch((error: unknown) => this.#fail(error, 'the published edition cannot be looked up'));
      this.#adoptIfDue();
      await pause(POLL_MS, this.#end.signal);
    }
  }

  async #poll(): Promise<void> {
    // Concurrently, because each may wait for a lost connection.
    const [found] = await Promise.all([this.#options.head.read(this.#version), this.#hide()]);
    if (found.manifest !== null) {
      this.#wanted = found.manifest;
      this.#retryMs = RETRY_MS;
      this.#nextTryMs = 0;
    }
    this.#version = found.version;
  }

  /** `erased`: people who may be missing from the log of changes. */
  #hide(erased: readonly number[] = []): Promise<void> {
    const hidden = this.#hiding.then(() => this.#hideChanged(erased));
    this.#hiding = hidden.catch(() => undefined);
    return hidden;
  }

  async #hideChanged(erased: readonly number[]): Promise<void> {
    const { catalog, onHidden, onPoll } = this.#options;
    const atMs = monotonicNowMs();
    const state = await catalog.state();
    if (erased.length > 0 || state.hiddenGeneration !== this.#hiddenGeneration) {
      const { people, companies } = await catalog.hidden();
      // An erased person is hidden until an edition without the person has arrived.
      this.#removedPeople = await catalog.removedPeople([...this.#removedPeople, ...erased]);
      const both = Uint32Array.from([...people, ...this.#removedPeople]).sort();
      onHidden({ ...state, people: [...both], companies });
      this.#hiddenGeneration = state.hiddenGeneration;
    }
    onPoll(atMs);
  }

  /**
   * Hides the people in an older edition who were erased after its build. They may be missing from the log of changes.
   */
  async #hideErased(edition: Base | LayeredEdition): Promise<void> {
    const { head, catalog } = this.#options;
    const { erasedGeneration } = await head.erasures();
    if (edition.hiddenGeneration < erasedGeneration) await this.#hide(await catalog.removedPeople(peopleOf(edition)));
  }

  /** Runs in the background, so that hidden records are followed in the meantime. */
  #adoptIfDue(): void {
    if (this.#adopting !== null || performance.now() < this.#nextTryMs) return;
    const wanted = this.#wanted;
    if (this.#serving !== null && (wanted === null || wanted === this.#serving)) return;
    this.#adopting = this.#adoptWanted(wanted).finally(() => {
      this.#adopting = null;
    });
  }

  async #adoptWanted(wanted: string | null): Promise<void> {
    try {
      if (wanted === null) throw new EditionError('the builder has not published an edition yet');
      await this.#adopt(wanted, this.#options.objectSourceOf(readManifest(wanted)));
      return;
    } catch (error) {
      // If the edition was replaced while it was fetched, a failure has no effect.
      if (this.#wanted !== wanted) return;
      const serves = this.#serving === null ? 'none serves yet' : 'the one before keeps serving';
      this.#fail(error, `the published edition cannot be used; ${serves}, and it is tried again`);
    }
    this.#nextTryMs = performance.now() + this.#retryMs;
    this.#retryMs = Math.min(RETRY_MS_MAX, 2 * this.#retryMs);
    if (this.#serving === null) await this.#adoptCopy();
  }

  /** After a restart while the builder is unreachable: serves the previous edition. */
  async #adoptCopy(): Promise<void> {
    const { adoptedFile, copies, log } = this.#options;
    const text = await readFile(adoptedFile, 'utf8').catch(() => null);
    if (text === null) return;
    try {
      await this.#adopt(text, copies);
    } catch (error) {
      log.warn({ err: error }, 'the previous edition cannot be used either');
    }
  }

  async #adopt(text: string, source: ObjectSource): Promise<void> {
    const { copies, adoptedFile, onEdition, log } = this.#options;
    const manifest = readManifest(text);
    const startedMs = performance.now();
    const base = await this.#baseOf(manifest, source);
    const deltas: SharedDelta[] = [];
    for (const parts of manifest.deltas) deltas.push(await this.#deltaOf(parts, source));
    const layers: SharedLayers = { id: base.id, base: base.shared, deltas };
    const isNewBase = base !== this.#base;
    // The edition is opened here before a thread opens it: an edition in the format of another version must replace
    // nothing.
    const edition = this.#opener.open(layers);
    if (isNewBase) await this.#hideErased(edition);
    if (this.#end.signal.aborted) return;
    this.#base = base;
    this.#serving = text;
    onEdition(layers, manifest);
    this.#firstServes?.();
    this.#firstServes = null;
    this.#retryMs = RETRY_MS;
    this.#failures.clear();
    const { generation } = manifest;
    const seconds = (performance.now() - startedMs) / 1000;
    if (isNewBase) log.info({ edition: base.id, generation, seconds, ...base.counts }, 'edition serves');
    else log.debug({ edition: base.id, generation, seconds }, 'layers serve');
    await writeDurably(adoptedFile, text);
    await this.#removeCopies(manifest.deltas.flat(), copies);
    if (isNewBase) setTimeout(() => void this.#prune(base), PRUNE_AFTER_MS).unref();
  }

  /** The base of a manifest: the serving base, the base in the folder, or a new one. */
  async #baseOf({ base: { id, files } }: PublishedManifest, source: ObjectSource): Promise<Base> {
    if (this.#base?.id === id) return this.#base;
    const { editions } = this.#options;
    const own = await editions.filesOf(id).catch(() => null);
    if (own !== null) {
      const edition = await editions.read().catch(() => null);
      if (edition?.id === id) return edition;
    }
    const list = JSON.parse((await verifiedObject(source, files)).toString()) as BaseFiles;
    // Files that cannot be read are removed only now: the error may be temporary, and the object store out of reach.
    if (own !== null) await editions.discard();
    await editions.adopt(list.manifest, async (name, path) => {
      const parts = list.files.find((file) => file.name === name)?.parts;
      if (parts === undefined) throw new EditionError(`the published edition has no file ${name}`);
      await this.#fetchFile(parts, source, path);
    });
    const edition = await editions.read();
    if (edition?.id !== id) throw new EditionError(`the published edition ${id} is not the one that was fetched`);
    return edition;
  }

  async #fetchFile(parts: Parts, source: ObjectSource, path: string): Promise<void> {
    const file = await open(path, 'w');
    try {
      for (const part of parts) {
        if (this.#end.signal.aborted) throw new EditionError('the server is stopping');
        await file.writeFile(await verifiedObject(source, part));
      }
      await file.datasync();
    } finally {
      await file.close();
    }
  }

  /** A delta: the serving one, or a new one, of which a copy is kept. */
  async #deltaOf(parts: Parts, source: ObjectSource): Promise<SharedDelta> {
    const name = parts.map(({ sha256 }) => sha256).join();
    const delta = this.#deltas.get(name) ?? (unpackShared(await this.#contentOf(parts, source)) as SharedDelta);
    this.#deltas.set(name, delta);
    return delta;
  }

  async #contentOf(parts: Parts, source: ObjectSource): Promise<Buffer> {
    const { copies } = this.#options;
    const both: ObjectSource = { get: async (name) => (await copies.get(name)) ?? source.get(name) };
    const content = await verifiedParts(both, parts).catch(async (error: unknown) => {
      // A copy may be damaged.
      if (source === copies) throw error;
      return verifiedParts(source, parts);
    });
    let start = 0;
    for (const { sha256, bytes } of parts) {
      await copies.put(sha256, content.subarray(start, start + bytes));
      start += bytes;
    }
    return content;
  }

  async #removeCopies(kept: Parts, copies: FolderObjectStore): Promise<void> {
    const names = new Set(kept.map(({ sha256 }) => sha256));
    for (const name of this.#deltas.keys())
      if (!name.split(',').every((each) => names.has(each))) this.#deltas.delete(name);
    for (const name of await copies.list()) if (!names.has(name)) await copies.remove(name);
  }

  async #prune(base: Base): Promise<void> {
    if (this.#base !== base || this.#end.signal.aborted) return;
    await this.#options.editions.prune().catch((error: unknown) => this.#fail(error, 'old editions stay on the disk'));
  }

  /**
   * Logs each failure once until an edition is adopted. All errors of an unreachable database are one failure, which
   * does not count as a failed edition.
   */
  #fail(error: unknown, what: string): void {
    const { log, onFailure } = this.#options;
    const isDatabase = isStoreUnavailable(error);
    if (!isDatabase) onFailure();
    const text = isDatabase ? what : `${what}: ${messageOf(error)}`;
    if (this.#failures.has(text)) return;
    this.#failures.add(text);
    log.error({ err: error }, what);
  }
}

/** The ids of all people of an edition. */
function* peopleOf(edition: Base | LayeredEdition): Generator<number> {
  for (const { index } of stackOf(edition).editions) {
    const { ids } = index.people;
    for (let doc = 0; doc < ids.length; doc += 1) yield ids.at(doc);
  }
}
