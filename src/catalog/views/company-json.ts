// The view of a company: its wire JSON, created once when the record is stored.
import type { CompanyRecord } from '../../contract/import-records.ts';
import { COMPANY } from '../../contract/record-table/company-members.ts';
import { isAnswered, isStored, type Member, type Members } from '../../contract/record-table/member.ts';
import { countryOf, sizeLabel, sizeRange } from '../../contract/vocabularies/vocabularies.ts';
import { canonicalUrl } from '../../identity/network-url.ts';
import { derivedOfCountry } from './member-writer.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * JSON members without braces, in two parts: both, joined by a comma, are the whole company; the first part is the
 * employer in a person search.
 */
export interface CompanyMembers {
  readonly employer: string;
  readonly rest: string;
}

const ANSWERED = Object.entries<Member>(COMPANY).filter(([, row]) => isAnswered(row));
const OF_EMPLOYER = ANSWERED.filter(([, row]) => row.ofEmployer === true);
const FURTHER = ANSWERED.filter(([, row]) => row.ofEmployer !== true);

/** The members of a company that is answered under this slug. The record must be redacted. */
export function companyMembers(record: CompanyRecord, slug: string): CompanyMembers {
  const values: Json = {
    ...record,
    network_url: canonicalUrl('company', { slug, host: record.network_url?.host ?? null }, null),
    domain: record.domains[0] ?? null,
    size: record.size ?? sizeLabel(record.employee_count),
  };
  const textOf = (rows: typeof ANSWERED) =>
    members(Object.fromEntries(rows.map(([name, row]) => [name, answerOf(row, values[name])])));
  return { employer: textOf(OF_EMPLOYER), rest: textOf(FURTHER) };
}

function answerOf({ kind, members: rows = {} }: Member, value: unknown): unknown {
  return kind === 'place' ? placeAnswer(rows, value as Json | null) : (value ?? null);
}

/** The answer for a place; null if no value is known. */
function placeAnswer(rows: Members, place: Json | null): Json | null {
  const stored = Object.entries(rows).flatMap(([name, row]) => (isStored(row) ? [[name, place?.[name] ?? null]] : []));
  if (stored.every(([, value]) => value === null)) return null;
  const derived = derivedOfCountry(countryOf(place?.['country_code'] as string | null));
  return { ...Object.fromEntries(stored), ...derived };
}

/**
 * The number of employees, or the lower bound of the size range if only that is known. Used for ordering and ranges.
 */
export function effectiveEmployeeCount(record: CompanyRecord): number | null {
  return record.employee_count ?? (record.size === null ? null : sizeRange(record.size).min);
}

/** The members of a JSON object as text, without braces. */
export function members(object: object): string {
  return JSON.stringify(object).slice(1, -1);
}
