// The store of editions: a folder with the parts and packs of the serving edition, the parts of the previous edition,
// and a small manifest that names the serving files. The manifest is replaced atomically, so a reader sees either the
// old edition or the new one, never a mix. Files are named by their content: parts that stay the same keep their files.

import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from '../../../ops/assert.ts';
import { createFolder } from '../../../ops/files/create-folder.ts';
import { DRAFT_SUFFIX, writeDurably } from '../../../ops/files/durable-files.ts';
import { isMissing } from '../../../ops/files/file-fault.ts';
import { inBackground } from '../../../ops/scheduling/fair-scheduler.ts';
import { atOnce } from '../../../ops/scheduling/work.ts';
import { PackError } from '../bodies/pack-format.ts';
import { loadPack, type PackImage, verifyPack } from '../bodies/pack-image.ts';
import type { FillPack } from '../bodies/pack-writer.ts';
import { Edition, type SharedEdition } from '../edition.ts';
import { EditionError } from '../edition-file.ts';
import { type Base, joinParts, openBase } from '../layers/shared-base.ts';
import { ONE_PART } from '../parts/part-plan.ts';
import type { RebuiltOutput } from '../parts/rebuild-parts.ts';
import { idOfParts, nameOfPart } from '../parts/shared-parts.ts';
import { writePart } from './part-files.ts';
import {
  explained,
  fileNames,
  MANIFEST,
  type Manifest,
  PACK_SUFFIX,
  parsedManifest,
  readManifest,
  type StoredPart,
  SUFFIX,
  storedPartName,
} from './stored-manifest.ts';

/** The maximum number of bytes per read; the operating system rejects more than 2 GiB. */
const CHUNK_BYTES = 64 * 1024 * 1024;

/** Represents the absence of a readable edition where an edition id is expected. */
const UNREADABLE = 'unreadable';

/** The files of an edition in its folder. */
export interface StoredFiles {
  /** The text to pass to `adopt`. */
  readonly manifest: string;
  readonly files: readonly { readonly name: string; readonly path: string }[];
}

/** Receives the parts of an edition. The edition is complete after the last part. */
export interface StoredOutput extends RebuiltOutput {
  /** Receives a part whose files another thread has written into the folder. */
  stored(part: number, files: StoredPart): void;
}

/** The editions of one folder. One process may write at a time; any number may read. */
export class EditionStore {
  readonly #folder: string;
  readonly #packMemoryBytes: number;
  #seenId: string | null = null;
  /** The parts that were read last, by name. Parts that have not changed are not read again and share their memory. */
  #parts: ReadonlyMap<string, SharedEdition>;

  /**
   * `packMemoryBytes`: the limit, for all parts together, up to which sections of packs are read into memory. `known`:
   * parts that another store has read.
   */
  constructor(folder: string, packMemoryBytes = 0, known: readonly SharedEdition[] = []) {
    this.#folder = folder;
    this.#packMemoryBytes = packMemoryBytes;
    this.#parts = new Map(known.map((part) => [nameOfPart(part), part]));
  }

