// Initial state of the conformance tests: an empty catalog in its own folder, with a reader and a writer.
import { afterEach } from 'vitest';
import type { CompanyDocument, JobDocument, PersonDocument } from '../../contract/documents.ts';
import type { CompanyRecord, OpeningRecord, PersonRecord } from '../../contract/import-records.ts';
import type { JobRowWire } from '../../contract/schemas/records.ts';
import type { ChangeLog } from '../changes-port.ts';
import type { Catalog, CompanyView, PersonView } from '../port.ts';
import { preparePerson } from '../prepare-person.ts';
import type { RecordAdmin } from '../review-port.ts';
import type {
  Batch,
  CatalogWriter,
  ImportRun,
  MergeRules,
  Outcome,
  PushCall,
  Pushed,
  RowContent,
} from '../writer-port.ts';

type Closing = { close(): void };
export type OpenReader = Catalog & ChangeLog & Closing & { cursorSecret(): Buffer };
export type OpenWriter = CatalogWriter & Closing;
type OpenAdmin = RecordAdmin & Closing;

/** One empty catalog, which can be opened several times at once. */
export interface CatalogUnderTest {
  openReader(networkHost?: string): OpenReader;
  openWriter(merge: MergeRules): OpenWriter;
  openAdmin(merge: MergeRules): OpenAdmin;
  /** Removes the catalog. All connections are already closed. */
  remove(): void;
}

/** The rows of one file, all of one kind, which form one run. */
export type Rows =
  | { readonly companies: readonly CompanyRecord[] }
  | { readonly people: readonly PersonRecord[] }
  | { readonly jobs: readonly OpeningRecord[] };

export interface Fixture {
  readonly catalog: OpenReader;
  readonly writer: OpenWriter;
  readonly admin: OpenAdmin;
  /** Opens a second connection, like another process. */
  openReader(networkHost?: string): OpenReader;
  openWriter(merge?: MergeRules): OpenWriter;
  /** Imports a file as one finished run; returns the outcome of each row. */
  load(rows: Rows, source?: string): Promise<Outcome[]>;
  documents(): { companies: CompanyDocument[]; people: PersonDocument[]; jobs: JobDocument[] };
  /** The person with this slug. Asserts that the person exists. */
  person(slug: string): Promise<PersonView>;
  /** The full name as answered. */
  fullName(slug: string): Promise<string>;
  company(slug: string): Promise<CompanyView>;
  /** All job rows as answered, in the order of their ids. */
  jobRows(): Promise<JobRowWire[]>;
  /** The slug of the company of each current position of a person, the main one first; null if there is none. */
  employersOf(slug: string): (string | null)[];
}

export const AT = '2026-11-21T10:20:30.000Z';

/**
 * Simple merge rules: a value takes precedence over an empty field, a later row over an earlier one. Lists of contacts
 * and domains are united.
 */
export const MERGE: MergeRules = {
  company: (rows) => foldFields(rows, (stored, incoming) => ({ domains: unite(stored.domains, incoming.domains) })),
  person: (rows) =>
    foldFields(rows, (stored, incoming) => ({
      emails: uniteBy(stored.emails, incoming.emails, (each) => each.email),
      phones: uniteBy(stored.phones, incoming.phones, (each) => each.phone),
    })),
};

function foldFields<Fields extends object>(
  rows: readonly RowContent<Fields>[],
  united: (stored: Fields, incoming: Fields) => Partial<Fields>,
): Fields {
  const [first, ...others] = rows.map(({ record }) => record) as [Fields, ...Fields[]];
  let folded = first;
  for (const incoming of others) {
    const filled = Object.entries(incoming).filter(([, value]) => value !== null && value?.length !== 0);
    folded = { ...folded, ...Object.fromEntries(filled), ...united(folded, incoming) };
  }
  return folded;
}

function unite<Value>(stored: readonly Value[], incoming: readonly Value[]): Value[] {
  return [...new Set([...stored, ...incoming])];
}

function uniteBy<Value>(
  stored: readonly Value[],
  incoming: readonly Value[],
  keyOf: (value: Value) => string,
): Value[] {
  return [...new Map([...stored, ...incoming].map((value) => [keyOf(value), value])).values()];
}

const cleanUps: (() => void)[] = [];

/** Must be called once in each suite. Closes and removes the fixtures of each test. */
export function removeFixturesAfterEach(): void {
  afterEach(() => {
    for (const cleanUp of cleanUps.splice(0).reverse()) cleanUp();
  });
}

function closedLater<Opened extends Closing>(opened: Opened): Opened {
  cleanUps.push(() => opened.close());
  return opened;
}

let files = 0;

