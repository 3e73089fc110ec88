// Iterates over all documents of one consistent snapshot of the catalog, for building an edition.
// A separate connection holds one read transaction from opening to closing, so that writes and other reads continue.
import type { Database } from 'better-sqlite3';
import type { CompanyDocument, PersonDocument } from '../../contract/documents.ts';
import type { RecordIds } from '../changes-port.ts';
import type { Catalog, CatalogDocuments, CatalogState } from '../port.ts';
import { COMPANY_COLUMNS, PERSON_COLUMNS, type SearchColumn } from '../search-columns.ts';
import { openBodies } from './bodies.ts';
import { readChanges } from './change-log.ts';
import { jobDocuments } from './job-documents.ts';
import { companyKeys, contacts } from './look-up-documents.ts';
import { openDatabase } from './open-database.ts';
import { positionDocuments } from './positions.ts';
import { type SelectedIds, type Selection, selection } from './selection.ts';

export function openDocuments(file: string): ReturnType<Catalog['documents']> {
  const database = openDatabase(file, { readOnly: true });
  database.exec('BEGIN');
  // The first read fixes the snapshot of all later ones.
  const [generation, hiddenGeneration] = database
    .prepare<[], readonly [generation: number, hiddenGeneration: number]>(
      'SELECT generation, hidden_generation FROM meta',
    )
    .raw()
    .get() ?? [0, 0];
  const state = { generation, hiddenGeneration };
  return {
    ...documentsOf(database, state, null),
    changes: (since, idsMax) => readChanges(database, { since, upTo: generation }, idsMax),
    documentsOf: (ids) => documentsOf(database, state, ids),
    close: () => database.close(),
  };
}

/** Of these records, or of all. */
function documentsOf(database: Database, state: CatalogState, ids: RecordIds | null): CatalogDocuments {
  const only = {
    companies: selection(ids?.companies),
    people: selection(ids?.people),
    jobs: selection(ids?.jobs),
  };
  return {
    state,
    companies: companies(database, only.companies),
    people: people(database, only.people, ids === null ? everyEmployer(database) : oneByOne(database)),
    jobs: jobDocuments(database, only.jobs),
    bodies: openBodies(database, only),
    contacts: contacts(database, only.people),
    companyKeys: companyKeys(database, only.companies),
  };
}

/** The columns of search fields, under the names of the fields. */
function selected(columns: readonly SearchColumn<never>[]): string {
  return columns.map(({ name, field }) => `${name} AS ${field}`).join(', ');
}

const listFields = (columns: readonly SearchColumn<never>[]) =>
  columns.filter(({ type }) => type === 'list').map(({ field }) => field);

type Row = Record<string, unknown>;

/** Decodes the lists of a row in place: rows are made for the document. */
function decodeLists(row: Row, fields: readonly string[]): void {
  for (const field of fields) row[field] = listOf(row[field] as string);
}

function* companies(database: Database, only: Selection): Generator<CompanyDocument> {
  const lists = listFields(COMPANY_COLUMNS);
  const rows = database.prepare<SelectedIds, Row>(
    `SELECT id, slug, ${selected(COMPANY_COLUMNS)} FROM company WHERE hidden = 0 AND ${only.has('id')} ORDER BY id`,
  );
  for (const row of rows.iterate(...only.ids)) {
    decodeLists(row, lists);
    yield row as unknown as CompanyDocument;
  }
}

/** A list that is stored as JSON; most are empty. */
function listOf(json: string): readonly string[] {
  return json === '[]' ? [] : (JSON.parse(json) as string[]);
}

/** The company of an employer; 0 if it is not in the catalog, or hidden. */
type CompanyIdOf = (employerId: number) => number;

function* people(database: Database, only: Selection, companies: () => CompanyIdOf): Generator<PersonDocument> {
  const companyIdOf = companies();
  const lists = listFields(PERSON_COLUMNS);
  const rows = database.prepare<SelectedIds, Row>(
    `SELECT id, slug, ${selected(PERSON_COLUMNS)}, positions FROM person
     WHERE hidden = 0 AND ${only.has('id')} ORDER BY id`,
  );
  for (const row of rows.iterate(...only.ids)) {
    decodeLists(row, lists);
    row['positions'] = positionDocuments(row['positions'] as string, companyIdOf);
    yield row as unknown as PersonDocument;
  }
}

const LINKED = `SELECT employer.id, company_id FROM employer JOIN company ON company.id = company_id WHERE hidden = 0`;

type Link = readonly [employerId: number, companyId: number];

/** Reads all employers at once. */
const everyEmployer = (database: Database) => (): CompanyIdOf => {
  const last = database.prepare<[], number>('SELECT ifnull(max(id), 0) FROM employer').pluck().get() ?? 0;
  const companyIds = new Uint32Array(last + 1);
  for (const [employerId, companyId] of database.prepare<[], Link>(LINKED).raw().iterate()) {
    companyIds[employerId] = companyId;
  }
  return (employerId) => companyIds[employerId] ?? 0;
};

/** Reads each employer when it is needed. */
const oneByOne = (database: Database) => (): CompanyIdOf => {
  const link = database.prepare<[number], Link>(`${LINKED} AND employer.id = ?`).raw();
  return (employerId) => link.get(employerId)?.[1] ?? 0;
};
