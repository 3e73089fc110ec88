// The observed values of listed records as digests: a change is found without storing a value of a person.
import { createHash } from 'node:crypto';
import type { Searchable } from '../api/context.ts';
import type { Catalog } from '../catalog/port.ts';
import type { WatchedField } from '../contract/watches.ts';
import type { Turn } from '../ops/turn.ts';
import { ascending } from './matches.ts';
import { watchedFieldsOf } from './watch-query.ts';

type Documents = ReturnType<Catalog['documents']>;

interface Reading {
  /** Distinguishes the digests of watches. */
  readonly salt: string;
  readonly documents: Documents;
  readonly searchable: Searchable;
  readonly turn: Turn;
  /** Job rows that the edition may not have yet. */
  readonly jobs: readonly number[];
}

const JOB_ROWS_MAX = 100_000;
const SEPARATOR = '.';

const idsOf = (records: readonly string[], kind: string) =>
  ascending(records.filter((record) => record.startsWith(kind)).map((record) => Number(record.slice(1))));

/** The state of each of these records that is visible now. */
export async function statesOf(records: readonly string[], reading: Reading): Promise<Map<string, string>> {
  const { documents, salt } = reading;
  const people = idsOf(records, 'p');
  const companies = idsOf(records, 'c');
  const states = new Map<string, string>();
  const note = (record: string, values: readonly unknown[]) => {
    const digests = values.map((value) =>
      createHash('sha256')
        .update(JSON.stringify([salt, record, value]))
        .digest('base64url')
        .slice(0, 12),
    );
    states.set(record, digests.join(SEPARATOR));
  };
  const own = documents.documentsOf({ people, companies, jobs: [] });
  const emails = new Map([...own.contacts].map((contact) => [contact.id, contact.emails]));
  for (const { id, positions } of own.people) {
    const employers = positions.map(({ companyId, employerId }) => companyId ?? `name ${employerId}`);
    const statuses = (emails.get(id) ?? []).map(({ status }) => status ?? 'unchecked');
    note(`p${id}`, [
      [...new Set(employers)].map(String).sort(),
      [...new Set(positions.map(({ job_title }) => job_title ?? ''))].sort(),
      statuses.sort(),
    ]);
  }
  const openings = await openingsOf(companies, reading);
  for (const { id, employee_count } of own.companies) note(`c${id}`, [employee_count, openings.get(id) ?? 0]);
  return states;
}

/** Open positions of companies. */
async function openingsOf(companies: readonly number[], reading: Reading): Promise<Map<number, number>> {
  const { searchable, turn, documents, jobs } = reading;
  const { edition, hidden } = searchable;
  const sums = new Map<number, number>();
  if (companies.length === 0) return sums;
  const query = { space: 'jobs', clauses: [{ kind: 'identity', of: 'company', anyOf: companies }] } as const;
  const { docs } = await turn.run(edition.search(query, { after: -1, limit: JOB_ROWS_MAX, hidden }));
  const rows = ascending([...docs.map((doc) => edition.jobIdOf(doc)), ...jobs]);
  const wanted = new Set(companies);
  for (const { companyId, open_positions } of documents.documentsOf({ people: [], companies: [], jobs: rows }).jobs) {
    if (wanted.has(companyId)) sums.set(companyId, (sums.get(companyId) ?? 0) + open_positions);
  }
  return sums;
}

/** The fields in which two states of a record differ. */
export function changedFields(record: string, before: string, now: string): readonly WatchedField[] {
  const digests = before.split(SEPARATOR);
  const others = now.split(SEPARATOR);
  return watchedFieldsOf(record).filter((_, at) => digests[at] !== others[at]);
}
