// Redacted records for answers. Separately stored values and identifiers are not changed.
import type { CompanyRecord, OpeningRecord, PersonRecord } from '../../contract/import-records.ts';
import { redact } from './redact.ts';

/**
 * Members that are not free text: URLs, hosts, points in time, listed values, and the contacts themselves, which no
 * answer of a record contains.
 */
const NO_FREE_TEXT = new Set([
  ...['network_url', 'domains', 'email_domain', 'website', 'url', 'emails', 'phones'],
  ...['company_network_url', 'company_domain', 'job_level', 'job_function', 'job_start_date', 'job_end_date'],
  ...['start_date', 'end_date', 'posted_at', 'updated_at', 'size'],
]);

/**
 * The record with each e-mail- or phone-shaped part of any of its texts redacted; the record itself if there is none.
 */
export function redactRecord<Stored extends CompanyRecord | PersonRecord | OpeningRecord>(record: Stored): Stored {
  return (isAsGiven(record) ? record : redacted(record)) as Stored;
}

/** Whether nothing is redacted: true of nearly all records, and so checked without allocation. */
function isAsGiven(value: unknown): boolean {
  if (typeof value === 'string') return redact(value) === value;
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) if (!isAsGiven(value[index])) return false;
    return true;
  }
  for (const key in value) {
    if (!NO_FREE_TEXT.has(key) && !isAsGiven((value as Record<string, unknown>)[key])) return false;
  }
  return true;
}

function redacted(value: unknown): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  const changes = Object.entries(value).flatMap(([key, member]) => {
    if (NO_FREE_TEXT.has(key)) return [];
    const shown = redacted(member);
    return shown === member ? [] : [[key, shown] as const];
  });
  if (changes.length === 0) return value;
  return Object.assign(Array.isArray(value) ? [...value] : { ...value }, Object.fromEntries(changes));
}
