// Writes the files of a part of an edition into its folder. A file gets its name once it is complete and durable.
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { syncPath } from '../../ops/files/durable-files.ts';
import { FileOutput } from './bodies/pack-output.ts';
import { type FillPack, PackWriter } from './bodies/pack-writer.ts';
import { EditionFile } from './edition-file.ts';
import { PACK_SUFFIX, packName, type StoredPart, SUFFIX } from './stored-manifest.ts';

/** Temporary files of a build. A file that an interrupted build has left behind is removed by the next one. */
export const DRAFT_SUFFIX = '.new';
/** Threads write the parts of a folder at once, and two parts may have the same content. */
const DRAFT = `.${threadId}${DRAFT_SUFFIX}`;
const SPILL = `spill${DRAFT}`;
/**
 * Bytes written between two fsyncs. A small concurrent fsync, such as that of a charge, waits for this amount only and
 * not for the whole file.
 */
const FLUSH_BYTES = 4 * 1024 * 1024;

/** Stores a part: its index, and with `fill` its pack. */
export async function writePart(folder: string, index: ArrayBufferLike, fill?: FillPack): Promise<StoredPart> {
  const { id } = new EditionFile(index);
  const pack = fill ? await writePack(folder, id, fill) : null;
  const file = `${id}${SUFFIX}`;
  await replaceFile(folder, file, new Uint8Array(index));
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

/** Replaces a file of this name atomically. */
export async function replaceFile(folder: string, name: string, content: Uint8Array): Promise<void> {
  const path = join(folder, name);
  const draft = await open(`${path}${DRAFT}`, 'w');
  try {
    for (let start = 0; start < content.length; start += FLUSH_BYTES) {
      await draft.writeFile(content.subarray(start, start + FLUSH_BYTES));
      await draft.datasync();
    }
    await draft.sync();
  } finally {
    await draft.close();
  }
  await rename(`${path}${DRAFT}`, path);
  await syncPath(folder);
}
