// The members of a record that a screen has no place of its own for, derived from the record table: a new row appears
// in the exported files and in the details of a record.
import { isAnswered, type Member, type Members } from '../../../src/contract/record-table/member.ts';

type Json = Readonly<Record<string, unknown>>;
type Plain = string | number | boolean | null;

/** A member as a value of a table. */
export interface ShownMember {
  /** Its name in a file. */
  readonly key: string;
  readonly label: string;
  readonly value: (record: object) => Plain;
}

/** The answered members of a table that are not among `shown`; of a place city and country, of lists only texts. */
export function furtherMembers(rows: Members, shown: readonly string[]): readonly ShownMember[] {
  return Object.entries(rows)
    .filter(([name, row]) => isAnswered(row) && row.kind !== 'entries' && !shown.includes(name))
    .map(([name, row]) => ({ key: name, label: labelOf(name), value: (record) => plain(row, (record as Json)[name]) }));
}

/** City and country of a place as columns. */
export function placeMembers(name: string): readonly ShownMember[] {
  return ['city', 'country_code'].map((part) => ({
    key: part,
    label: labelOf(part),
    value: (record) => ((record as Json)[name] as Readonly<Record<string, string | null>> | null)?.[part] ?? null,
  }));
}

function plain({ kind }: Member, value: unknown): Plain {
  if (value === undefined || value === null) return null;
  if (kind === 'place') return Object.values(value).filter(Boolean).join(', ');
  return Array.isArray(value) ? value.join('; ') : (value as Plain);
}

function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
