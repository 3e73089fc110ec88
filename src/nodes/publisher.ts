// Publishes the edition of a builder for the serving nodes: objects first, then the manifest that names them. Only the
// newest edition is published: an edition that was replaced in the meantime is skipped.
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../ops/message-of.ts';
import type { Log } from '../ops/monitoring/log.ts';
import { RepeatedFailure } from '../ops/monitoring/repeated-failure.ts';
import { pause } from '../ops/pause.ts';
import { generationOf, type SharedLayers } from '../search/edition/layers/shared-layers.ts';
import type { EditionStore, StoredFiles } from '../search/edition/store/edition-store.ts';
import type { Erasures, HeadWriter } from './edition-head.ts';
import {
  type BaseFiles,
  MANIFEST_FORMAT,
  type ObjectName,
  type Parts,
  type PublishedManifest,
} from './edition-manifest.ts';
import { mayHoldErased } from './erasure-watch.ts';
import { type ObjectStore, PART_BYTES, putObject, putParts, sha256Of } from './object-store.ts';
import { packShared } from './shared-memory.ts';

/** The part of the builder's catalog that nodes need. */
export interface PublishedCatalog {
  state(): Promise<{ readonly generation: number }>;
  recordCounts(): Promise<Readonly<Record<string, number>>>;
  cursorSecret(): Buffer;
}

interface PublisherOptions {
  readonly objectStore: ObjectStore;
  /** Whether this builder is the only one that stores objects in the object store. */
  readonly isOwnObjectStore: boolean;
  readonly head: HeadWriter;
  readonly editions: Pick<EditionStore, 'filesOf' | 'hiddenGeneration'>;
  readonly catalog: PublishedCatalog;
  readonly log: Log;
  readonly program: string;
  /** Address at which people reach this server. */
  readonly builder: string;
  readonly onPublished: (seconds: number) => void;
  /** Builds an edition of the current records, without reusing parts of earlier editions. */
  readonly rebuild: () => Promise<void>;
  readonly onFailure: () => void;
}

interface Publication {
  readonly layers: SharedLayers;
  readonly generation: number;
  readonly sinceMs: number;
}

interface PublishedBase {
  readonly id: string;
  /** The object with the list of the files. */
  readonly files: ObjectName;
  readonly list: BaseFiles['files'];
  /** The objects of the files. */
  readonly names: readonly string[];
}

interface PublishedDelta {
  /** The ids of all layers up to the delta. */
  readonly id: string;
  readonly parts: Parts;
}

const POLL_MS = 100;
const RENEW_MS = 2500;
/** Shorter than the time in which a server must stop. Objects that are written later do no harm. */
const STOP_MS = 2000;
const RETRY_MS = 1000;
const SWEEP_MS = 10_000;
/** A node that still fetches objects of the previous manifest has this much time. */
const UNUSED_MS = 60_000;

/** Another catalog has published into the same database. */
class ForeignEdition extends Error {
  override readonly name = 'ForeignEdition';
}

