// Writes the records of an edition into its pack, in document order: one sequential pass over the bodies of each kind,
// sorted by a spill.
//
//   companies, people, jobs   sections of units, one for each document of the space; see record-units.ts
//   <section>.dictionary      resident: the dictionary of the codec of the section

import { Codec } from '../../../codec/codec.ts';
import { makeDictionary } from '../../../codec/dictionary.ts';
import type { BodySource, RecordBodies } from '../../../contract/record-bodies.ts';
import { atOnce } from '../../../ops/scheduling/work.ts';
import { idHash } from '../build/id-hash.ts';
import type { PackedColumn } from '../columns/packed-column.ts';
import { EditionFile } from '../edition-file.ts';
import { EditionIndex } from '../edition-index.ts';
import type { PackWriter } from './pack-writer.ts';
import {
  type Dictionaries,
  dictionaryOf,
  type RecordSection,
  UnitBuilder,
  writeCompanyUnit,
  writeJobUnit,
  writePersonUnit,
} from './record-units.ts';
import { Spill } from './spill.ts';

const DICTIONARY_BYTES: Readonly<Record<RecordSection, number>> = {
  people: 60 * 1024,
  companies: 16 * 1024,
  jobs: 16 * 1024,
};
/** Number of records sampled to make a dictionary. */
const SAMPLE_RECORDS = 8000;

interface Destination {
  readonly pack: PackWriter;
  /** Path of temporary files. */
  readonly spillPath: string;
  /** By default, dictionaries are made from the records. */
  readonly dictionaries?: Dictionaries;
}

/**
 * Writes the sections `companies`, `people` and `jobs`. Needs about 20 bytes of memory per person, plus one bucket of
 * units.
 */
export function writeRecords(edition: ArrayBufferLike, bodies: RecordBodies, to: Destination): void {
  const index = new EditionIndex(new EditionFile(edition));
  const builder = new UnitBuilder();
  writeSection(
    {
      name: 'companies',
      ids: index.companies.ids,
      source: bodies.companies,
      docOf: (id) => index.companies.docOf(id),
      unitOf: (body, codec) => writeCompanyUnit(builder, body, codec),
    },
    to,
  );
  const { ids } = index.people;
  const finder = atOnce(index.personFinder());
  const mains = mainPositionDistances(index);
  writeSection(
    {
      name: 'people',
      ids,
      source: bodies.people,
      docOf: (id) => finder.firstOf(id),
      unitOf: (body, codec, doc) => writePersonUnit(builder, body, { mainAfter: mains.get(doc) ?? 0, codec }),
    },
    to,
  );
  writeSection(
    {
      name: 'jobs',
      ids: index.jobs.ids,
      source: bodies.jobs,
      docOf: (id) => index.jobs.docOf(id),
      unitOf: (body, codec) => writeJobUnit(builder, body, codec),
    },
    to,
  );
}

/** The dictionary for the records of a section: the dictionary of the source, or one made from a sample. */
export function dictionaryFor(name: RecordSection, ids: Iterable<number>, source: BodySource<unknown>): Uint8Array {
  return source.dictionary ?? makeDictionary(source.samples(sampleOf(ids)), DICTIONARY_BYTES[name]);
}

interface Section<Body extends { readonly id: number }> {
  readonly name: RecordSection;
  /** The ids of the documents. */
  readonly ids: PackedColumn;
  readonly source: BodySource<Body>;
  /** The document that stores the body of a record; -1 for a record that is not searchable. */
  readonly docOf: (id: number) => number;
  /** Encodes a body for its document. */
  readonly unitOf: (body: Body, codec: Codec, doc: number) => Uint8Array;
}

function writeSection<Body extends { readonly id: number }>(
  { name, ids, source, docOf, unitOf }: Section<Body>,
  { pack, spillPath, dictionaries }: Destination,
): void {
  const dictionary = dictionaries?.[name] ?? dictionaryFor(name, ids, source);
  pack.resident(dictionaryOf(name), dictionary);
  const codec = new Codec(dictionary);
  const spill = new Spill(ids.length, spillPath);
  try {
    for (const body of source.all) {
      const doc = docOf(body.id);
      if (doc >= 0) spill.add(doc, unitOf(body, codec, doc));
    }
    pack.units(name, (append) => spill.each(append));
  } finally {
    spill.close();
  }
}

/** A sample of at most 8,000 ids: the ids with the lowest hashes, so that the same records give the same sample. */
function sampleOf(ids: Iterable<number>): number[] {
  let hashMax = 2 ** 32;
  let sample: number[] = [];
  for (const id of ids) {
    if (idHash(id) >= hashMax) continue;
    sample.push(id);
    if (sample.length < 2 * SAMPLE_RECORDS) continue;
    hashMax /= 2;
    sample = sample.filter((one) => idHash(one) < hashMax);
  }
  return [...new Set(sample)].sort((one, other) => idHash(one) - idHash(other)).slice(0, SAMPLE_RECORDS);
}

/** For the first document of each person whose main position is another document: the distance to it. */
export function mainPositionDistances({ people }: EditionIndex): Map<number, number> {
  const { repeats, mainRepeats } = people;
  const mains = new Map<number, number>();
  for (let index = 0; index < repeats.count; index++) {
    if (mainRepeats.at(index) === 0) continue;
    const doc = repeats.at(index);
    const first = repeats.first(doc);
    mains.set(first, doc - first);
  }
  return mains;
}
