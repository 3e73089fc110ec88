// The files in a ZIP archive, read one by one as streams. If a file is larger than the archive declares, reading ends
// with an error, so that a small archive cannot fill the memory.
import type { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';

const FILES_MAX = 10_000;
/** Largest file in an archive, after decompression. A larger table should be given as CSV. */
const PART_BYTES_MAX = 8 * 1024 ** 3;

export interface ZipParts {
  has(name: string): boolean;
  /** The size of a file after decompression, as declared in the archive. */
  sizeOf(name: string): number;
  /** The decompressed bytes of a file. Throws if it is missing or larger than `bytesMax`. */
  stream(name: string, bytesMax?: number): Promise<Readable>;
  close(): void;
}

/** Opens an archive. Throws if it is damaged, encrypted, or has too many files. */
export async function openZip(path: string): Promise<ZipParts> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
  try {
    return partsOf(zip, await entriesOf(zip));
  } catch (cause) {
    zip.close();
    throw cause;
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > FILES_MAX) throw new Error(`it has ${zip.entryCount} files; at most ${FILES_MAX} are read`);
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return entries;
}

function partsOf(zip: ZipFile, entries: ReadonlyMap<string, Entry>): ZipParts {
  return {
    has: (name) => entries.has(name),
    sizeOf: (name) => entries.get(name)?.uncompressedSize ?? 0,
    stream: async (name, bytesMax = PART_BYTES_MAX) => {
      const entry = entries.get(name);
      if (entry === undefined) throw new Error(`it lacks the part ${name}`);
      if (entry.uncompressedSize > bytesMax)
        throw new Error(
          `its part ${name} has ${entry.uncompressedSize} bytes; at most ${bytesMax} are read: save it as CSV`,
        );
      return await zip.openReadStreamPromise(entry);
    },
    close: () => zip.close(),
  };
}
