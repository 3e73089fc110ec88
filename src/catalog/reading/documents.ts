// Iterates over all documents of one consistent snapshot of the catalog, for building an edition.
// Its connection is in a read transaction from opening to closing; writes and other reads continue.
import type {
  CompanyDocument,
  CompanyOutline,
  JobOutline,
  PersonDocument,
  PersonOutline,
  RecordOutlines,
} from '../../contract/documents.ts';
import type { RecordIds } from '../changes-port.ts';
import type { Catalog, CatalogDocuments, CatalogState } from '../port.ts';
import { COMPANY_COLUMNS, PERSON_COLUMNS, type SearchColumn } from '../search-columns.ts';
import { positionDocuments } from '../stored-positions.ts';
import { readChanges } from '../tables/change-log.ts';
import type { Sql } from '../tables/sql.ts';
import { openBodies, type Selections } from './bodies.ts';
import { jobDocuments } from './job-documents.ts';
import { companyKeys, contacts } from './lookup-documents.ts';
import { rowsOf, type SelectedIds, type Selection, selection } from './selection.ts';

/** Uses a separate connection, in a read transaction that begins with the first read. */
export function openDocuments(sql: Sql, close: () => void): ReturnType<Catalog['documents']> {
  const [generation, hiddenGeneration] = sql
    .rows<[], readonly [generation: number, hiddenGeneration: number]>(STATE)
    .get() ?? [0, 0];
  const state = { generation, hiddenGeneration };
  let known: CompanyIdOf | null = null;
  const every = () => {
    known ??= everyEmployer(sql);
    return known;
  };
  let people = 0;
  const employersFor = (more: number) => {
    people += more;
    return people > EMPLOYERS_ONE_BY_ONE ? every : () => oneByOne(sql);
  };
  return {
    ...documentsOf(sql, { state, ids: null, employers: every }),
    changes: (since, idsMax) => readChanges(sql, { since, upTo: generation }, idsMax),
    documentsOf: (ids) => documentsOf(sql, { state, ids, employers: employersFor(ids.people.length) }),
    close,
  };
}

/** If there are more people in all selections together, all employers are read at once. */
const EMPLOYERS_ONE_BY_ONE = 10_000;

interface Reading {
  readonly state: CatalogState;
  readonly ids: RecordIds | null;
  readonly employers: () => CompanyIdOf;
}

/** The documents of the given records, or of all records. */
function documentsOf(sql: Sql, { state, ids, employers }: Reading): CatalogDocuments {
  const only = {
    companies: selection(sql.dialect, ids?.companies),
    people: selection(sql.dialect, ids?.people),
    jobs: selection(sql.dialect, ids?.jobs),
  };
  return {
    state,
    companies: companies(sql, only.companies),
    people: people(sql, only.people, employers),
    jobs: jobDocuments(sql, only.jobs),
    bodies: openBodies(sql, only),
    contacts: contacts(sql, only.people),
    companyKeys: companyKeys(sql, only.companies),
    outlines: () => outlines(sql, only, employers),
  };
}

/** The columns of search fields, under the names of the fields. */
function selected(columns: readonly SearchColumn<never>[]): string {
  return columns.map(({ name, field }) => `${name} AS "${field}"`).join(', ');
}

const listFields = (columns: readonly SearchColumn<never>[]) =>
  columns.filter(({ type }) => type === 'list').map(({ field }) => field);

type Row = Record<string, unknown>;

/** Decodes the lists of a row in place, because each row is created for its document. */
function decodeLists(row: Row, fields: readonly string[]): void {
  for (const field of fields) row[field] = listOf(row[field] as string);
}

function* companies(sql: Sql, only: Selection): Generator<CompanyDocument> {
  const lists = listFields(COMPANY_COLUMNS);
  const rows = sql.objects<SelectedIds, Row>(
    `SELECT id, slug, ${selected(COMPANY_COLUMNS)} FROM company WHERE hidden = 0 AND ${only.has('id')} ORDER BY id`,
  );
  for (const row of rows.iterate(...only.ids)) {
    decodeLists(row, lists);
    yield row as unknown as CompanyDocument;
  }
}

