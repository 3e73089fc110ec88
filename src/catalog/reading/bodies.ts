// Iterates over the answered JSON of the records of a snapshot, for the pack of an edition.
import type { CodecUnit, CompanyBody, JobBody, PersonBody, RecordBodies } from '../../contract/record-bodies.ts';
import { externalIdsOfText } from '../external-ids-text.ts';
import { StoredTexts } from '../stored-text.ts';
import type { Sql, SqlDialect } from '../tables/sql.ts';
import { newestDictionary, readDictionaries } from '../tables/text-dictionaries.ts';
import { hiringMembers, membersAfterCompany, membersBeforeCompany } from '../views/job-row-json.ts';
import { networkUrlOf } from '../views/profile-urls.ts';
import { shownUrl } from '../views/shown-url.ts';
import { FormerSlugKeys } from './former-slug-keys.ts';
import { domainRows } from './lookup-documents.ts';
import { OwnedRows } from './owned-rows.ts';
import { rowsOf, type SelectedIds, type Selection, selection } from './selection.ts';

/** The selected records of each kind. */
export interface Selections {
  readonly companies: Selection;
  readonly people: Selection;
  readonly jobs: Selection;
}

/** The bodies as the connection sees them. The connection must be in a read transaction. */
export function openBodies(sql: Sql, only: Selections): RecordBodies {
  return {
    companies: { all: companies(sql, only.companies), samples: (ids) => companySamples(sql, ids) },
    people: peopleOf(sql, only.people),
    jobs: { all: jobs(sql, only.jobs), samples: (ids) => jobSamples(sql, ids) },
  };
}

function peopleOf(sql: Sql, only: Selection): RecordBodies['people'] {
  const dictionaryOf = readDictionaries(sql);
  const texts = new StoredTexts(dictionaryOf);
  return {
    all: people(sql, only, texts),
    samples: (ids) => [...people(sql, selection(sql.dialect, ids), texts)].map(({ json }) => json),
    dictionary: dictionaryOf(newestDictionary(sql)) ?? null,
  };
}

function* people(sql: Sql, only: Selection, texts: StoredTexts): Generator<PersonBody> {
  const rows = sql.rows<SelectedIds, readonly [id: number, json: Buffer]>(
    `SELECT person_id, json FROM person_text WHERE ${only.has('person_id')} ORDER BY person_id`,
  );
  for (const [id, stored] of rowsOf(rows, only)) yield new StoredPerson(id, stored, texts);
}

/** A person that is decoded only if its JSON is read. */
class StoredPerson implements PersonBody {
  readonly id: number;
  readonly #stored: Buffer;
  readonly #texts: StoredTexts;

  constructor(id: number, stored: Buffer, texts: StoredTexts) {
    this.id = id;
    this.#stored = stored;
    this.#texts = texts;
  }

  get json(): Buffer {
    return this.#texts.decode(this.#stored);
  }

  get unit(): CodecUnit | null {
    return this.#texts.unitOf(this.#stored);
  }
}

type CompanyRow = readonly [
  id: number,
  slug: string,
  email_domain: string | null,
  employer: string,
  rest: string,
  name: string,
  domain: string | null,
  external_ids: string | null,
];

const companiesIn = ({ has }: Selection) =>
  `SELECT id, slug, coalesce(email_domain, domain), employer_json, rest_json, name, domain, external_ids FROM company
   WHERE ${has('id')} ORDER BY id`;

function* companies(sql: Sql, only: Selection): Generator<CompanyBody> {
  const domains = new OwnedRows(domainRows(sql, only));
  const former = new FormerSlugKeys('company', sql, only);
  try {
    for (const row of sql.rows<SelectedIds, CompanyRow>(companiesIn(only)).iterate(...only.ids)) {
      const [id, slug, email_domain, employer, rest, name, domain, ids] = row;
      const hiring = hiringMembers({ network_url: networkUrlOf(`{${employer}}`), name, domain });
      const keys = [...externalIdsOfText(ids), ...former.of(id, slug)];
      yield {
        id,
        slug,
        email_domain,
        domains: domains.of(id).map(([, each]) => each),
        ids: keys,
        employer: Buffer.from(employer),
        rest: Buffer.from(rest),
        hiring: Buffer.from(hiring),
      };
    }
  } finally {
    domains.close();
    former.close();
  }
}

function companySamples(sql: Sql, ids: readonly number[]): Buffer[] {
  const some = selection(sql.dialect, ids);
  const rows = sql.rows<SelectedIds, CompanyRow>(companiesIn(some)).all(...some.ids);
  return rows.map(([, , , employer, rest]) => Buffer.from(employer + rest));
}

type JobRow = readonly [
  id: number,
  title: string,
  open_positions: number,
  source: string,
  latest_posted_at: string | null,
  url: string | null,
  locations: string,
];

const jobsIn = ({ has }: Selection) =>
  `SELECT id, title, open_positions, source, latest_posted_at, url, locations FROM job_row
   WHERE open_positions > 0 AND ${has('id')} ORDER BY id`;

type UrlRow = readonly [jobRowId: number, openingId: number, url: string];

/** The URLs of openings that differ from the URLs of their rows. */
function urlsIn({ joinInOrder: join, memberOf }: SqlDialect, { has }: Selection): string {
  const url = memberOf('opening.record', 'url');
  return `SELECT job_row.id, opening.id, ${url} FROM job_row
    ${join} employer ON employer.company_id = job_row.company_id
    ${join} opening ON opening.employer_id = employer.id AND opening.title_key = job_row.title_key
      AND opening.source = job_row.source
    WHERE open_positions > 0 AND is_open = 1 AND is_missing = 0 AND ${url} <> job_row.url AND ${has('job_row.id')}
    ORDER BY job_row.id, opening.id`;
}

function* jobs(sql: Sql, only: Selection): Generator<JobBody> {
  const urls = new OwnedRows(sql.rows<SelectedIds, UrlRow>(urlsIn(sql.dialect, only)).iterate(...only.ids));
  try {
    for (const row of sql.rows<SelectedIds, JobRow>(jobsIn(only)).iterate(...only.ids)) {
      const shown = urls.of(row[0]).filter(([, , url]) => shownUrl(url) !== null);
      const own = shown.map(([, openingId, url]) => `"${openingId}":${JSON.stringify(url)}`);
      const [before, after] = partsOf(row).map((part) => Buffer.from(part)) as [Buffer, Buffer];
      yield { id: row[0], before, after, urls: Buffer.from(own.length === 0 ? '' : `{${own.join(',')}}`) };
    }
  } finally {
    urls.close();
  }
}

function jobSamples(sql: Sql, ids: readonly number[]): Buffer[] {
  const some = selection(sql.dialect, ids);
  const rows = sql.rows<SelectedIds, JobRow>(jobsIn(some)).all(...some.ids);
  return rows.map((row) => Buffer.from(`{${partsOf(row).join('}{')}}`));
}

function partsOf([, title, open_positions, source, latest_posted_at, url, locations]: JobRow): [string, string] {
  return [
    membersBeforeCompany({ title, open_positions, source }),
    membersAfterCompany({ latest_posted_at, url, locations }),
  ];
}
