// Entry of the process that searches all files of a data folder for texts. It must not be a server: a process that
// closes a file loses its locks on it (POSIX), with which SQLite keeps the write-ahead log of an open database. The
// next process that closed the database would then remove the log while the server still writes to it.
import { relative } from 'node:path';
import { isMissing } from '../ops/files/file-fault.ts';
import { contactTexts } from '../search/edition/bodies/lookups.ts';
import { PackError } from '../search/edition/bodies/pack-format.ts';
import { loadPack } from '../search/edition/bodies/pack-image.ts';
import { Pack } from '../search/edition/bodies/pack-reader.ts';
import { RecordPack } from '../search/edition/bodies/record-pack.ts';
import { filesBelow, holdsOneOf } from './erase-texts.ts';

/** The message to the process. Its answer are the paths of the files within the folder. */
export interface SearchOrder {
  readonly data: string;
  readonly texts: readonly string[];
  /** Whether the folder is that of a serving node. */
  readonly isServingNode: boolean;
}

const COPIES = /^(?:editions|followed)[/\\]/;
/** Objects for serving nodes. A builder removes the objects of an edition within a minute after the next edition. */
const OBJECTS = /^published[/\\]/;

process.once('disconnect', () => process.exit(1));
process.once('message', async (order: SearchOrder) => {
  const found = await filesWith(order);
  process.send?.(found, () => process.exit());
});

async function filesWith({ data, texts, isServingNode }: SearchOrder): Promise<readonly string[]> {
  const found: string[] = [];
  for (const file of await filesBelow(data)) {
    // Copies of the published edition are replaced within a minute after it.
    if ((isServingNode ? COPIES : OBJECTS).test(relative(data, file))) continue;
    if ((await holdsOneOf(file, texts)) || (await packHoldsOneOf(file, texts))) found.push(relative(data, file));
  }
  return found;
}

function* textsIn(pack: Pack): Generator<Uint8Array> {
  yield* new RecordPack(pack).texts();
  yield* contactTexts(pack);
}

/** Whether a record in the pack of an edition holds a text: the bytes of the file are compressed. */
async function packHoldsOneOf(file: string, texts: readonly string[]): Promise<boolean> {
  if (!file.endsWith('.pack')) return false;
  const needles = texts.map((text) => Buffer.from(text));
  const image = await loadPack(file, 0).catch((error: unknown) => {
    // The file was replaced concurrently, or is of another kind.
    if (error instanceof PackError || isMissing(error)) return null;
    throw error;
  });
  if (image === null) return false;
  const pack = new Pack(image);
  try {
    for (const text of textsIn(pack)) {
      const bytes = Buffer.from(text.buffer, text.byteOffset, text.length);
      if (needles.some((needle) => bytes.includes(needle))) return true;
    }
    return false;
  } finally {
    pack.close();
  }
}
