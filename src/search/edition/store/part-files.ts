// Writes the files of a part of an edition into its folder. A file gets its name once it is complete and durable.
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { DRAFT_SUFFIX, syncPath, writeDurably } from '../../../ops/files/durable-files.ts';
import { FileOutput } from '../bodies/pack-output.ts';
import { type FillPack, PackWriter } from '../bodies/pack-writer.ts';
import { EditionFile } from '../edition-file.ts';
import { PACK_SUFFIX, packName, type StoredPart, SUFFIX } from './stored-manifest.ts';

/**
 * The suffix of temporary files, which the next build removes if an interrupted one leaves some behind. Contains the id
 * of the thread, because several threads write parts into one folder at once, and two parts may have the same content.
 */
const DRAFT = `.${threadId}${DRAFT_SUFFIX}`;
const SPILL = `spill${DRAFT}`;

/** Stores a part: its index and, if `fill` is given, its pack. */
export async function writePart(folder: string, index: ArrayBufferLike, fill?: FillPack): Promise<StoredPart> {
  const { id } = new EditionFile(index);
  const pack = fill ? await writePack(folder, id, fill) : null;
  const file = `${id}${SUFFIX}`;
  await writeDurably(join(folder, file), new Uint8Array(index));
  return { file, id, bytes: index.byteLength, pack };
}

async function writePack(folder: string, editionId: string, fill: FillPack): Promise<StoredPart['pack']> {
  const draft = join(folder, `${editionId}${PACK_SUFFIX}${DRAFT}`);
  const writer = new PackWriter(new FileOutput(draft), editionId);
  try {
    fill({ pack: writer, spillPath: join(folder, SPILL) });
    const summary = writer.finish();
    const file = packName(editionId, summary.id);
    await rename(draft, join(folder, file));
    await syncPath(folder);
    return { file, ...summary };
  } catch (error) {
    writer.abandon();
    throw error;
  }
}
