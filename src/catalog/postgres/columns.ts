// The tables of a catalog in PostgreSQL: their columns with types, from which the schema and the statements are made.
import type { ColumnType } from '../../ops/postgres/binary-array.ts';

/** Each column with its type and constraints. */
type Columns = Readonly<Record<string, string>>;

const TEXT = 'text COLLATE "C"';
export const KEY = `${TEXT} NOT NULL`;
const ID = 'integer NOT NULL';
const FLAG = 'smallint NOT NULL DEFAULT 0';

const LIST = `${TEXT} NOT NULL DEFAULT '[]'`;

/** The origin of the only row of a record. */
const ORIGIN: Columns = { run_id: 'integer', file: 'bigint', line: 'integer', hash: 'bigint' };

const contribution: Columns = {
  ...{ id: ID, record_id: ID, run_id: ID, file: 'bigint NOT NULL', line: ID, hash: 'bigint NOT NULL', row_key: KEY },
  ...{ superseded_by: 'integer', joins: KEY, record: TEXT, met_runs: `${KEY} DEFAULT ''` },
};

/** The schema in sqlite/schema.ts explains the columns. */
export const TABLES = {
  meta: {
    ...{ id: ID, generation: 'bigint NOT NULL', hidden_generation: 'bigint NOT NULL', cursor_secret: 'bytea NOT NULL' },
    ...{ companies: ID, people: ID, openings: ID },
  },
  catalog_id: { name: KEY, last: ID },
  change: { generation: 'bigint NOT NULL', kind: KEY, ids: 'bytea NOT NULL' },
  import_run: {
    ...{ id: ID, kind: KEY, source: KEY, fingerprint: KEY, started_at: KEY, finished_at: TEXT, progress: KEY },
    ...{ files: KEY, undone_at: TEXT, last_call: 'bigint' },
  },
  source: { id: ID, name: KEY, priority: 'bigint NOT NULL DEFAULT 0' },
  company: {
    ...{ id: ID, slug: KEY, made_slug: 'smallint NOT NULL', hidden: FLAG },
    ...{ name: KEY, industry: TEXT, type: TEXT, employee_count: 'bigint', followers: 'bigint', founded_year: 'bigint' },
    ...{ about: TEXT, specialties: LIST, country_code: TEXT, city: TEXT, state: TEXT },
    ...{ name_key: KEY, match_key: KEY, block_head: 'bigint', block_tail: 'bigint', domain: TEXT, email_domain: TEXT },
    ...{ external_ids: TEXT, ...ORIGIN, employer_json: KEY, rest_json: KEY, record: KEY },
  },
  company_key: { company_id: ID, key: 'bigint NOT NULL' },
  company_domain: { domain: KEY, company_id: ID, place: ID, site: KEY },
  shared_site: { site: KEY },
  company_redirect: { id: ID, company_id: ID },
  employer: { id: ID, slug: KEY, domain: KEY, name_key: KEY, company_id: 'integer', match_key: KEY },
  person: {
    ...{ id: ID, slug: KEY, hidden: FLAG, positions: KEY, made_slug: FLAG },
    ...{ full_name: KEY, headline: TEXT, country_code: TEXT, city: TEXT, connections_count: 'bigint' },
    ...{ schools: LIST, skills: LIST, updated_day: 'bigint' },
    ...{ employed_key: 'bigint', external_ids: TEXT, ...ORIGIN },
  },
  person_key: { person_id: ID, key: 'bigint NOT NULL' },
  person_alias: { slug: KEY, person_id: ID },
  person_text: { person_id: ID, json: 'bytea NOT NULL', unanswered: 'bytea NOT NULL' },
  dictionary: { id: ID, bytes: 'bytea NOT NULL', people: ID },
  email: { person_id: ID, place: ID, email: KEY, status: TEXT, verified_at: TEXT, is_primary: 'smallint NOT NULL' },
  phone: { person_id: ID, place: ID, phone: KEY, kind: TEXT },
  opening: {
    ...{ id: ID, identity: KEY, employer_id: ID, title_key: KEY, source: KEY, is_open: 'smallint NOT NULL' },
    ...{ is_missing: FLAG, run_id: ID, record: KEY, missing_run: 'integer', origin_run: 'integer', hash: 'bigint' },
  },
  opening_version: {
    ...{ id: ID, opening_id: ID, origin_run: ID, last_run: ID, hash: 'bigint NOT NULL', record: KEY },
    missing_run: 'integer',
  },
  job_row: {
    ...{ id: ID, company_id: ID, title_key: KEY, source: KEY, open_positions: 'bigint NOT NULL', title: KEY },
    ...{ latest_posted_at: TEXT, url: TEXT, locations: KEY },
  },
  suppression: { kind: KEY, hash: KEY, added_at: KEY, added_by: TEXT, reason: TEXT, identities: LIST },
  company_contribution: contribution,
  person_contribution: contribution,
  import_met: { run_id: ID, block: ID, bits: 'bytea NOT NULL' },
  pin: { kind: KEY, source_id: ID, row_key: KEY, record_id: ID },
  apart: { kind: KEY, low_id: ID, high_id: ID },
  undo_log: { run_id: ID, subject: KEY, key: KEY, state: TEXT },
  review: { id: ID, kind: KEY, low_id: ID, high_id: ID, score: 'double precision NOT NULL', reasons: KEY, run_id: ID },
  verdict: { kind: KEY, low_key: KEY, high_key: KEY, is_same: 'smallint NOT NULL', decided_at: KEY },
} as const satisfies Readonly<Record<string, Columns>>;

export type TableName = keyof typeof TABLES;

/** The element type for arrays of the values of a column. */
export function columnType(table: string, column: string): ColumnType {
  const definition = (TABLES as Readonly<Record<string, Columns>>)[table]?.[column];
  if (definition === undefined) throw new Error(`there is no column ${table}.${column}`);
  const name = definition.startsWith('double') ? 'double precision' : (definition.split(' ', 1)[0] ?? '');
  return name as ColumnType;
}
