// Writes records in the import form: one JSON object per record, which normalize/ reads back as the same record. The
// form is derived from the record table.
import type { CompanyRecord, NetworkUrl, OpeningRecord, PersonRecord } from '../contract/import-records.ts';
import { COMPANY } from '../contract/record-table/company-members.ts';
import type { Member, Members } from '../contract/record-table/member.ts';
import { OPENING } from '../contract/record-table/opening-members.ts';
import { PERSON } from '../contract/record-table/person-members.ts';
import { canonicalUrl } from '../identity/network-url.ts';

type Json = Readonly<Record<string, unknown>>;

export function companyForm(record: CompanyRecord): Json {
  return formOf(COMPANY, { ...record, domain: record.domains[0] ?? null });
}

export function personForm(record: PersonRecord): Json {
  return formOf(PERSON, record);
}

export function openingForm(record: OpeningRecord): Json {
  return formOf(OPENING, record);
}

/** The members of a record in the order of the table, without those that have no value. */
function formOf(rows: Members, record: object): Json {
  const values = record as Json;
  return Object.fromEntries(
    Object.entries(rows).flatMap(([name, row]) => (name in values ? [[name, formValue(row, values[name])]] : [])),
  );
}

function formValue(row: Member, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (row.kind === 'profile') return canonicalUrl(row.of ?? 'person', value as NetworkUrl, null);
  if (row.kind !== 'entries') return value;
  return (value as readonly object[]).map((entry) => formOf(row.members ?? {}, entry));
}
