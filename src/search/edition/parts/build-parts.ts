// Builds the parts of a base one after the other, in memory that is bounded by one part. One pass over the outlines of
// all records finds the part of each; then the records of each part are read by their ids.
import type { RecordOutlines } from '../../../contract/documents.ts';
import type { RecordBodies } from '../../../contract/record-bodies.ts';
import type { FillPack } from '../bodies/pack-writer.ts';
import type { Dictionaries } from '../bodies/record-units.ts';
import { writeLookUps } from '../bodies/write-look-ups.ts';
import { dictionaryFor, writeRecords } from '../bodies/write-records.ts';
import { type BuildOptions, buildEdition } from '../build/build-edition.ts';
import type { RecordsById } from '../changed-records.ts';
import { EditionFile, type EditionHead } from '../edition-file.ts';
import type { PartPlan } from './part-plan.ts';
import { type KeptParts, PartRecords } from './part-records.ts';
import { type AscendingIds, readById } from './records-by-id.ts';

/** One consistent state of the catalog. */
export interface PartsInput extends RecordsById {
  /** Of all records to build. */
  readonly outlines: RecordOutlines;
  /** For the packs of all parts. */
  readonly dictionariesFor: (ids: AscendingIds) => Dictionaries;
}

export interface PartsOptions extends Pick<BuildOptions, 'blockBits' | 'roleOf'> {
  readonly plan: PartPlan;
  /** Parts that are not built; the input then has the records of the others. */
  readonly kept?: KeptParts;
}

/** Receives the parts in order. */
export interface PartsOutput {
  /** `fill` writes the records of the part. */
  part(part: number, index: SharedArrayBuffer, fill: FillPack): Promise<void>;
}

/** Parts have no generation: the same records give the same bytes. */
const NO_GENERATION = { generation: 0, hiddenGeneration: 0 };

/** Deterministic like `buildEdition`. Returns the counts of the parts that are built. */
export async function buildParts(
  input: PartsInput,
  { plan, kept, ...options }: PartsOptions,
  output: PartsOutput,
): Promise<EditionHead['counts']> {
  const records = new PartRecords(plan, kept);
  records.add(input.outlines);
  const dictionaries = input.dictionariesFor(records.ids);
  const counts = { companies: 0, people: records.peopleCount, positions: 0, jobs: 0 };
  for (const part of records.built) {
    const read = () => records.documentsIn(part, readById(input, records.idsIn(part)));
    const isShared = (id: number) => records.isShared(id);
    const index = buildEdition({ state: NO_GENERATION, ...read() }, { ...options, isShared });
    await output.part(part, index, (to) => {
      const documents = read();
      writeRecords(index, documents.bodies, { ...to, dictionaries });
      writeLookUps(index, documents, to);
    });
    const { companies, positions, jobs } = new EditionFile(index).head.counts;
    counts.companies += companies;
    counts.positions += positions;
    counts.jobs += jobs;
  }
  return counts;
}

/** Dictionaries of a source, or made of its records. */
export function dictionariesOf(bodies: RecordBodies, ids: AscendingIds): Dictionaries {
  return {
    companies: dictionaryFor('companies', ids.companies, bodies.companies),
    people: dictionaryFor('people', ids.people, bodies.people),
    jobs: dictionaryFor('jobs', ids.jobs, bodies.jobs),
  };
}
