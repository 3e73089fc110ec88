// Redacts the texts and URLs of records for answers. Separately stored values and identifiers are not changed.
import type { CompanyRecord, OpeningRecord, PersonRecord } from '../../contract/import-records.ts';
import { isFreeText, type Member } from '../../contract/record-table/member.ts';
import { everyMember } from '../../contract/record-table/records.ts';
import { redact } from './redact.ts';
import { shownUrl } from './shown-url.ts';

const URLS: ReadonlySet<string> = new Set(everyMember().flatMap(([name, { kind }]) => (kind === 'url' ? [name] : [])));

/** Members that are neither free text nor URLs, and the contacts, which no answer of a record contains. */
const AS_GIVEN: ReadonlySet<string> = new Set(everyMember().flatMap(([name, row]) => (isRedacted(row) ? [] : [name])));

function isRedacted(row: Member): boolean {
  if (row.kind !== 'place' && row.kind !== 'entries') return isFreeText(row) || row.kind === 'url';
  return !Object.values(row.members ?? {}).some(({ kind }) => kind === 'address');
}

/**
 * The record with each e-mail- or phone-shaped part of its texts redacted, and without URLs that contain a contact; the
 * same object if nothing is redacted.
 */
export function redactRecord<Stored extends CompanyRecord | PersonRecord | OpeningRecord>(record: Stored): Stored {
  return (isAsGiven(record) ? record : redacted(record)) as Stored;
}

/** Whether nothing is redacted. True for nearly all records, so the check does not allocate memory. */
function isAsGiven(value: unknown, name = ''): boolean {
  if (typeof value === 'string') return shownText(value, name) === value;
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) if (!isAsGiven(value[index])) return false;
    return true;
  }
  for (const key in value) {
    if (!AS_GIVEN.has(key) && !isAsGiven((value as Record<string, unknown>)[key], key)) return false;
  }
  return true;
}

function redacted(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return shownText(value, name);
  if (typeof value !== 'object' || value === null) return value;
  const changes = Object.entries(value).flatMap(([key, member]) => {
    if (AS_GIVEN.has(key)) return [];
    const shown = redacted(member, key);
    return shown === member ? [] : [[key, shown] as const];
  });
  if (changes.length === 0) return value;
  return Object.assign(Array.isArray(value) ? [...value] : { ...value }, Object.fromEntries(changes));
}

/** The text of a member as shown; null for a URL that is not shown. */
function shownText(text: string, name: string): string | null {
  return URLS.has(name) ? shownUrl(text) : redact(text);
}
