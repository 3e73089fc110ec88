// Builds the delta of an edition: a small edition of the records that changed since, with the employers of its people
// and job rows, and its place over the base.
import type {
  CompanyDocument,
  CompanyKeysDocument,
  ContactsDocument,
  JobDocument,
  PersonDocument,
} from '../../../contract/documents.ts';
import type { RecordBodies } from '../../../contract/record-bodies.ts';
import { assert } from '../../../ops/assert.ts';
import { inBackground } from '../../../ops/fair-scheduler.ts';
import { packInMemory } from '../bodies/pack-image.ts';
import { MemoryOutput } from '../bodies/pack-output.ts';
import { PackWriter } from '../bodies/pack-writer.ts';
import { writeLookUps } from '../bodies/write-look-ups.ts';
import { writeRecords } from '../bodies/write-records.ts';
import { type BuildOptions, buildEdition } from '../build/build-edition.ts';
import type { EditionInput } from '../build/edition-input.ts';
import { Edition } from '../edition.ts';
import type { DocSlugs } from '../seek.ts';
import { measureSeam, type SharedDelta, sharedDocs } from './delta-seam.ts';

/** Records by catalog id. */
interface RecordIds {
  readonly companies: readonly number[];
  readonly people: readonly number[];
  readonly jobs: readonly number[];
}

/** The records that changed, were added or removed since the base was built; more of them are as good. */
export interface ChangedRecords extends RecordIds {
  /** Names of employers that refer to another company than in the base; null for none. */
  readonly employers: readonly {
    readonly employerId: number;
    readonly from: number | null;
    readonly to: number | null;
  }[];
}

/** The current records of some ids; those that are removed or hidden are missing. Iterables are consumed once. */
export interface DeltaDocuments {
  readonly companies: Iterable<CompanyDocument>;
  readonly people: Iterable<PersonDocument>;
  readonly jobs: Iterable<JobDocument>;
  readonly bodies: RecordBodies;
  readonly contacts: Iterable<ContactsDocument>;
  readonly companyKeys: Iterable<CompanyKeysDocument>;
}

/** One consistent state of the catalog. */
export interface DeltaInput {
  readonly state: EditionInput['state'];
  readonly changed: ChangedRecords;
  documentsOf(ids: RecordIds): DeltaDocuments;
}

export interface DeltaOptions extends Pick<BuildOptions, 'blockBits' | 'roleOf'> {
  /** The name of temporary files. */
  readonly spillPath: string;
  /** The maximum number of records that the delta replaces or adds. */
  readonly recordsMax: number;
}

/** The delta over a base, which must have records; null if it would have too many. */
export async function buildDelta(base: Edition, input: DeltaInput, options: DeltaOptions): Promise<SharedDelta | null> {
  const { records, slugs } = base;
  assert(records && slugs, 'a base has records');
  const replaced = replacedIds(base, input.changed, options.recordsMax);
  if (replaced === null) return null;
  const own = input.documentsOf(replaced);
  const [companies, people, jobs] = [[...own.companies], [...own.people], [...own.jobs]];
  const employers = employersOf(people, jobs).difference(new Set(companies.map(({ id }) => id)));
  const guests = input.documentsOf({ companies: [...employers].sort(ascending), people: [], jobs: [] }).companies;
  const { placeOf, orderKeyOf } = orderIn(base, slugs);
  const all = [...companies, ...guests];
  // Equal keys keep this order: of two companies the one of the base is first.
  const inOrder = [...all.filter(({ id }) => placeOf(id) >= 0), ...all.filter(({ id }) => placeOf(id) < 0)];
  const content = { state: input.state, companies: inOrder, people, jobs };
  const buffer = buildEdition(content, { ...options, orderKeyOf });
  const output = new MemoryOutput();
  const pack = new PackWriter(output, Edition.openAgain({ buffer, pack: null }).id);
  const to = { pack, spillPath: options.spillPath, dictionaries: records.dictionaries };
  writeRecords(buffer, own.bodies, to);
  writeLookUps(buffer, own, to);
  pack.finish();
  const edition = { buffer, pack: packInMemory(output.content()) };
  const count = replaced.companies.length + replaced.people.length + replaced.jobs.length;
  return {
    records: count,
    edition,
    seam: await seamOf({ base, delta: Edition.openAgain(edition), slugs, placeOf }, replaced),
  };
}

/** The records that the delta holds in place of the base; null if they are too many. */
function replacedIds(
  { index }: Edition,
  { companies, people: changedPeople, jobs, employers }: ChangedRecords,
  recordsMax: number,
): RecordIds | null {
  const people = new Set(changedPeople);
  const isTooMuch = () => companies.length + people.size + jobs.length > recordsMax;
  const { unlinkedEmployers, ownership, ids } = index.people;
  const addStaff = (companyId: number) => {
    const company = index.companies.placeOf(companyId);
    const end = company < 0 ? 0 : ownership.end(company);
    for (let doc = company < 0 ? 0 : ownership.start(company); doc < end && !isTooMuch(); doc++)
      people.add(ids.at(doc));
  };
  const unlinked = new Set<number>();
  for (const { employerId, from, to } of employers) {
    if (from === to) continue;
    if (from === null) unlinked.add(employerId);
    else addStaff(from);
  }
  if (unlinked.size > 0) {
    const start = ownership.start(ownership.companyCount);
    for (let place = 0; place < unlinkedEmployers.length && !isTooMuch(); place++)
      if (unlinked.has(unlinkedEmployers.at(place))) people.add(ids.at(start + place));
  }
  if (isTooMuch()) return null;
  return { companies, people: [...people].sort(ascending), jobs };
}

function employersOf(people: readonly PersonDocument[], jobs: readonly JobDocument[]): Set<number> {
  const ofPeople = people.flatMap(({ positions }) => positions.map(({ companyId }) => companyId));
  return new Set([...ofPeople, ...jobs.map(({ companyId }) => companyId)].filter((id) => id !== null));
}

/** The order of companies in a base: those that it has keep their place, whatever they are now. */
function orderIn({ index }: Edition, slugs: DocSlugs) {
  const placeOf = (companyId: number) => index.companies.placeOf(companyId);
  const orderKeyOf = (company: CompanyDocument) => {
    const doc = placeOf(company.id);
    if (doc < 0) return company;
    const employees = index.companies.employees.at(doc);
    return { employee_count: employees === 0 ? null : employees - 1, slug: String(slugs.company(doc)) };
  };
  return { placeOf, orderKeyOf };
}

async function seamOf(
  layers: {
    readonly base: Edition;
    readonly delta: Edition;
    readonly slugs: DocSlugs;
    readonly placeOf: (companyId: number) => number;
  },
  replaced: RecordIds,
): Promise<SharedDelta['seam']> {
  const { base, delta, slugs, placeOf } = layers;
  const own = delta.slugs;
  assert(own, 'a delta has records');
  const finder = await inBackground(base.index.personFinder());
  const masked = {
    companies: sharedDocs(replaced.companies.map(placeOf).filter((doc) => doc >= 0)),
    people: sharedDocs(replaced.people.flatMap((id) => finder.documentsOf(id))),
    jobs: sharedDocs(replaced.jobs.map((id) => base.index.jobs.placeOf(id)).filter((doc) => doc >= 0)),
  };
  return measureSeam({ base, delta, slugs: { base: slugs, delta: own } }, masked);
}

function ascending(left: number, right: number): number {
  return left - right;
}
