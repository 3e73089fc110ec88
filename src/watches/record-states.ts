// Stores the observed values of listed records as digests: changes are found without storing a value of a person.
import { createHash } from 'node:crypto';
import type { Searchable } from '../api/context.ts';
import type { Catalog } from '../catalog/port.ts';
import type { WatchedField } from '../contract/resources/watches.ts';
import type { Turn } from '../ops/scheduling/turn.ts';
import { ascending, matchesOf } from './matches.ts';
import { watchedFieldsOf } from './watch-query.ts';

type Documents = ReturnType<Catalog['documents']>;

interface Reading {
  /** Distinguishes the digests of watches. */
  readonly salt: string;
  readonly documents: Documents;
  readonly searchable: Searchable;
  readonly turn: Turn;
  /** Job rows that may still be missing from the edition. */
  readonly jobs: readonly number[];
  /**
   * By record, the merged record whose list entry it continues: its state is then computed with the name of the merged
   * record, so that both states can be compared.
   */
  readonly continued?: ReadonlyMap<string, string>;
}

/** Job rows that are read at once. */
const JOB_ROWS = 1000;
const SEPARATOR = '.';

const idsOf = (records: readonly string[], kind: string) =>
  ascending(records.filter((record) => record.startsWith(kind)).map((record) => Number(record.slice(1))));

const digestOf = (values: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 12);

/** The digest of a slug in the states of a watch. */
export const slugDigest = (salt: string, slug: string) => digestOf([salt, 'slug', slug]);

/** The slug digest in the state of a record; undefined if an older version computed the state. */
export const slugDigestOf = (record: string, state: string) => state.split(SEPARATOR)[watchedFieldsOf(record).length];

/**
 * The state of each of these records that is visible now: digests of its watched fields and its slug; for a person,
 * also of the names of the employers.
 */
export async function statesOf(records: readonly string[], reading: Reading): Promise<Map<string, string>> {
  const { documents, salt, continued } = reading;
  const people = idsOf(records, 'p');
  const companies = idsOf(records, 'c');
  const states = new Map<string, string>();
  const note = (record: string, slug: string, values: readonly unknown[], more: readonly unknown[] = []) => {
    const named = continued?.get(record) ?? record;
    const digests = (some: readonly unknown[]) => some.map((value) => digestOf([salt, named, value]));
    states.set(record, [...digests(values), slugDigest(salt, slug), ...digests(more)].join(SEPARATOR));
  };
  const own = documents.documentsOf({ people, companies, jobs: [] });
  const emails = new Map([...own.contacts].map((contact) => [contact.id, contact.emails]));
  for (const { id, slug, positions } of own.people) {
    const employers = positions.map(({ companyId, employerId }) => companyId ?? `name ${employerId}`);
    const names = ascending(positions.map(({ employerId = 0 }) => employerId));
    const statuses = (emails.get(id) ?? []).map(({ status }) => status ?? 'unchecked');
    const values = [
      [...new Set(employers)].map(String).sort(),
      [...new Set(positions.map(({ job_title }) => job_title ?? ''))].sort(),
      statuses.sort(),
    ];
    note(`p${id}`, slug, values, [names]);
  }
  const openings = await openingsOf(companies, reading);
  for (const { id, slug, employee_count } of own.companies)
    note(`c${id}`, slug, [employee_count, openings.get(id) ?? 0]);
  return states;
}

/** Number of open positions per company. */
async function openingsOf(companies: readonly number[], reading: Reading): Promise<Map<number, number>> {
  const { searchable, turn, documents, jobs } = reading;
  const sums = new Map<number, number>();
  if (companies.length === 0) return sums;
  const query = { space: 'jobs', clauses: [{ kind: 'identity', of: 'company', anyOf: companies }] } as const;
  const found = new Set(jobs);
  for await (const records of matchesOf(query, searchable, turn)) for (const id of idsOf(records, 'j')) found.add(id);
  const rows = ascending(found);
  const wanted = new Set(companies);
  for (let at = 0; at < rows.length; at += JOB_ROWS) {
    const some = rows.slice(at, at + JOB_ROWS);
    for (const { companyId, open_positions } of documents.documentsOf({ people: [], companies: [], jobs: some }).jobs)
      if (wanted.has(companyId)) sums.set(companyId, (sums.get(companyId) ?? 0) + open_positions);
    await turn.pause();
  }
  return sums;
}

/**
 * The fields in which two states of a record differ. An employer with an unchanged name does not count as changed, even
 * if it becomes a known company, is merged, or is suppressed.
 */
export function changedFields(record: string, before: string, now: string): readonly WatchedField[] {
  const digests = before.split(SEPARATOR);
  const others = now.split(SEPARATOR);
  const isOther = (at: number) => digests[at] !== others[at];
  const fields = watchedFieldsOf(record);
  return fields.filter((field, index) => isOther(index) && (field !== 'employer' || isOther(fields.length + 1)));
}
