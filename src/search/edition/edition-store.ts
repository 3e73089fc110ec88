// Where editions are kept: a folder with the serving edition, the one before it, and a small manifest that names the serving one.
// The manifest is replaced atomically, so a reader sees the old edition or the new one and never a part of either.

import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inBackground } from '../../ops/fair-scheduler.ts';
import { atOnce } from '../../ops/work.ts';
import { Edition } from './edition.ts';
import { EditionError, EditionFormatError } from './edition-file.ts';

const MANIFEST = 'current.json';
const SUFFIX = '.edition';
/** One call reads at most this many bytes; more than 2 GiB is refused by the system. */
const CHUNK_BYTES = 64 * 1024 * 1024;
/** So many bytes go to the disk at a time: whoever flushes a few of his own meanwhile, as each charge does, waits for these and not for all. */
const FLUSH_BYTES = 4 * 1024 * 1024;

/** Seen in place of the id of an edition. */
const UNREADABLE = 'unreadable';

/** What stands in `current.json`. */
export interface Manifest {
  /** Name of the edition's file in the folder. */
  readonly file: string;
  readonly id: string;
  readonly bytes: number;
  readonly generation: number;
  readonly hiddenGeneration: number;
}

/** The editions of one folder. One process writes at a time; any number read. */
export class EditionStore {
  readonly #folder: string;
  #seenId: string | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Makes an edition the serving one: when this resolves, it is durable. Keeps the serving one before it and removes older ones. */
  async write(buffer: ArrayBufferLike): Promise<Manifest> {
    const { id, generation, hiddenGeneration } = atOnce(Edition.open(buffer));
    const manifest: Manifest = { file: `${id}${SUFFIX}`, id, bytes: buffer.byteLength, generation, hiddenGeneration };
    await mkdir(this.#folder, { recursive: true });
    const before = await this.#manifest().catch(() => null);
    await this.#replace(manifest.file, new Uint8Array(buffer));
    await this.#replace(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    await this.#removeOthers([manifest.file, before?.file]);
    return manifest;
  }

  /** The serving edition; null where none was written yet. Throws EditionError, naming the file, where it is damaged or missing. */
  async read(): Promise<Edition | null> {
    const manifest = await this.#manifest();
    if (!manifest) return null;
    const path = join(this.#folder, manifest.file);
    try {
      const edition = await inBackground(Edition.open(await readShared(path)));
      if (edition.id !== manifest.id) throw new EditionError(`it is the edition ${edition.id} and not ${manifest.id}`);
      this.#seenId = edition.id;
      return edition;
    } catch (error) {
      // A writer that was faster twice has removed the file that the manifest named.
      if ((await this.#manifest())?.id !== manifest.id) return this.read();
      throw explained(path, error);
    }
  }

  /** When the current edition became so, in milliseconds of the epoch; null where there is none. */
  async writtenMs(): Promise<number | null> {
    try {
      return (await stat(join(this.#folder, MANIFEST))).mtimeMs;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /**
   * Calls `onNew` whenever the manifest names another edition than the one read or announced last, and where it begins to be unreadable or
   * gone: `read` tells why. Answers what ends the watch.
   */
  watch(onNew: () => void, everyMs = 500): () => void {
    const announce = (id: string | null) => {
      if (id === this.#seenId) return;
      this.#seenId = id;
      onNew();
    };
    const timer = setInterval(() => {
      this.#manifest().then(
        // None yet is nothing new.
        (manifest) => announce(manifest?.id ?? (this.#seenId === null ? null : UNREADABLE)),
        () => announce(UNREADABLE),
      );
    }, everyMs);
    timer.unref();
    return () => clearInterval(timer);
  }

  async #manifest(): Promise<Manifest | null> {
    const path = join(this.#folder, MANIFEST);
    try {
      return parsedManifest(await readFile(path, 'utf8'));
    } catch (error) {
      if (isMissing(error)) return null;
      throw explained(path, error);
    }
  }

  /** Writes a file beside its place and moves it there once it is on the disk. */
  async #replace(name: string, content: Uint8Array): Promise<void> {
    const path = join(this.#folder, name);
    const draft = await open(`${path}.new`, 'w');
    try {
      for (let start = 0; start < content.length; start += FLUSH_BYTES) {
        await draft.writeFile(content.subarray(start, start + FLUSH_BYTES));
        await draft.datasync();
      }
      await draft.sync();
    } finally {
      await draft.close();
    }
    await rename(`${path}.new`, path);
    await this.#syncFolder();
  }

  async #syncFolder(): Promise<void> {
    const folder = await open(this.#folder, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }

  async #removeOthers(kept: readonly (string | undefined)[]): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const isEdition = name.endsWith(SUFFIX) || name.endsWith(`${SUFFIX}.new`);
      if (isEdition && !kept.includes(name)) await rm(join(this.#folder, name), { force: true });
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

function parsedManifest(text: string): Manifest {
  const manifest = JSON.parse(text) as Partial<Manifest> | null;
  if (typeof manifest?.id !== 'string' || manifest.file !== `${manifest.id}${SUFFIX}`) {
    throw new EditionError('it does not name an edition');
  }
  return manifest as Manifest;
}

/** An error as what the operator can act on: which file, and why. */
function explained(path: string, error: unknown): EditionError {
  const why = error instanceof Error ? error.message : String(error);
  const Kind = error instanceof EditionFormatError ? EditionFormatError : EditionError;
  return new Kind(`${path} cannot be used: ${why}; build the edition anew`, { cause: error });
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
