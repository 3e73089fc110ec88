// Builds the parts of a base, each in memory that is bounded by the size of a part. One pass over the outlines of all
// records finds the part of each record. Then the records of each part are read by their ids. The parts are
// independent, so threads can build several at once.
import type { RecordOutlines } from '../../../contract/documents.ts';
import type { RecordBodies } from '../../../contract/record-bodies.ts';
import type { FillPack } from '../bodies/pack-writer.ts';
import type { Dictionaries } from '../bodies/record-units.ts';
import { writeLookups } from '../bodies/write-lookups.ts';
import { dictionaryFor, writeRecords } from '../bodies/write-records.ts';
import { type BuildOptions, buildEdition } from '../build/build-edition.ts';
import type { RecordsById } from '../changed-records.ts';
import { EditionFile, type EditionHead } from '../edition-file.ts';
import type { PartPlan } from './part-plan.ts';
import { type KeptParts, PartRecords } from './part-records.ts';
import { type AscendingIds, readById } from './records-by-id.ts';

/** One consistent state of the catalog. */
export interface PartsInput extends RecordsById {
  /** The outlines of all records to build. */
  readonly outlines: RecordOutlines;
  /**
   * Returns the dictionaries for the packs of all parts. `ids`: the records to build, and the companies of kept parts.
   */
  readonly dictionariesFor: (ids: AscendingIds) => Dictionaries;
}

type PartOptions = Pick<BuildOptions, 'blockBits' | 'roleOf'>;

export interface PartsOptions extends PartOptions {
  readonly plan: PartPlan;
  /** Parts that are not built. With kept parts, the input has only the records of the parts to build. */
  readonly kept?: KeptParts;
  /** By default this thread builds one part after the other. */
  readonly buildAtOnce?: BuildAtOnce;
}

/** The input that is the same for all parts. */
export interface PartsBasis {
  readonly records: PartRecords;
  readonly dictionaries: Dictionaries;
}

/** The counts of one part. */
export type PartCounts = Omit<EditionHead['counts'], 'people'>;

/** Builds and stores parts in other threads, from the same state of the catalog. */
export type BuildAtOnce = (basis: PartsBasis, parts: readonly number[]) => Promise<readonly PartCounts[]>;

/** Receives each part once. */
export interface PartsOutput {
  /** Stores a part. `fill` writes its records. */
  part(part: number, index: SharedArrayBuffer, fill: FillPack): Promise<void>;
}

/** Parts have no generation, so that the same records result in the same bytes. */
const NO_GENERATION = { generation: 0, hiddenGeneration: 0 };

/** Deterministic, like `buildEdition`. Returns the counts of the parts that it built. */
export async function buildParts(
  input: PartsInput,
  { plan, kept, buildAtOnce, ...options }: PartsOptions,
  output: PartsOutput,
): Promise<EditionHead['counts']> {
  const records = new PartRecords({ plan });
  if (kept) records.keep(kept);
  const people = records.add(input.outlines);
  const basis = { records, dictionaries: input.dictionariesFor(records.ids) };
  const parts = Array.from({ length: records.partCount }, (_, part) => part).filter((part) => !kept?.has(part));
  const build = buildAtOnce ?? inTurn((part) => buildPart({ part, ...basis, catalog: input }, options, output));
  const counts = { companies: 0, people, positions: 0, jobs: 0 };
  for (const { companies, positions, jobs } of await build(basis, parts)) {
    counts.companies += companies;
    counts.positions += positions;
    counts.jobs += jobs;
  }
  return counts;
}

function inTurn(build: (part: number) => Promise<PartCounts>): BuildAtOnce {
  return async (_basis, parts) => {
    const counts: PartCounts[] = [];
    for (const part of parts) counts.push(await build(part));
    return counts;
  };
}

export interface PartInput extends PartsBasis {
  readonly part: number;
  readonly catalog: RecordsById;
}

/** Builds one part and passes it to `output`. */
export async function buildPart(
  { part, records, dictionaries, catalog }: PartInput,
  options: PartOptions,
  output: PartsOutput,
): Promise<PartCounts> {
  const read = () => records.documentsIn(part, readById(catalog, records.idsIn(part)));
  const isShared = (id: number) => records.isShared(id);
  const index = buildEdition({ state: NO_GENERATION, ...read() }, { ...options, isShared });
  await output.part(part, index, (to) => {
    const documents = read();
    writeRecords(index, documents.bodies, { ...to, dictionaries });
    writeLookups(index, documents, to);
  });
  return new EditionFile(index).head.counts;
}

/** Reads the dictionaries of a source, or makes them from its records. */
export function dictionariesOf(bodies: RecordBodies, ids: AscendingIds): Dictionaries {
  return {
    companies: dictionaryFor('companies', ids.companies, bodies.companies),
    people: dictionaryFor('people', ids.people, bodies.people),
    jobs: dictionaryFor('jobs', ids.jobs, bodies.jobs),
  };
}
