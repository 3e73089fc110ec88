// The record table: the rows of all records. Record types, search fields and filters, answer schemas, import keys and
// mapping targets, the import form, stored forms, catalog columns, explorer columns and reference pages are derived
// from it.
import { COMPANY } from './company-members.ts';
import type { Member, Members } from './member.ts';
import { OPENING } from './opening-members.ts';
import { PERSON } from './person-members.ts';

/** The members of each record. */
export const RECORDS = { company: COMPANY, person: PERSON, opening: OPENING } as const;

/** Every row of all records, including those of places and entries. */
export function everyMember(): readonly (readonly [name: string, row: Member])[] {
  return Object.values(RECORDS).flatMap(membersIn);
}

function membersIn(rows: Members): (readonly [name: string, row: Member])[] {
  return Object.entries(rows).flatMap(([name, row]) => [[name, row] as const, ...membersIn(row.members ?? {})]);
}
