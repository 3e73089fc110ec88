// Searches all stores and files of a data folder for the identifiers of a person.
import { relative } from 'node:path';
import type { Config } from '../app/config.ts';
import type { CatalogKeeper } from '../catalog/keeper-port.ts';
import type { MemberStore, NamedPerson } from '../members/port.ts';
import { isMissing } from '../ops/files/file-fault.ts';
import { contactTexts } from '../search/edition/bodies/look-ups.ts';
import { PackError } from '../search/edition/bodies/pack-format.ts';
import { loadPack } from '../search/edition/bodies/pack-image.ts';
import { Pack } from '../search/edition/bodies/pack-reader.ts';
import { RecordPack } from '../search/edition/bodies/record-pack.ts';
import { filesBelow, holdsOneOf } from './erase-texts.ts';
import { sharedFilesWith } from './forget-shared-files.ts';

interface Searched {
  readonly config: Config;
  readonly keeper: CatalogKeeper;
  readonly members: MemberStore;
  readonly named: NamedPerson;
}

/** A place that still contains an identifier of a person. */
export interface Trace {
  readonly place: string;
  readonly rows: number;
}

/**
 * Searches all places for the texts. The catalog file is rebuilt first: it may have remains of deleted rows, which are
 * compressed, so a search of the file would miss them.
 */
export async function tracesOf({ config, keeper, members, named }: Searched): Promise<readonly Trace[]> {
  const { texts } = named;
  const inStore = [
    ...(await keeper.traces(texts)),
    ...(await sharedFilesWith(config, texts)).map((place) => ({ place, rows: 1 })),
  ];
  const saved = await members.traces.count(named);
  if (inStore.length === 0 && config.database === null) await keeper.scrub(true);
  const files = await filesWith(config, texts);
  const inLists = saved === 0 ? [] : [{ place: 'lists and saved searches', rows: saved }];
  return [...inStore, ...inLists, ...files.map((place) => ({ place, rows: 1 }))];
}

const COPIES = /^(?:editions|followed)[/\\]/;
/** Objects for serving nodes. A builder removes the objects of an edition within a minute after the next edition. */
const OBJECTS = /^published[/\\]/;

async function filesWith(config: Config, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const file of await filesBelow(config.data)) {
    // Copies of the published edition are replaced within a minute after it.
    if ((config.editions === null ? OBJECTS : COPIES).test(relative(config.data, file))) continue;
    if ((await holdsOneOf(file, texts)) || (await packHoldsOneOf(file, texts))) found.push(relative(config.data, file));
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
