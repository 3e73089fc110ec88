// Builds a delta over the layers of an edition: a small edition of the records that changed since the layers were built
// and of the employers of its people and job rows, and its seams over the layers.
import type { CompanyDocument, JobDocument, PersonDocument } from '../../../contract/documents.ts';
import { assert } from '../../../ops/assert.ts';
import { inBackground } from '../../../ops/scheduling/fair-scheduler.ts';
import { packInMemory } from '../bodies/pack-image.ts';
import { MemoryOutput } from '../bodies/pack-output.ts';
import { PackWriter } from '../bodies/pack-writer.ts';
import { writeLookups } from '../bodies/write-lookups.ts';
import { writeRecords } from '../bodies/write-records.ts';
import { type BuildOptions, buildEdition } from '../build/build-edition.ts';
import type { EditionInput } from '../build/edition-input.ts';
import type { ChangedCatalog, IdsBySpace, RecordChanges } from '../changed-records.ts';
import { Edition } from '../edition.ts';
import { measureSeams, sharedDocs } from './delta-seam.ts';
import type { LayerStack } from './layer-stack.ts';
import type { DeltaSeam, SharedDelta } from './shared-delta.ts';

/** One consistent state of the catalog. */
export interface DeltaInput extends ChangedCatalog {
  readonly state: EditionInput['state'];
}

export interface DeltaOptions extends Pick<BuildOptions, 'blockBits' | 'roleOf'> {
  /** The name of temporary files. */
  readonly spillPath: string;
  /** The maximum number of records that the delta replaces or adds. */
  readonly recordsMax: number;
}

/** Builds a delta over layers, which must have records; null if the delta would have more than `recordsMax` records. */
export async function buildDelta(
  below: LayerStack,
  input: DeltaInput,
  options: DeltaOptions,
): Promise<SharedDelta | null> {
  const dictionaries = below.editions[0]?.records?.dictionaries;
  assert(dictionaries, 'a base has records');
  const replaced = replacedIds(below, input.changed, options.recordsMax);
  if (replaced === null) return null;
  const own = input.documentsOf(replaced);
  const [companies, people, jobs] = [[...own.companies], [...own.people], [...own.jobs]];
  const employers = employersOf(people, jobs).difference(new Set(companies.map(({ id }) => id)));
  const guests = input.documentsOf({ companies: [...employers].sort(ascending), people: [], jobs: [] }).companies;
  const { layerOf, orderKeyOf } = orderIn(below);
  const all = [...companies, ...guests];
  // Companies with equal keys keep this order: the company of the lower layer is first.
  const inOrder = [...below.editions.keys(), NEW].flatMap((layer) => all.filter(({ id }) => layerOf(id) === layer));
  const content = { state: input.state, companies: inOrder, people, jobs };
  const buffer = buildEdition(content, { ...options, orderKeyOf });
  const output = new MemoryOutput();
  const { id } = Edition.openAgain({ buffer, pack: null });
  const pack = new PackWriter(output, id);
  const to = { pack, spillPath: options.spillPath, dictionaries };
  writeRecords(buffer, own.bodies, to);
  writeLookups(buffer, own, to);
  pack.finish();
  const edition = { buffer, pack: packInMemory(output.content()) };
  const records = replaced.companies.length + replaced.people.length + replaced.jobs.length;
  return { id, records, edition, seams: await seamsOf(below, Edition.openAgain(edition), replaced) };
}

/** The ids of the records that the delta contains instead of the layers; null if there are too many. */
function replacedIds(
  below: LayerStack,
  { companies, people: changedPeople, jobs, employers }: RecordChanges,
  recordsMax: number,
): IdsBySpace | null {
  const people = new Set(changedPeople);
  const isTooMuch = () => companies.length + people.size + jobs.length > recordsMax;
  const relinked = employers.filter(({ from, to }) => from !== to);
  const unlinked = new Set(relinked.flatMap(({ employerId, from }) => (from === null ? employerId : [])));
  for (const { index } of below.editions) {
    const { unlinkedEmployers, ownership, ids } = index.people;
    for (const { from } of relinked) {
      const company = from === null ? -1 : index.companies.docOf(from);
      const end = company < 0 ? 0 : ownership.end(company);
      for (let doc = company < 0 ? 0 : ownership.start(company); doc < end && !isTooMuch(); doc++)
        people.add(ids.at(doc));
    }
    const start = ownership.start(ownership.ownerCount);
    for (let index = 0; unlinked.size > 0 && index < unlinkedEmployers.length && !isTooMuch(); index++)
      if (unlinked.has(unlinkedEmployers.at(index))) people.add(ids.at(start + index));
  }
  if (isTooMuch()) return null;
  return { companies, people: [...people].sort(ascending), jobs };
}

function employersOf(people: readonly PersonDocument[], jobs: readonly JobDocument[]): Set<number> {
  const ofPeople = people.flatMap(({ positions }) => positions.map(({ companyId }) => companyId));
  return new Set([...ofPeople, ...jobs.map(({ companyId }) => companyId)].filter((id) => id !== null));
}

/** The layer of a company that no layer contains. */
const NEW = -1;

/**
 * The order of companies over the layers. A company that a layer contains keeps its place there, even if its size or
 * slug has changed.
 */
function orderIn({ editions }: LayerStack) {
  const layerOf = (companyId: number) => editions.findIndex((edition) => edition.companyDocOf(companyId) >= 0);
  const orderKeyOf = (company: CompanyDocument) => {
    const edition = editions[layerOf(company.id)];
    if (!edition) return company;
    const doc = edition.companyDocOf(company.id);
    const employees = edition.index.companies.employees.at(doc);
    return { employee_count: employees === 0 ? null : employees - 1, slug: String(edition.slugs?.company(doc)) };
  };
  return { layerOf, orderKeyOf };
}

async function seamsOf(below: LayerStack, delta: Edition, replaced: IdsBySpace): Promise<SharedDelta['seams']> {
  assert(delta.slugs, 'a delta has records');
  const replacedDocs: DeltaSeam['replaced'][] = [];
  for (const { index } of below.editions) {
    const finder = await inBackground(index.personFinder());
    const docsIn = (ids: readonly number[], columns: { docOf(id: number): number }) =>
      sharedDocs(ids.map((id) => columns.docOf(id)).filter((doc) => doc >= 0));
    replacedDocs.push({
      companies: docsIn(replaced.companies, index.companies),
      people: sharedDocs(replaced.people.flatMap((id) => finder.documentsOf(id))),
      jobs: docsIn(replaced.jobs, index.jobs),
    });
  }
  return measureSeams(below, { edition: delta, slugs: delta.slugs }, replacedDocs);
}

function ascending(left: number, right: number): number {
  return left - right;
}
