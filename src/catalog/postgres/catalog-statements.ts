// The statements by which records in PostgreSQL are answered. None of them reads a hidden record.
import { OWNERS_MAX } from '../../contract/documents.ts';
import type { EmailStatus } from '../../contract/vocabularies/email-statuses.ts';
import type { PhoneKind } from '../../contract/vocabularies/vocabularies.ts';
import { statement } from '../../ops/postgres/statement.ts';
import type { StoredCompanyView, StoredPersonView } from '../views/record-views.ts';

interface StoredJobRow {
  readonly id: number;
  readonly title: string;
  readonly open_positions: number;
  readonly source: string;
  readonly latest_posted_at: string | null;
  readonly url: string | null;
  readonly locations: string;
  readonly employer_json: string;
  readonly name: string;
  readonly domain: string | null;
}

/** The JSON in its stored form. */
export type PersonRow = Omit<StoredPersonView, 'json'> & { readonly json: Buffer };

const PERSON = `SELECT person.id, person.slug, positions, json FROM person
  JOIN person_text ON person_text.person_id = person.id`;
const COMPANY = `SELECT company.id, slug, name, company.domain, email_domain, employer_json, rest_json FROM company`;
const JOB_ROW = `SELECT job_row.id, title, open_positions, job_row.source, latest_posted_at, url, locations,
    employer_json, name, domain
  FROM job_row JOIN company ON company.id = company_id`;

export const STATE = statement<[], { generation: number; hiddenGeneration: number }>(
  'state of the catalog',
  'SELECT generation, hidden_generation AS "hiddenGeneration" FROM meta WHERE id = 1 ORDER BY id',
);
export const RECORD_COUNTS = statement<[], { companies: number; people: number; openings: number }>(
  'record counts',
  'SELECT companies, people, openings FROM meta WHERE id = 1 ORDER BY id',
);
export const DICTIONARIES = statement<[], { id: number; bytes: Buffer }>(
  'dictionaries of texts',
  'SELECT id, bytes FROM dictionary ORDER BY id',
);
export const PEOPLE_BY_IDS = statement<[ids: readonly number[]], { id: number; positions: string; json: Buffer }>(
  'people by ids',
  `SELECT person.id, positions, json FROM person JOIN person_text ON person_text.person_id = person.id
   WHERE person.id = ANY ($1::integer[]) AND hidden = 0 ORDER BY person.id`,
);
export const COMPANIES_OF_EMPLOYERS = statement<[ids: readonly number[]], { id: number; company: number }>(
  'companies of employers',
  `SELECT employer.id, company_id AS company FROM employer JOIN company ON company.id = company_id
   WHERE employer.id = ANY ($1::integer[]) AND hidden = 0 ORDER BY employer.id`,
);
export const PERSON_BY_SLUG = statement<[slug: string], PersonRow>(
  'person by slug',
  `${PERSON} WHERE person.slug = $1 AND hidden = 0 ORDER BY person.id`,
);
export const PEOPLE_BY_EMAIL = statement<[email: string, max: number], PersonRow>(
  'people by email',
  `${PERSON} WHERE hidden = 0 AND person.id IN (SELECT person_id FROM email WHERE email = $1)
   ORDER BY person.id LIMIT $2`,
);
/** A switchboard may have hundreds of owners. Only the texts of the first ones are read. */
export const PEOPLE_BY_PHONE = statement<[phone: string, max: number], PersonRow>(
  'people by phone',
  `${PERSON} JOIN (
     SELECT phone.person_id AS id, row_number() OVER (
         ORDER BY company.id IS NULL, company.employee_count DESC NULLS LAST, company.slug, phone.person_id) AS place
     FROM phone JOIN person ON person.id = phone.person_id
     LEFT JOIN employer ON employer.id = (positions::json -> 0 ->> 0)::integer
     LEFT JOIN company ON company.id = employer.company_id AND company.hidden = 0
     WHERE phone = $1 AND person.hidden = 0) AS owner ON owner.id = person.id
   WHERE owner.place <= $2 ORDER BY owner.place`,
);
export const EMAILS_OF_SLUG = statement<
  [slug: string],
  { email: string | null; status: EmailStatus | null; verified_at: string | null; is_primary: number }
