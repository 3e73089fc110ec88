// Decodes records that are stored as JSON. A record that is older than a row of the record table lacks the member of
// that row. The member gets the value for unknown members.
import type { CompanyRecord, OpeningRecord, PersonRecord } from '../contract/import-records.ts';
import { isStored, type Member, type Members } from '../contract/record-table/member.ts';
import { RECORDS } from '../contract/record-table/records.ts';

interface Stored {
  readonly company: CompanyRecord;
  readonly person: PersonRecord;
  readonly opening: OpeningRecord;
}

const LISTS: ReadonlySet<Member['kind']> = new Set<Member['kind']>(['texts', 'hostnames', 'ids', 'entries']);

/** The value of a member that a record lacks. */
export function absentValue({ kind }: Member): unknown {
  if (kind === 'boolean') return false;
  return LISTS.has(kind) ? [] : null;
}

const storedRows = (rows: Members) => Object.entries(rows).filter(([, row]) => isStored(row));
const ROWS = {
  company: storedRows(RECORDS.company),
  person: storedRows(RECORDS.person),
  opening: storedRows(RECORDS.opening),
} as const;

/**
 * Decodes the record of a JSON text, with every member. If a member was missing, the members are in the order of the
 * table.
 */
export function storedRecord<Kind extends keyof Stored>(kind: Kind, text: string): Stored[Kind] {
  const record = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const rows = ROWS[kind];
  if (rows.every(([name]) => name in record)) return record as unknown as Stored[Kind];
  const complete = rows.map(([name, row]) => [name, name in record ? record[name] : absentValue(row)]);
  return { ...Object.fromEntries(complete), ...withoutRows(record, rows) } as Stored[Kind];
}

/** The members that the table does not contain, such as the number of an equal opening. */
function withoutRows(record: object, rows: readonly (readonly [name: string, row: Member])[]): object {
  const known = new Set(rows.map(([name]) => name));
  return Object.fromEntries(Object.entries(record).filter(([name]) => !known.has(name)));
}
