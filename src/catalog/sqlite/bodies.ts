// Iterates over the answered JSON of the records of a snapshot, for the pack of an edition.
import type { Database } from 'better-sqlite3';
import type { CompanyBody, JobBody, PersonBody, RecordBodies } from '../../contract/record-bodies.ts';
import { domainRows } from './look-up-documents.ts';
import { OwnedRows } from './owned-rows.ts';
import type { SelectedIds, Selection } from './selection.ts';

// A text as a blob is its UTF-8. The expressions equal those of open-catalog.ts: rows of the pack equal its rows.
const peopleIn = ({ has }: Selection) =>
  `SELECT person_id, CAST(json AS BLOB) FROM person_text WHERE ${has('person_id')} ORDER BY person_id`;
const companiesIn = ({
  has,
}: Selection) => `SELECT id, slug, coalesce(email_domain, domain), CAST(employer_json AS BLOB),
    CAST(rest_json AS BLOB),
    CAST(json_object('network_url', json_extract('{' || employer_json || '}', '$.network_url'), 'name', name,
      'domain', domain) AS BLOB)
  FROM company WHERE ${has('id')} ORDER BY id`;
const BEFORE = `json_object('title', title, 'open_positions', open_positions, 'source', source)`;
const AFTER = `json_object('latest_posted_at', latest_posted_at, 'url', url, 'locations', json(locations))`;
// The order of the joins is that of the rows of job-documents.ts.
const URLS = `SELECT json_group_object(opening.id, opening.record ->> '$.url')
  FROM employer CROSS JOIN opening ON opening.employer_id = employer.id AND opening.title_key = job_row.title_key
    AND opening.source = job_row.source
  WHERE employer.company_id = job_row.company_id AND is_open = 1 AND is_missing = 0
    AND opening.record ->> '$.url' <> job_row.url`;
const jobsIn = ({ has }: Selection) => `SELECT id, CAST(${BEFORE} AS BLOB), CAST(${AFTER} AS BLOB),
    CAST((${URLS}) AS BLOB) FROM job_row
  WHERE open_positions > 0 AND ${has('id')} ORDER BY id`;

const IN_IDS = 'IN (SELECT value FROM json_each(?))';
const PEOPLE_SAMPLES = `SELECT CAST(json AS BLOB) FROM person_text WHERE person_id ${IN_IDS}`;
const COMPANY_SAMPLES = `SELECT CAST(employer_json || rest_json AS BLOB) FROM company WHERE id ${IN_IDS}`;
const JOB_SAMPLES = `SELECT CAST(${BEFORE} || ${AFTER} AS BLOB) FROM job_row WHERE id ${IN_IDS}`;

/** The records of each kind. */
export interface Selections {
  readonly companies: Selection;
  readonly people: Selection;
  readonly jobs: Selection;
}

/** The bodies as the connection sees them; it must be in a read transaction. */
export function openBodies(database: Database, only: Selections): RecordBodies {
  const samplesBy = (sql: string) => (ids: readonly number[]) =>
    database.prepare<[string], Buffer>(sql).pluck().all(JSON.stringify(ids));
  return {
    companies: { all: companies(database, only.companies), samples: samplesBy(COMPANY_SAMPLES) },
    people: { all: people(database, only.people), samples: samplesBy(PEOPLE_SAMPLES) },
    jobs: { all: jobs(database, only.jobs), samples: samplesBy(JOB_SAMPLES) },
  };
}

function* people(database: Database, only: Selection): Generator<PersonBody> {
  const rows = database.prepare<SelectedIds, readonly [id: number, json: Buffer]>(peopleIn(only)).raw();
  for (const [id, json] of rows.iterate(...only.ids)) yield { id, json };
}

type CompanyRow = readonly [
  id: number,
  slug: string,
  email_domain: string | null,
  employer: Buffer,
  rest: Buffer,
  hiring: Buffer,
];

function* companies(database: Database, only: Selection): Generator<CompanyBody> {
  const domains = new OwnedRows(domainRows(database, only));
  try {
    for (const row of database
      .prepare<SelectedIds, CompanyRow>(companiesIn(only))
      .raw()
      .iterate(...only.ids)) {
      const [id, slug, email_domain, employer, rest, hiring] = row;
      const own = domains.of(id).map(([, domain]) => domain);
      yield { id, slug, email_domain, domains: own, employer, rest, hiring: withoutBraces(hiring) };
    }
  } finally {
    domains.close();
  }
}

function* jobs(database: Database, only: Selection): Generator<JobBody> {
  type Row = readonly [id: number, before: Buffer, after: Buffer, urls: Buffer];
  const rows = database.prepare<SelectedIds, Row>(jobsIn(only)).raw();
  for (const [id, before, after, urls] of rows.iterate(...only.ids))
    yield {
      ...{ id, before: withoutBraces(before), after: withoutBraces(after) },
      urls: urls.length > EMPTY_OBJECT_BYTES ? urls : urls.subarray(0, 0),
    };
}

const EMPTY_OBJECT_BYTES = 2;

function withoutBraces(json: Buffer): Buffer {
  return json.subarray(1, -1);
}