>(
  'emails of a slug',
  `SELECT email, status, verified_at, is_primary FROM person LEFT JOIN email ON person_id = person.id
   WHERE slug = $1 AND hidden = 0 ORDER BY place`,
);
export const PHONES_OF_SLUG = statement<[slug: string], { phone: string | null; kind: PhoneKind | null }>(
  'phones of a slug',
  `SELECT phone, kind FROM person LEFT JOIN phone ON person_id = person.id
   WHERE slug = $1 AND hidden = 0 ORDER BY place`,
);
export const COMPANIES_BY_IDS = statement<[ids: readonly number[]], StoredCompanyView>(
  'companies by ids',
  `${COMPANY} WHERE company.id = ANY ($1::integer[]) AND hidden = 0 ORDER BY company.id`,
);
/** The companies into which others were merged. They may have been merged again later. */
export const REDIRECTS = statement<[ids: readonly number[]], { id: number; survivor: number }>(
  'redirects of companies',
  'SELECT id, company_id AS survivor FROM company_redirect WHERE id = ANY ($1::integer[]) ORDER BY id',
);
export const COMPANY_BY_SLUG = statement<[slug: string], StoredCompanyView>(
  'company by slug',
  `${COMPANY} WHERE slug = $1 AND hidden = 0 ORDER BY company.id`,
);
export const COMPANIES_BY_DOMAIN = statement<[domain: string, max: number], StoredCompanyView>(
  'companies by domain',
  `${COMPANY} JOIN company_domain ON company_id = company.id WHERE company_domain.domain = $1 AND hidden = 0
   ORDER BY employee_count DESC NULLS LAST, slug LIMIT $2`,
);
export const COMPANY_IDS_BY_DOMAIN = statement<[domain: string], { readonly id: number }>(
  'company ids by domain',
  `SELECT company.id FROM company JOIN company_domain ON company_id = company.id
   WHERE company_domain.domain = $1 AND hidden = 0 ORDER BY company.id`,
);
/** Finds people by the hash of the key of an external id, and by the key. */
export const PEOPLE_BY_EXTERNAL_ID = statement<[hash: number, key: string], PersonRow>(
  'people by external id',
  `${PERSON} WHERE hidden = 0 AND person.id IN (SELECT id FROM person WHERE employed_key = $1
     UNION ALL SELECT person_id FROM person_key WHERE key = $1) AND external_ids::jsonb ? $2
   ORDER BY person.id LIMIT ${OWNERS_MAX}`,
);
export const COMPANIES_BY_EXTERNAL_ID = statement<[hash: number, key: string], StoredCompanyView>(
  'companies by external id',
  `${COMPANY} WHERE hidden = 0 AND company.id IN (SELECT company_id FROM company_key WHERE key = $1)
     AND external_ids::jsonb ? $2
   ORDER BY employee_count DESC NULLS LAST, slug LIMIT ${OWNERS_MAX}`,
);
export const EXTERNAL_IDS_OF_PERSON = statement<[slug: string], { external_ids: string | null }>(
  'external ids of a person',
  'SELECT external_ids FROM person WHERE slug = $1 AND hidden = 0 ORDER BY id',
);
export const EXTERNAL_IDS_OF_COMPANY = statement<[slug: string], { external_ids: string | null }>(
  'external ids of a company',
  'SELECT external_ids FROM company WHERE slug = $1 AND hidden = 0 ORDER BY id',
);
/**
 * The current slugs of visible records that have a row with this key, in the order of look-ups. A merged record is
 * answered with the record into which it was merged.
 */
export const SLUG_OF_PERSON_ROW = statement<[rowKey: string], { slug: string }>(
  'slug of the person of a row',
  `SELECT slug FROM person WHERE id IN (SELECT record_id FROM person_contribution WHERE row_key = $1)
   AND hidden = 0 AND made_slug = 0 AND NOT EXISTS (SELECT 1 FROM person WHERE slug = $1) ORDER BY id LIMIT 1`,
);
export const SLUG_OF_COMPANY_ROW = statement<[rowKey: string], { slug: string }>(
  'slug of the company of a row',
  `SELECT slug FROM company WHERE id IN (SELECT record_id FROM company_contribution WHERE row_key = $1)
   AND hidden = 0 AND made_slug = 0 AND NOT EXISTS (SELECT 1 FROM company WHERE slug = $1) ORDER BY employee_count DESC NULLS LAST, slug LIMIT 1`,
);
export const JOB_ROWS_BY_IDS = statement<[ids: readonly number[]], StoredJobRow>(
  'job rows by ids',
  `${JOB_ROW} WHERE job_row.id = ANY ($1::integer[]) AND open_positions > 0 AND hidden = 0 ORDER BY job_row.id`,
);
/** An open opening, with its record. */
export const OPEN_OPENING = statement<[id: number], { record: string }>(
  'open opening',
  'SELECT record FROM opening WHERE id = $1 AND is_open = 1 AND is_missing = 0 ORDER BY id',
);
export const HIDDEN = statement<[], { kind: 'person' | 'company'; id: number }>(
  'hidden records',
  `SELECT 'person' AS kind, id FROM person WHERE hidden = 1
   UNION ALL SELECT 'company', id FROM company WHERE hidden = 1 ORDER BY 1, 2`,
);
export const CHANGED_PEOPLE = statement<[], { ids: Buffer }>(
  'changed people',
  "SELECT ids FROM change WHERE kind = 'person' ORDER BY generation",
);
export const MISSING_PEOPLE = statement<[ids: readonly number[]], { id: number }>(
  'people that are missing',
  `SELECT id FROM unnest($1::integer[]) AS wanted (id)
   WHERE NOT EXISTS (SELECT 1 FROM person WHERE person.id = wanted.id) ORDER BY id`,
);
export const TRIM_CHANGES = statement<[upTo: number]>('trim changes', 'DELETE FROM change WHERE generation <= $1');
