// Catalogs that change, for the laws of layers: states of one catalog with the changes between them, and editions of
// them with records, in memory. The bodies are the documents as JSON.
import fc from 'fast-check';
import type {
  CompanyDocument,
  ContactsDocument,
  JobDocument,
  PersonDocument,
  RecordDocuments,
  RecordOutlines,
} from '../../src/contract/documents.ts';
import type { BodySource, RecordBodies } from '../../src/contract/record-bodies.ts';
import { packInMemory } from '../../src/search/edition/bodies/pack-image.ts';
import { MemoryOutput } from '../../src/search/edition/bodies/pack-output.ts';
import { PackWriter } from '../../src/search/edition/bodies/pack-writer.ts';
import type { Dictionaries } from '../../src/search/edition/bodies/record-units.ts';
import { writeLookups } from '../../src/search/edition/bodies/write-lookups.ts';
import { writeRecords } from '../../src/search/edition/bodies/write-records.ts';
import { buildEdition } from '../../src/search/edition/build/build-edition.ts';
import type { IdsBySpace } from '../../src/search/edition/changed-records.ts';
import { Edition } from '../../src/search/edition/edition.ts';
import { buildDelta, type DeltaInput } from '../../src/search/edition/layers/build-delta.ts';
import { type LayeredEdition, stackOf } from '../../src/search/edition/layers/layered-edition.ts';
import type { SharedDelta } from '../../src/search/edition/layers/shared-delta.ts';
import { dictionariesOf, type PartsInput } from '../../src/search/edition/parts/build-parts.ts';
import { type NaiveCatalog, roleOfTitle } from './naive-search.ts';
import { type CatalogSizes, catalogs, UNKNOWN_ID } from './search-arbitraries.ts';

/** A state of a catalog: its visible records. Employers of positions are names, each linked to a company or none. */
export interface CatalogState {
  readonly generation: number;
  readonly companies: ReadonlyMap<number, CompanyDocument>;
  readonly people: ReadonlyMap<number, PersonDocument>;
  readonly jobs: ReadonlyMap<number, JobDocument>;
  /** The company of each name; a name without an entry belongs to the company with its number. */
  readonly links: ReadonlyMap<number, number>;
}

const ADDRESSES = ['a@x.example', 'b@x.example', 'c@y.example', 'd@y.example'];
const NUMBERS = ['+12025550142', '+12025550143', '+12025550144'];
const DOMAINS = ['x.example', 'y.example', 'z.example'];

const IDS = ['crm_id:1', 'crm_id:2', 'x_handle:b'];

export const KEYS = { addresses: ADDRESSES, numbers: NUMBERS, domains: DOMAINS, ids: IDS } as const;

function linkOf(state: CatalogState, employerId: number): number | null {
  const companyId = state.links.get(employerId) ?? employerId;
  return state.companies.has(companyId) ? companyId : null;
}

/** The records as documents, with the companies of their positions. */
export function documentsOf(state: CatalogState): NaiveCatalog {
  return {
    companies: [...state.companies.values()],
    people: [...state.people.values()].map((person) => ({
      ...person,
      positions: person.positions.map((position) => ({
        ...position,
        companyId: linkOf(state, position.employerId ?? UNKNOWN_ID),
      })),
    })),
    jobs: [...state.jobs.values()],
  };
}

/** Addresses and numbers that few people share, derived from the content of the person. */
function contactsOf({ id, slug, connections_count, city }: PersonDocument): ContactsDocument {
  const salt = id * 3 + (connections_count ?? 2) + (city?.length ?? 0);
  const emails = ADDRESSES.filter((_, index) => (salt + index) % 3 === 0);
  const numbers = NUMBERS.filter((_, index) => (salt + index) % 5 < 2);
  return {
    ...{ id, slug },
    emails: emails.map((email) => ({ email, status: 'valid', verified_at: null, is_primary: false })),
    phones: numbers.map((phone) => ({ phone, kind: null })),
    ids: idsOf(salt),
  };
}

const idsOf = (salt: number) => IDS.filter((_, index) => (salt + index) % 4 === 0);

function domainsOf({ id, followers }: CompanyDocument): string[] {
  return DOMAINS.filter((_, index) => (id + (followers ?? 3) + index) % 3 < 2);
}

const idsOfCompany = ({ id, followers }: CompanyDocument) => idsOf(id + (followers ?? 1));

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

function source<Body>(all: readonly Body[], samples: (body: Body) => Buffer): BodySource<Body> {
  return { all, samples: () => all.map(samples) };
}

