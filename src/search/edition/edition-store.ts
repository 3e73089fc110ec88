// The store of editions: a folder with the serving edition, the previous one, and a small manifest that names the
// serving one. The manifest is replaced atomically, so a reader sees either the old edition or the new one, never a
// mix.

import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inBackground } from '../../ops/fair-scheduler.ts';
import { atOnce } from '../../ops/work.ts';
import { Edition } from './edition.ts';
import { EditionError, EditionFormatError } from './edition-file.ts';

const MANIFEST = 'current.json';
const SUFFIX = '.edition';
/** Maximum bytes per read; the operating system rejects more than 2 GiB. */
const CHUNK_BYTES = 64 * 1024 * 1024;
/**
 * Bytes written between two fsyncs. A small concurrent fsync, such as that of a charge, waits for this amount only and
 * not for the whole file.
 */
const FLUSH_BYTES = 4 * 1024 * 1024;

/** Represents the absence of a readable edition in place of an edition id. */
const UNREADABLE = 'unreadable';

/** The content of `current.json`. */
export interface Manifest {
  /** Name of the edition's file in the folder. */
  readonly file: string;
  readonly id: string;
  readonly bytes: number;
  readonly generation: number;
  readonly hiddenGeneration: number;
}

/** The editions of one folder. One process may write at a time; any number may read. */
export class EditionStore {
  readonly #folder: string;
  #seenId: string | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Makes an edition the serving one; it is durable when this resolves. Keeps the previous edition and removes older
   * ones.
   */
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

  /**
   * The serving edition; null if none has been written. Throws EditionError, naming the file, if it is damaged or
   * missing.
   */
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
      // A writer that wrote two editions in the meantime has removed the file that the manifest named.
      if ((await this.#manifest())?.id !== manifest.id) return this.read();
      throw explained(path, error);
    }
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
   * Calls `onNew` when the manifest names another edition than the one read or reported last, and when it becomes
   * unreadable or missing; `read` then throws the reason. Returns a function that stops the watch.
   */
  watch(onNew: () => void, everyMs = 500): () => void {
    const announce = (id: string | null) => {
      if (id === this.#seenId) return;
      this.#seenId = id;
      onNew();
    };
    const timer = setInterval(() => {
      this.#manifest().then(
        // An edition that has not been written yet is not reported.
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

  /** Writes a temporary file and renames it once it is durable. */
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

/** Converts an error to a message the operator can act on: the file and the reason. */
function explained(path: string, error: unknown): EditionError {
  const why = error instanceof Error ? error.message : String(error);
  const Kind = error instanceof EditionFormatError ? EditionFormatError : EditionError;
  return new Kind(`${path} cannot be used: ${why}; rebuild the edition`, { cause: error });
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
