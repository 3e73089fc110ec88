// Iterates over all documents of one consistent snapshot of the catalog, for building an edition.
// A separate connection holds one read transaction from opening to closing, so that writes and other reads continue.
import type { Database } from 'better-sqlite3';
import type { CompanyDocument, PersonDocument } from '../../contract/documents.ts';
import type { Catalog } from '../port.ts';
import { COMPANY_COLUMNS, PERSON_COLUMNS, type SearchColumn } from '../search-columns.ts';
import { openBodies } from './bodies.ts';
import { jobDocuments } from './job-documents.ts';
import { companyKeys, contacts } from './look-up-documents.ts';
import { openDatabase } from './open-database.ts';
import { positionDocuments } from './positions.ts';

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
  return {
    state: { generation, hiddenGeneration },
    companies: companies(database),
    people: people(database),
    jobs: jobDocuments(database),
    bodies: openBodies(database),
    contacts: contacts(database),
    companyKeys: companyKeys(database),
    close: () => database.close(),
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

function* companies(database: Database): Generator<CompanyDocument> {
  const lists = listFields(COMPANY_COLUMNS);
  const rows = database.prepare<[], Row>(
    `SELECT id, slug, ${selected(COMPANY_COLUMNS)} FROM company WHERE hidden = 0 ORDER BY id`,
  );
  for (const row of rows.iterate()) {
    decodeLists(row, lists);
    yield row as unknown as CompanyDocument;
  }
}

/** A list that is stored as JSON; most are empty. */
function listOf(json: string): readonly string[] {
  return json === '[]' ? [] : (JSON.parse(json) as string[]);
}

function* people(database: Database): Generator<PersonDocument> {
  const companyIds = companyIdsOfEmployers(database);
  const companyIdOf = (employerId: number) => companyIds[employerId] ?? 0;
  const lists = listFields(PERSON_COLUMNS);
  const rows = database.prepare<[], Row>(
    `SELECT id, slug, ${selected(PERSON_COLUMNS)}, positions FROM person WHERE hidden = 0 ORDER BY id`,
  );
  for (const row of rows.iterate()) {
    decodeLists(row, lists);
    row['positions'] = positionDocuments(row['positions'] as string, companyIdOf);
    yield row as unknown as PersonDocument;
  }
}

/** Company id by employer id; 0 if the employer is not in the catalog, or hidden. */
function companyIdsOfEmployers(database: Database): Uint32Array {
  const last = database.prepare<[], number>('SELECT ifnull(max(id), 0) FROM employer').pluck().get() ?? 0;
  const companyIds = new Uint32Array(last + 1);
  const links = database
    .prepare<[], readonly [employerId: number, companyId: number]>(
      `SELECT employer.id, company_id FROM employer JOIN company ON company.id = company_id WHERE hidden = 0`,
    )
    .raw();
  for (const [employerId, companyId] of links.iterate()) companyIds[employerId] = companyId;
  return companyIds;
}