export class Publisher {
  readonly #options: PublisherOptions;
  readonly #catalogId: string;
  readonly #end = new AbortController();
  readonly #done: Promise<void>;
  #wanted: Publication | null = null;
  #published: Publication | null = null;
  #base: PublishedBase | null = null;
  #deltas: readonly PublishedDelta[] = [];
  #named: ReadonlySet<string> = new Set();
  readonly #unusedSince = new Map<string, number>();
  /** An edition of this builder with a lower hidden generation may contain erased records. */
  #erasedGeneration = 0;
  /** Generation of the last edition that another builder published. */
  #foundGeneration = 0;
  #leasedMs = Number.NEGATIVE_INFINITY;
  #sweptMs = Number.NEGATIVE_INFINITY;
  #failing: string | null = null;
  readonly #unswept = new RepeatedFailure();
  #isStandby = false;
  #isRebuilding = false;

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#catalogId = sha256Of(options.catalog.cursorSecret()).slice(0, 16);
    this.#done = this.#run();
  }

  /** Publishes these layers, unless newer ones are passed before. */
  publish(layers: SharedLayers): void {
    this.#wanted = { layers, generation: generationOf(layers), sinceMs: performance.now() };
  }

  /**
   * Resolves once nothing is being published, or if the object store does not answer in time. Another builder may then
   * take over.
   */
  async stop(): Promise<void> {
    this.#end.abort();
    await Promise.race([this.#done, sleep(STOP_MS, undefined, { ref: false })]);
    await this.#options.head.release().catch(() => undefined);
    await this.#options.head.close();
  }

  async #run(): Promise<void> {
    while (!this.#end.signal.aborted) {
      let pauseMs = POLL_MS;
      try {
        await this.#step();
        this.#note(null);
        if (this.#isStandby) pauseMs = RETRY_MS;
      } catch (error) {
        this.#leasedMs = Number.NEGATIVE_INFINITY;
        this.#note(error);
        pauseMs = RETRY_MS;
      }
      await pause(pauseMs, this.#end.signal);
    }
  }

  async #step(): Promise<void> {
    if (!(await this.#holdsLease())) return;
    const wanted = this.#wanted;
    if (wanted !== null && wanted !== this.#published && (await this.#isPublishable(wanted)))
      await this.#publish(wanted);
    if (this.#published !== null) await this.#sweepIfDue();
  }

  /**
   * Whether the layers may be published. A builder that takes over must not bring back erased records or an older
   * state.
   */
  async #isPublishable({ layers, generation }: Publication): Promise<boolean> {
    const found = this.#foundGeneration;
    // Older layers wait: a newer state of this builder will follow, unless its catalog was restored to an older state.
    const isBehind = this.#published === null && generation < found;
    if (isBehind && (await this.#options.catalog.state()).generation >= found) return false;
    const erasedGeneration = this.#erasedGeneration;
    return layers.id === this.#base?.id || !(await mayHoldErased(this.#options.editions, { erasedGeneration }));
  }

  /**
   * Replaces the edition of this builder if it contains erased records. Each builder does so, because any of them may
   * publish next.
   */
  async #eraseOwn(erasures: Erasures): Promise<void> {
    this.#erasedGeneration = erasures.erasedGeneration;
    if (await mayHoldErased(this.#options.editions, erasures)) this.#erase(null);
  }

  /** Runs in the background; after a failure, it is repeated at the next renewal. */
  #erase(order: number | null): void {
    if (this.#isRebuilding) return;
    this.#isRebuilding = true;
    const { rebuild, head } = this.#options;
    rebuild()
      .then(() => (order === null ? undefined : head.noteErased(order)))
      .catch((error: unknown) => this.#note(error))
      .finally(() => {
        this.#isRebuilding = false;
      });
  }

  async #holdsLease(): Promise<boolean> {
    const now = performance.now();
    if (now - this.#leasedMs < RENEW_MS) return true;
    const isNew = this.#leasedMs === Number.NEGATIVE_INFINITY;
    const { head, log } = this.#options;
    const leased = await head.lease();
    if (leased === null) {
      await this.#standBy();
      return false;
    }
    if (this.#isStandby) log.info('this builder publishes editions now');
    this.#isStandby = false;
    this.#leasedMs = now;
    if (leased.erasing > leased.erased) this.#erase(leased.erasing);
    await this.#eraseOwn(leased);
    if (isNew) await this.#takeOver(leased.manifest);
    return true;
  }

  /** `manifest`: of the edition that is published when this builder gets the lease; null if there is none. */
  async #takeOver(manifest: string | null): Promise<void> {
    const found = manifest === null ? null : (JSON.parse(manifest) as PublishedManifest);
    if (found && found.catalog !== this.#catalogId) {
      await this.#options.head.release();
      throw new ForeignEdition(
        'the database holds the edition of another catalog: set another CARDFILE_DATABASE, or run ' +
          '`cardfile database clear-edition` to publish this catalog in its place',
      );
    }
    this.#foundGeneration = found?.generation ?? 0;
    this.#forgetPublished();
  }

  /** Another builder may have published in the meantime. */
  #forgetPublished(): void {
    this.#published = null;
    this.#base = null;
    this.#deltas = [];
  }

  /** Called while another builder publishes; this one takes over when the lease ends. */
  async #standBy(): Promise<void> {
    const { head, log, isOwnObjectStore } = this.#options;
    this.#leasedMs = Number.NEGATIVE_INFINITY;
    if (!this.#isStandby)
      log.info('another builder publishes editions into this database; this one takes over from it');
    this.#isStandby = true;
    await this.#eraseOwn(await head.erasures());
    if (!isOwnObjectStore) return;
    // Nodes no longer fetch objects from here, and these objects may contain records that are erased later.
    this.#forgetPublished();
    this.#named = new Set();
    await this.#sweepIfDue();
  }

  async #publish(wanted: Publication): Promise<void> {
    const { catalog, head, program, builder, log, onPublished } = this.#options;
    const { id } = wanted.layers;
    const base = await this.#publishBase(id);
    // A newer edition will be published next.
    if (base === null || this.#wanted?.layers.id !== id) return;
    const deltas = await this.#putDeltas(wanted.layers);
    const manifest: PublishedManifest = {
      format: MANIFEST_FORMAT,
      program,
      catalog: this.#catalogId,
      builder,
      cursorSecret: catalog.cursorSecret().toString('base64'),
      generation: wanted.generation,
      records: await catalog.recordCounts(),
      base: { id, files: base.files },
      deltas: deltas.map(({ parts }) => parts),
    };
    if (!(await head.publish(JSON.stringify(manifest)))) throw new Error('the lease of the published edition was lost');
    this.#published = wanted;
    this.#deltas = deltas;
    const ofDeltas = deltas.flatMap(({ parts }) => parts.map(({ sha256 }) => sha256));
    this.#named = new Set([...base.names, base.files.sha256, ...ofDeltas]);
    const seconds = (performance.now() - wanted.sinceMs) / 1000;
    onPublished(seconds);
    log.debug({ edition: id, generation: wanted.generation, seconds }, 'edition published');
  }

  async #putDeltas({ id, deltas }: SharedLayers): Promise<readonly PublishedDelta[]> {
    const layers: PublishedDelta[] = [];
    let below = id;
    for (const delta of deltas) {
      // The id includes the layers below: the same delta over other layers is a different entry.
      below = `${below}+${delta.id}`;
      const known = this.#deltas.find((each) => each.id === below);
      layers.push(known ?? { id: below, parts: await putParts(this.#options.objectStore, packShared(delta)) });
    }
    return layers;
  }

  /** Null if the edition was replaced before it was read. */
  async #publishBase(id: string): Promise<PublishedBase | null> {
    if (this.#base?.id === id) return this.#base;
    const stored = await this.#options.editions.filesOf(id);
    if (stored === null) return null;
    const files = await this.#putFiles(stored);
    if (files === null) return null;
    const base: BaseFiles = { manifest: stored.manifest, files };
    const list = await putObject(this.#options.objectStore, Buffer.from(JSON.stringify(base)));
    const names = files.flatMap(({ parts }) => parts.map(({ sha256 }) => sha256));
    this.#base = { id, files: list, names, list: files };
    return this.#base;
  }

  async #putFiles({ files }: StoredFiles): Promise<BaseFiles['files'] | null> {
    const published: BaseFiles['files'][number][] = [];
    const buffer = Buffer.allocUnsafeSlow(PART_BYTES);
    for (const { name, path } of files) {
      // An unchanged part keeps its files, which are named by their content.
      const known = this.#base?.list.find((each) => each.name === name);
      const parts = known ? known.parts : await this.#putFile(path, buffer);
      if (parts === null) return null;
      published.push({ name, parts });
    }
    return published;
  }

  /** Null if the file is gone, or if this builder may no longer publish. */
  async #putFile(path: string, buffer: Buffer): Promise<Parts | null> {
    const file = await open(path, 'r').catch(() => null);
    if (file === null) return null;
    try {
      const parts: ObjectName[] = [];
      for (let position = 0; ; ) {
        const bytesRead = await readWhole(file, buffer, position);
        if (bytesRead === 0) return parts;
        parts.push(await putObject(this.#options.objectStore, buffer.subarray(0, bytesRead)));
        position += bytesRead;
        // Renews the lease, because the first publication of a large edition takes minutes.
        if (this.#end.signal.aborted || !(await this.#holdsLease())) return null;
      }
    } finally {
      await file.close();
    }
  }

  /** A failure leaves the published edition unchanged. */
  async #sweepIfDue(): Promise<void> {
    const now = performance.now();
    if (now - this.#sweptMs <= SWEEP_MS) return;
    this.#sweptMs = now;
    try {
      await this.#sweep(now);
      this.#unswept.end();
    } catch (error) {
      if (this.#unswept.isNew(error))
        this.#options.log.error(
          { err: error },
          'objects of earlier editions could not be removed from the object store',
        );
    }
  }

  /** Writes lost objects again, and removes objects that no manifest has referred to for a while. */
  async #sweep(now: number): Promise<void> {
    const { objectStore, log } = this.#options;
    const found = new Set(await objectStore.list());
    const lost = [...this.#named].filter((name) => !found.has(name)).length;
    if (lost > 0) {
      log.warn(
        { objects: lost },
        'objects of the published edition are missing in the object store; they are uploaded again',
      );
      this.#forgetPublished();
      return;
    }
    for (const name of this.#unusedSince.keys()) if (!found.has(name)) this.#unusedSince.delete(name);
    for (const name of found) {
      if (this.#named.has(name) || this.#base?.names.includes(name)) this.#unusedSince.delete(name);
      else if (now - (this.#unusedSince.get(name) ?? now) > UNUSED_MS) await objectStore.remove(name);
      else if (!this.#unusedSince.has(name)) this.#unusedSince.set(name, now);
    }
  }

  /** Each state is logged once. */
  #note(error: unknown): void {
    const { log, onFailure } = this.#options;
    const message = error === null ? null : messageOf(error);
    if (message !== null) onFailure();
    if (message === this.#failing) return;
    this.#failing = message;
    if (message !== null)
      log.error({ err: error }, 'the edition is not published; serving nodes keep the previous one');
    else if (!this.#isStandby) log.info('editions are published again');
  }
}

async function readWhole(file: Awaited<ReturnType<typeof open>>, buffer: Buffer, position: number): Promise<number> {
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}
