// Iterates over the answered JSON of all records of a snapshot, for the pack of an edition.
import type { Database } from 'better-sqlite3';
import type { CompanyBody, JobBody, PersonBody, RecordBodies } from '../../contract/record-bodies.ts';

// A text as a blob is its UTF-8. The expressions equal those of open-catalog.ts: rows of the pack equal its rows.
const PEOPLE = 'SELECT person_id, CAST(json AS BLOB) FROM person_text ORDER BY person_id';
const COMPANIES = `SELECT id, slug, coalesce(email_domain, domain), CAST(employer_json AS BLOB),
    CAST(rest_json AS BLOB),
    CAST(json_object('network_url', json_extract('{' || employer_json || '}', '$.network_url'), 'name', name,
      'domain', domain) AS BLOB)
  FROM company ORDER BY id`;
const DOMAINS = 'SELECT company_id, domain FROM company_domain ORDER BY company_id, domain';
const BEFORE = `json_object('title', title, 'open_positions', open_positions, 'source', source)`;
const AFTER = `json_object('latest_posted_at', latest_posted_at, 'url', url, 'locations', json(locations))`;
const JOBS = `SELECT id, CAST(${BEFORE} AS BLOB), CAST(${AFTER} AS BLOB) FROM job_row
  WHERE open_positions > 0 ORDER BY id`;

const IN_IDS = 'IN (SELECT value FROM json_each(?))';
const PEOPLE_SAMPLES = `SELECT CAST(json AS BLOB) FROM person_text WHERE person_id ${IN_IDS}`;
const COMPANY_SAMPLES = `SELECT CAST(employer_json || rest_json AS BLOB) FROM company WHERE id ${IN_IDS}`;
const JOB_SAMPLES = `SELECT CAST(${BEFORE} || ${AFTER} AS BLOB) FROM job_row WHERE id ${IN_IDS}`;

/** The bodies as the connection sees them; it must be in a read transaction. */
export function openBodies(database: Database): RecordBodies {
  const samplesBy = (sql: string) => (ids: readonly number[]) =>
    database.prepare<[string], Buffer>(sql).pluck().all(JSON.stringify(ids));
  return {
    companies: { all: companies(database), samples: samplesBy(COMPANY_SAMPLES) },
    people: { all: people(database), samples: samplesBy(PEOPLE_SAMPLES) },
    jobs: { all: jobs(database), samples: samplesBy(JOB_SAMPLES) },
  };
}

function* people(database: Database): Generator<PersonBody> {
  const rows = database.prepare<[], readonly [id: number, json: Buffer]>(PEOPLE).raw();
  for (const [id, json] of rows.iterate()) yield { id, json };
}

type CompanyRow = readonly [
  id: number,
  slug: string,
  email_domain: string | null,
  employer: Buffer,
  rest: Buffer,
  hiring: Buffer,
];

function* companies(database: Database): Generator<CompanyBody> {
  const domains = database.prepare<[], readonly [companyId: number, domain: string]>(DOMAINS).raw().iterate();
  let next = domains.next();
  try {
    for (const row of database.prepare<[], CompanyRow>(COMPANIES).raw().iterate()) {
      const [id, slug, email_domain, employer, rest, hiring] = row;
      const own: string[] = [];
      for (; !next.done && next.value[0] <= id; next = domains.next())
        if (next.value[0] === id) own.push(next.value[1]);
      yield { id, slug, email_domain, domains: own, employer, rest, hiring: withoutBraces(hiring) };
    }
  } finally {
    domains.return?.();
  }
}

function* jobs(database: Database): Generator<JobBody> {
  const rows = database.prepare<[], readonly [id: number, before: Buffer, after: Buffer]>(JOBS).raw();
  for (const [id, before, after] of rows.iterate())
    yield { id, before: withoutBraces(before), after: withoutBraces(after) };
}

function withoutBraces(json: Buffer): Buffer {
  return json.subarray(1, -1);
}