/** Writes rows as one run and finishes the run. Each call is treated as another file. */
export async function loadRows(
  writer: CatalogWriter,
  rows: Rows,
  from: string | { readonly source: string; readonly at: string },
): Promise<Outcome[]> {
  files += 1;
  const { source, at } = typeof from === 'string' ? { source: from, at: AT } : from;
  const run = await writer.openRun({
    kind: kindOf(rows),
    source,
    files: ['file'],
    fingerprint: `file ${files}`,
    at,
  });
  const outcomes = await writeRows(writer, run, rows);
  await writer.finishRun(run, AT);
  return outcomes;
}

type Call = Rows & { readonly source: string; readonly at: string };

/** Pushes the rows of several calls in one transaction. */
export function pushRows(writer: CatalogWriter, calls: readonly Call[]): Promise<Pushed> {
  return writer.push(calls.map(callOf));
}

function callOf({ source, at, ...rows }: Call): PushCall {
  const list = 'companies' in rows ? rows.companies : 'people' in rows ? rows.people : rows.jobs;
  const shared = {
    ...{ source, at, origin: 'a call', sharedSites: [] },
    lines: list.map((_, index) => index + 2),
    progress: (before: unknown, outcomes: readonly Outcome[]) => [...((before ?? []) as unknown[]), outcomes.length],
  };
  if ('companies' in rows) return { ...shared, kind: 'companies', records: rows.companies };
  if ('people' in rows) return { ...shared, kind: 'people', records: rows.people.map(preparePerson) };
  return { ...shared, kind: 'jobs', records: rows.jobs };
}

function kindOf(rows: Rows): ImportRun['kind'] {
  if ('companies' in rows) return 'companies';
  return 'people' in rows ? 'people' : 'jobs';
}

function writeRows(writer: CatalogWriter, run: ImportRun, rows: Rows): Promise<Outcome[]> {
  if ('companies' in rows) return writer.writeCompanies(run, batchOf(rows.companies));
  if ('people' in rows) return writer.writePeople(run, batchOf(rows.people.map(preparePerson)));
  return writer.writeOpenings(run, batchOf(rows.jobs));
}

/** Records as the lines of a file, from its second line on. */
export function batchOf<Stored>(
  records: readonly Stored[],
  progress: Batch<Stored>['progress'] = (outcomes) => ({ rows: outcomes.length }),
): Batch<Stored> {
  return { records, file: 0, lines: records.map((_, index) => index + 2), progress };
}

function readDocuments(catalog: Catalog): ReturnType<Fixture['documents']> {
  const documents = catalog.documents();
  const { companies, people, jobs } = documents;
  const all = { companies: [...companies], people: [...people], jobs: [...jobs] };
  documents.close();
  return all;
}

function present<Value>(value: Value | null, name: string): Value {
  if (value === null) throw new Error(`${name} is not in the catalog`);
  return value;
}

export function makeFixture(fresh: () => CatalogUnderTest): Fixture {
  const store = fresh();
  cleanUps.push(() => store.remove());
  const openReader = (networkHost?: string) => closedLater(store.openReader(networkHost));
  const openWriter = (merge = MERGE) => closedLater(store.openWriter(merge));
  const writer = openWriter();
  let admin: OpenAdmin | null = null;
  const catalog = openReader();
  const documents = () => readDocuments(catalog);
  return {
    catalog,
    writer,
    // Opened on first use: few laws need it.
    get admin() {
      admin ??= closedLater(store.openAdmin(MERGE));
      return admin;
    },
    openReader,
    openWriter,
    documents,
    load: (rows, source = 'file') => loadRows(writer, rows, source),
    fullName: async (slug) => {
      const { json } = present(await catalog.personBySlug(slug), slug);
      return (JSON.parse(json) as { full_name: string }).full_name;
    },
    person: async (slug) => present(await catalog.personBySlug(slug), slug),
    company: async (slug) => present(await catalog.companyBySlug(slug), slug),
    jobRows: async () => {
      const rows = await catalog.jobRowsByIds(documents().jobs.map((job) => job.id));
      return rows.map((row) => JSON.parse(present(row, 'a job row')) as JobRowWire);
    },
    employersOf: (slug) => {
      const { companies, people } = documents();
      const slugs = new Map(companies.map((company) => [company.id, company.slug]));
      const positions = people.find((person) => person.slug === slug)?.positions ?? [];
      return positions.map((each) =>
        each.companyId === null ? null : (slugs.get(each.companyId) ?? 'not searchable'),
      );
    },
  };
}

/** Everything exported, by kind and id. */
export function exported({ writer }: Fixture): string[] {
  return [...writer.companyRecords(), ...writer.personRecords(), ...writer.openingRecords()].map((record) =>
    JSON.stringify(record),
  );
}

/** All searchable and answered data, with the ids and slugs of all records. */
export async function stateOf(fixture: Fixture) {
  const { total, reviews } = await fixture.admin.reviews({ limit: 100 });
  return { exported: exported(fixture), documents: fixture.documents(), total, reviews };
}
