// Members of a record that a page does not show elsewhere. They are derived from the record table, so a new field
// appears in exported files and on the page of a record automatically.
import { isAnswered, type Member, type Members } from '../../../src/contract/record-table/member.ts';

type Json = Readonly<Record<string, unknown>>;
type Plain = string | number | boolean | null;

/** A member as a table value. */
export interface ShownMember {
  /** Header in an exported file. */
  readonly key: string;
  readonly label: string;
  readonly value: (record: object) => Plain;
}

/** The answered members of a table that are not in `shown`: a place as city and country, and only lists of texts. */
export function furtherMembers(rows: Members, shown: readonly string[]): readonly ShownMember[] {
  return Object.entries(rows)
    .filter(([name, row]) => isAnswered(row) && row.kind !== 'entries' && !shown.includes(name))
    .map(([name, row]) => ({ key: name, label: labelOf(name), value: (record) => plain(row, (record as Json)[name]) }));
}

/** City and country of a place, as columns. */
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