/** Decodes a list that is stored as JSON. Most lists are empty. */
function listOf(json: string): readonly string[] {
  return json === '[]' ? [] : (JSON.parse(json) as string[]);
}

/** The id of the company of an employer; 0 if the company is unknown or hidden. */
type CompanyIdOf = (employerId: number) => number;

function* people(sql: Sql, only: Selection, companies: () => CompanyIdOf): Generator<PersonDocument> {
  const companyIdOf = companies();
  const lists = listFields(PERSON_COLUMNS);
  const rows = sql.objects<SelectedIds, Row>(
    `SELECT id, slug, ${selected(PERSON_COLUMNS)}, positions FROM person
     WHERE hidden = 0 AND ${only.has('id')} ORDER BY id`,
  );
  for (const row of rowsOf(rows, only)) {
    decodeLists(row, lists);
    row['positions'] = positionDocuments(row['positions'] as string, companyIdOf);
    yield row as unknown as PersonDocument;
  }
}

function outlines(sql: Sql, only: Selections, employers: () => CompanyIdOf): RecordOutlines {
  return {
    companies: companyOutlines(sql, only.companies),
    people: personOutlines(sql, only.people, employers),
    jobs: jobOutlines(sql, only.jobs),
  };
}

function* companyOutlines(sql: Sql, only: Selection): Generator<CompanyOutline> {
  const rows = sql.rows<SelectedIds, readonly [number, string, number | null]>(
    `SELECT id, slug, employee_count FROM company WHERE hidden = 0 AND ${only.has('id')} ORDER BY id`,
  );
  for (const [id, slug, employee_count] of rows.iterate(...only.ids)) yield { id, slug, employee_count };
}

function* personOutlines(sql: Sql, only: Selection, companies: () => CompanyIdOf): Generator<PersonOutline> {
  const companyIdOf = companies();
  const rows = sql.rows<SelectedIds, readonly [number, string, number | null, string]>(
    `SELECT id, slug, connections_count, positions FROM person WHERE hidden = 0 AND ${only.has('id')} ORDER BY id`,
  );
  for (const [id, slug, connections_count, positions] of rowsOf(rows, only))
    yield { id, slug, connections_count, positions: positionDocuments(positions, companyIdOf) };
}

function* jobOutlines(sql: Sql, only: Selection): Generator<JobOutline> {
  const rows = sql.rows<SelectedIds, readonly [number, number]>(
    `SELECT id, company_id FROM job_row WHERE open_positions > 0 AND ${only.has('id')} ORDER BY id`,
  );
  for (const [id, companyId] of rows.iterate(...only.ids)) yield { id, companyId };
}

const STATE = 'SELECT generation, hidden_generation FROM meta WHERE id = 1 ORDER BY id';
const LAST_EMPLOYER = 'SELECT id FROM employer ORDER BY id DESC LIMIT 1';
const LINKED = `SELECT employer.id, company_id FROM employer JOIN company ON company.id = company_id WHERE hidden = 0`;

type Link = readonly [employerId: number, companyId: number];

/** Reads all employers at once. */
function everyEmployer(sql: Sql): CompanyIdOf {
  const last = sql.values<[], number>(LAST_EMPLOYER).get() ?? 0;
  const companyIds = new Uint32Array(last + 1);
  for (const [employerId, companyId] of sql.rows<[], Link>(`${LINKED} ORDER BY employer.id`).iterate()) {
    companyIds[employerId] = companyId;
  }
  return (employerId) => companyIds[employerId] ?? 0;
}

/** Reads each employer when it is needed. */
function oneByOne(sql: Sql): CompanyIdOf {
  const link = sql.rows<[number], Link>(`${LINKED} AND employer.id = ? ORDER BY employer.id`);
  return (employerId) => link.get(employerId)?.[1] ?? 0;
}