function recordsOf({ companies, people, jobs }: NaiveCatalog): Omit<RecordDocuments, keyof NaiveCatalog | 'outlines'> {
  const byId = <Row extends { readonly id: number }>(rows: readonly Row[]) =>
    rows.toSorted((left, right) => left.id - right.id);
  const companyBodies = byId(companies).map((company) => ({
    ...{
      id: company.id,
      slug: company.slug,
      email_domain: null,
      domains: domainsOf(company),
      ids: idsOfCompany(company),
    },
    ...{ employer: json(company), rest: json(company.about), hiring: json(company.name) },
  }));
  const bodies: RecordBodies = {
    companies: source(companyBodies, ({ employer }) => employer),
    people: source(
      byId(people).map((person) => ({ id: person.id, json: json({ ...person, positions: [] }) })),
      (body) => body.json,
    ),
    jobs: source(
      byId(jobs).map((job) => ({ id: job.id, before: json(job), after: json(job.source), urls: Buffer.alloc(0) })),
      ({ before }) => before,
    ),
  };
  const companyKeys = byId(companies).map((company) => ({
    ...{ id: company.id, slug: company.slug, domains: domainsOf(company), ids: idsOfCompany(company) },
  }));
  return { bodies, contacts: byId(people).map(contactsOf), companyKeys };
}

export const SPILL = { spillPath: '/nowhere' };

/** The order keys of companies by id, from the first of some states that has the company. */
export function orderKeysOf(states: readonly CatalogState[]): Map<number, CompanyDocument> {
  return new Map(states.toReversed().flatMap(({ companies }) => [...companies]));
}

/**
 * An edition of a state with its records. Companies are ordered by their order keys in the first of the `before` states
 * that has them.
 */
export function editionOf(state: CatalogState, blockBits: number, before: readonly CatalogState[] = []): Edition {
  const catalog = documentsOf(state);
  const orderKeys = orderKeysOf([...before, state]);
  // Among companies with equal keys, companies of older states come first.
  const ageOf = ({ id }: CompanyDocument) => [...before, state].findIndex(({ companies }) => companies.has(id));
  const companies = catalog.companies.toSorted((left, right) => ageOf(left) - ageOf(right));
  const input = { ...catalog, companies, state: { generation: state.generation, hiddenGeneration: 1 } };
  const orderKeyOf = (company: CompanyDocument) => orderKeys.get(company.id) ?? company;
  const buffer = buildEdition(input, { blockBits, roleOf: roleOfTitle, orderKeyOf });
  const output = new MemoryOutput();
  const pack = new PackWriter(output, Edition.openAgain({ buffer, pack: null }).id);
  const { bodies, contacts, companyKeys } = recordsOf(catalog);
  writeRecords(buffer, bodies, { pack, ...SPILL });
  writeLookups(buffer, { contacts, companyKeys }, { pack, ...SPILL });
  pack.finish();
  return Edition.openAgain({ buffer, pack: packInMemory(output.content()) });
}

/** A state as the input of a build in parts, by default with dictionaries of its records. */
export function partsInputOf(state: CatalogState, dictionaries?: Dictionaries): PartsInput {
  const { bodies } = recordsOf(documentsOf(state));
  return {
    outlines: outlinesOf(state),
    documentsOf: (ids) => someOf(state, ids),
    dictionariesFor: (ids) => dictionaries ?? dictionariesOf(bodies, ids),
  };
}

/** All records, people by id. */
export function outlinesOf(state: CatalogState): RecordOutlines {
  const { people, ...others } = documentsOf(state);
  return { ...others, people: people.toSorted((left, right) => left.id - right.id) };
}

/** The records of a state with these ids. */
export function someOf(state: CatalogState, ids: IdsBySpace): RecordDocuments {
  const all = documentsOf(state);
  const some = {
    companies: all.companies.filter(({ id }) => ids.companies.includes(id)),
    people: all.people.filter(({ id }) => ids.people.includes(id)).sort((left, right) => left.id - right.id),
    jobs: all.jobs.filter(({ id }) => ids.jobs.includes(id)),
  };
  return { ...some, ...recordsOf(some), outlines: () => some };
}

/** The changes from one state to another as the catalog logs them. */
export function changesBetween(before: CatalogState, after: CatalogState): DeltaInput['changed'] {
  const companies = differing(before.companies, after.companies);
  const appeared = [...new Set([...before.companies.keys(), ...after.companies.keys()])].filter(
    (id) => before.companies.has(id) !== after.companies.has(id),
  );
  const jobs = [...before.jobs.values(), ...after.jobs.values()].filter(({ companyId }) =>
    appeared.includes(companyId),
  );
  const names = new Set(
    [...before.people.values(), ...after.people.values()].flatMap(({ positions }) =>
      positions.flatMap(({ employerId }) => employerId ?? []),
    ),
  );
  const employers = [...names].map((employerId) => ({
    ...{ employerId, from: linkOf(before, employerId), to: linkOf(after, employerId) },
  }));
  return {
    companies,
    people: differing(before.people, after.people),
    jobs: [...new Set([...differing(before.jobs, after.jobs), ...jobs.map(({ id }) => id)])].sort((a, b) => a - b),
    employers,
  };
}