  /**
   * Makes an edition the serving one, with the pack that `fillPack` writes. Both are durable when this resolves. Keeps
   * the previous edition without its pack, unless records have been hidden or forgotten since; removes older editions.
   */
  async write(buffer: ArrayBufferLike, fillPack?: FillPack): Promise<Manifest> {
    const { id, generation, hiddenGeneration, counts } = atOnce(Edition.open(buffer));
    createFolder(this.#folder);
    const part = await writePart(this.#folder, buffer, fillPack);
    return this.#switchTo({ id, generation, hiddenGeneration, counts, parts: [part], plan: ONE_PART });
  }

  /** Does the same for an edition of several parts. `build` passes each part to the output. */
  async writeParts(
    about: Pick<Manifest, 'generation' | 'hiddenGeneration'>,
    build: (output: StoredOutput) => Promise<Pick<Manifest, 'counts' | 'plan'>>,
  ): Promise<Manifest> {
    createFolder(this.#folder);
    const former = await this.#manifest().catch(() => null);
    const parts: StoredPart[] = [];
    const output: StoredOutput = {
      keep: (part, formerPart) => {
        const kept = former?.parts[formerPart];
        assert(kept, 'a part is kept of the current edition');
        parts[part] = kept;
      },
      part: async (slot, index, fill) => {
        parts[slot] = await writePart(this.#folder, index, fill);
      },
      stored: (slot, part) => {
        parts[slot] = part;
      },
    };
    const { counts, plan } = await build(output);
    const id = idOfParts(about.generation, parts.map(storedPartName));
    return this.#switchTo({ id, ...about, counts, parts, plan });
  }

  /**
   * The serving edition; null if none has been written. Throws EditionError, naming the file, if it is damaged or
   * missing.
   */
  async read(): Promise<Base | null> {
    const manifest = await this.#manifest();
    if (!manifest) return null;
    try {
      const packBytes = manifest.parts.reduce((sum, { pack }) => sum + (pack?.bytes ?? 0), 0);
      // All parts are read at once: one is read while another is verified. Each part gets its share of the memory.
      const parts = await Promise.all(
        manifest.parts.map((part) => {
          const memoryBytes = (this.#packMemoryBytes * (part.pack?.bytes ?? 0)) / Math.max(1, packBytes);
          return this.#parts.get(storedPartName(part)) ?? this.#readPart(part, memoryBytes);
        }),
      );
      this.#parts = new Map(manifest.parts.map((part, index) => [storedPartName(part), parts[index]!]));
      this.#seenId = manifest.id;
      const [first] = parts;
      assert(first, 'an edition has a part');
      // An edition stored by `write` has the id of its only part. A single part stored by `writeParts` has no
      // generation, but the manifest has it.
      if (manifest.id === manifest.parts[0]?.id) return Edition.openAgain(first);
      return openBase(await inBackground(joinParts(manifest, parts)));
    } catch (error) {
      // A writer that has written two editions in the meantime has removed a file that the manifest named.
      if ((await this.#manifest())?.id !== manifest.id) return this.read();
      throw error;
    }
  }

  async #readPart({ file, id, pack }: StoredPart, memoryBytes: number): Promise<SharedEdition> {
    const path = join(this.#folder, file);
    try {
      const edition = await inBackground(Edition.open(await readShared(path)));
      if (edition.id !== id) throw new EditionError(`it is the edition ${edition.id} and not ${id}`);
      return { buffer: edition.buffer, pack: pack && (await this.#readPack(pack, id, memoryBytes)) };
    } catch (error) {
      throw explained(path, error);
    }
  }

  /** Records that another store has read this edition, so that `watch` reports other editions only. */
  noteRead(id: string): void {
    this.#seenId = id;
  }

  /** The manifest of an edition and the files that it names; null if it is not the current one. */
  async filesOf(id: string): Promise<StoredFiles | null> {
    const manifest = await this.#manifest();
    if (manifest?.id !== id) return null;
    return {
      manifest: JSON.stringify(manifest),
      files: fileNames(manifest).map((name) => ({ name, path: join(this.#folder, name) })),
    };
  }

  /**
   * Makes an edition of another folder the current one. `write` writes each file that the folder does not contain yet.
   * The files of the edition before stay until `prune`.
   */
  async adopt(text: string, write: (name: string, path: string) => Promise<void>): Promise<void> {
    const manifest = parsedManifest(text);
    createFolder(this.#folder);
    for (const name of fileNames(manifest)) {
      const path = join(this.#folder, name);
      if (await stat(path).catch(() => null)) continue;
      await write(name, `${path}${DRAFT_SUFFIX}`);
      await rename(`${path}${DRAFT_SUFFIX}`, path);
    }
    await this.#writeManifest(manifest);
  }

  /** Removes the files of all editions but the current one. */
  async prune(): Promise<void> {
    const manifest = await this.#manifest();
    if (manifest) await this.#removeOthers(fileNames(manifest));
  }

  /** Removes the current edition, which is damaged. */
  async discard(): Promise<void> {
    this.#parts = new Map();
    await rm(join(this.#folder, MANIFEST), { force: true });
    await this.#removeOthers([]);
  }

  /** Reads the packs of the serving edition from the first byte to the last. Throws EditionError if one is damaged. */
  async verifyPacks(): Promise<void> {
    for (const { pack } of (await this.#manifest())?.parts ?? []) {
      if (!pack) continue;
      const path = join(this.#folder, pack.file);
      await verifyPack(path).catch((error: unknown) => {
        throw explained(path, error);
      });
    }
  }

  /** The manifest of the current edition; null if there is none or it cannot be read. */
  about(): Promise<Manifest | null> {
    return this.#manifest().catch(() => null);
  }

  /**
   * The counter of hidden and forgotten records that the catalog had when the current edition was built; null if there
   * is no edition.
   */
  async hiddenGeneration(): Promise<number | null> {
    return (await this.#manifest())?.hiddenGeneration ?? null;
  }

  /** Whether another edition is the current one. */
  async isReplaced(id: string): Promise<boolean> {
    const manifest = await this.#manifest().catch(() => null);
    return manifest !== null && manifest.id !== id;
  }

  /**
   * The generation of the catalog from which the current edition was built; null if there is no edition or it has no
   * records.
   */
  async baseGeneration(): Promise<number | null> {
    const manifest = await this.#manifest().catch(() => null);
    return manifest?.parts.every(({ pack }) => pack) ? manifest.generation : null;
  }

  /** The time at which the current edition was activated, in milliseconds since the epoch; null if there is none. */
  async writtenMs(): Promise<number | null> {
    try {
      return (await stat(join(this.#folder, MANIFEST))).mtimeMs;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /**
   * Calls `onNew` when the manifest names another edition than the one read or reported last, and when the manifest
   * becomes unreadable or missing; then `read` throws the reason. Returns a function that stops the watch.
   */
  watch(onNew: () => void, everyMs = 500): () => void {
    const announce = (id: string | null) => {
      if (id === this.#seenId) return;
      this.#seenId = id;
      onNew();
    };
    const timer = setInterval(() => {
      this.#manifest().then(
        // The absence of a first edition is not reported.
        (manifest) => announce(manifest?.id ?? (this.#seenId === null ? null : UNREADABLE)),
        () => announce(UNREADABLE),
      );
    }, everyMs);
    timer.unref();
    return () => clearInterval(timer);
  }

  /** Writes the manifest last, so that an interrupted build leaves only files that no manifest names. */
  async #switchTo(manifest: Manifest): Promise<Manifest> {
    const before = await this.#manifest().catch(() => null);
    await this.#writeManifest(manifest);
    const isKept = before?.hiddenGeneration === manifest.hiddenGeneration;
    await this.#removeOthers([...fileNames(manifest), ...(isKept ? before.parts.map(({ file }) => file) : [])]);
    return manifest;
  }

  async #readPack(
    { file, id }: NonNullable<StoredPart['pack']>,
    editionId: string,
    memoryBytes: number,
  ): Promise<PackImage> {
    const path = join(this.#folder, file);
    try {
      const image = await loadPack(path, memoryBytes);
      if (image.id !== id) throw new PackError(`it is the pack ${image.id} and not ${id}`);
      if (image.directory.edition !== editionId) throw new PackError('it is the pack of another edition');
      return image;
    } catch (error) {
      throw explained(path, error);
    }
  }

  #manifest(): Promise<Manifest | null> {
    return readManifest(this.#folder);
  }

  #writeManifest(manifest: Manifest): Promise<void> {
    return writeDurably(join(this.#folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  }

  async #removeOthers(kept: readonly string[]): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const isOfStore = [SUFFIX, PACK_SUFFIX, DRAFT_SUFFIX].some((suffix) => name.endsWith(suffix));
      if (isOfStore && !kept.includes(name)) await rm(join(this.#folder, name), { force: true });
    }
  }
}

async function readShared(path: string): Promise<SharedArrayBuffer> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const buffer = new SharedArrayBuffer(size);
    const content = new Uint8Array(buffer);
    for (let start = 0; start < size; ) {
      const { bytesRead } = await file.read(content, start, Math.min(CHUNK_BYTES, size - start), start);
      if (bytesRead === 0) throw new EditionError('it became shorter while it was read');
      start += bytesRead;
    }
    return buffer;
  } finally {
    await file.close();
  }
}