function differing(before: ReadonlyMap<number, object>, after: ReadonlyMap<number, object>): number[] {
  const ids = [...new Set([...before.keys(), ...after.keys()])].sort((left, right) => left - right);
  return ids.filter((id) => before.get(id) !== after.get(id));
}

/** The delta of a state over the layers of an earlier one. */
export async function deltaOf(
  below: Edition | LayeredEdition,
  { before, after, blockBits }: { before: CatalogState; after: CatalogState; blockBits: number },
): Promise<SharedDelta> {
  const input: DeltaInput = {
    state: { generation: after.generation, hiddenGeneration: 1 },
    changed: changesBetween(before, after),
    documentsOf: (ids) => someOf(after, ids),
  };
  const delta = await buildDelta(stackOf(below), input, {
    blockBits,
    roleOf: roleOfTitle,
    recordsMax: 10_000,
    ...SPILL,
  });
  if (!delta) throw new Error('the delta has too many records');
  return delta;
}

type Fate = 'kept' | 'touched' | 'changed' | 'removed';

/**
 * The next state: each record is kept, changed in a member that does not affect the order, replaced by the record of
 * another catalog, or removed; and records are added.
 */
function next(
  before: CatalogState,
  other: NaiveCatalog,
  { fates, links }: { readonly fates: readonly Fate[]; readonly links: readonly (readonly [number, number])[] },
): CatalogState {
  let place = 0;
  const change = <Row extends { readonly id: number }>(
    rows: ReadonlyMap<number, Row>,
    others: readonly Row[],
    touch: (row: Row) => Row,
  ) => {
    const byId = new Map(others.map((row) => [row.id, row]));
    const after = new Map<number, Row>();
    for (const id of [...new Set([...rows.keys(), ...byId.keys()])].sort((left, right) => left - right)) {
      const fate = fates[place++ % fates.length] as Fate;
      const own = rows.get(id);
      const row = { kept: own, touched: own && touch(own), changed: byId.get(id) ?? own, removed: undefined }[fate];
      if (row) after.set(id, row);
    }
    return after;
  };
  return {
    generation: before.generation + 1,
    companies: change(before.companies, other.companies, (row) => ({ ...row, industry: 'Banking', name: 'x data' })),
    people: change(before.people, named(other).people, (row) => ({ ...row, city: 'x', headline: 'Data vp' })),
    jobs: change(before.jobs, other.jobs, (row) => ({
      ...row,
      openings: row.openings.map((opening) => ({ ...opening, posted_day: 10 })),
    })),
    links: new Map([...before.links, ...links]),
  };
}

/** The names of employers have the numbers of their companies. */
function named(catalog: NaiveCatalog): NaiveCatalog {
  const people = catalog.people.map((person) => ({
    ...person,
    positions: person.positions.map(({ companyId, ...position }) => ({
      ...{ ...position, companyId: null, employerId: companyId ?? UNKNOWN_ID },
    })),
  }));
  return { ...catalog, people };
}

const fate = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Fate>('kept') },
  { weight: 3, arbitrary: fc.constant<Fate>('changed') },
  { weight: 2, arbitrary: fc.constant<Fate>('touched') },
  { weight: 1, arbitrary: fc.constant<Fate>('removed') },
);

const runOf = (fate: Fate, length: number) => Array.from<Fate>({ length }).fill(fate);

/** Mostly one or two records, sometimes many removed ones. */
const fewFates = fc
  .tuple(
    fc.nat(60),
    fc.oneof(
      { weight: 4, arbitrary: fc.array(fate, { minLength: 1, maxLength: 3 }) },
      { weight: 1, arbitrary: fc.constant(runOf('removed', 25)) },
    ),
  )
  .map(([at, fates]) => [...runOf('kept', at), ...fates, ...runOf('kept', 60)]);

/** A sequence of states of one catalog, each with random changes of the previous one. */
export function changingCatalogs(
  sizes: CatalogSizes,
  steps: number,
  share: 'some' | 'few' = 'some',
): fc.Arbitrary<readonly CatalogState[]> {
  const change = fc.record({
    other: catalogs(sizes),
    fates: share === 'few' ? fewFates : fc.array(fate, { minLength: 1, maxLength: 40 }),
    links: fc.array(fc.tuple(fc.constantFrom(1, 2, 3, 4, UNKNOWN_ID), fc.integer({ min: 1, max: 6 })), {
      maxLength: 2,
    }),
  });
  return fc.tuple(catalogs(sizes), fc.array(change, { minLength: steps, maxLength: steps })).map(([first, changes]) => {
    const start: CatalogState = {
      generation: 1,
      companies: new Map(first.companies.map((row) => [row.id, row])),
      people: new Map(named(first).people.map((row) => [row.id, row])),
      jobs: new Map(first.jobs.map((row) => [row.id, row])),
      links: new Map(),
    };
    const states = [start];
    for (const { other, ...how } of changes) states.push(next(states.at(-1) as CatalogState, other, how));
    return states;
  });
}
