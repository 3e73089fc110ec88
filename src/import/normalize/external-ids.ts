// Reads external ids from a raw row: one or several. An invalid id is dropped and noted.
import type { Member, Members } from '../../contract/record-table/member.ts';
import { isRoundedId, parseExternalId } from '../../identity/external-ids.ts';
import { isAbsent, type Scope, textsOf } from './scope.ts';

const REASONS = {
  isin: 'not an ISIN (two letters, nine characters and the right check digit)',
  lei: 'not an LEI (20 characters with the right check digits)',
  handle: 'not an account name or the URL of an account',
  number: 'no number',
  text: 'no id',
} as const;

const ROUNDED = 'a number rounded by a spreadsheet';

/** Returns a function that reads the distinct ids of a member, each in normal form. */
export function idReader({ form }: Member): (scope: Scope, name: string) => string[] {
  if (form === undefined) throw new Error('a member of ids has no form');
  return (scope, name) => {
    const value = scope.values[name];
    if (isAbsent(value)) return NONE;
    const texts = textsOf([value].flat().some(isRounded) ? withoutRounded(scope, name) : scope, name);
    const ids = new Set<string>();
    for (const text of texts) {
      const id = parseExternalId(text, form);
      if (id === null) scope.notes.warn(scope.path + name, isRoundedId(text) ? ROUNDED : REASONS[form.written], text);
      else ids.add(id);
    }
    return [...ids];
  };
}

const NONE: string[] = [];

const isRounded = (entry: unknown) => Number.isInteger(entry) && !Number.isSafeInteger(entry);

/** The scope without the numbers of a member that lost digits in JSON. */
function withoutRounded(scope: Scope, name: string): Scope {
  const reason = 'a number of more than 15 digits, which JSON rounds: write it as a text';
  const given = [scope.values[name]].flat();
  for (const entry of given.filter(isRounded)) scope.notes.warn(scope.path + name, reason, entry);
  return { ...scope, values: { ...scope.values, [name]: given.filter((entry) => !isRounded(entry)) } };
}

/** Returns a function that reads all external ids of a row, without notes. */
export function idsReader(rows: Members): (scope: Scope) => Readonly<Record<string, readonly string[]>> {
  const readers = Object.entries(rows).flatMap(([name, row]) =>
    row.kind === 'ids' ? [[name, idReader(row)] as const] : [],
  );
  return ({ values, path }) => {
    const scope = { values, path, notes: { warn: () => {} } };
    return Object.fromEntries(readers.map(([name, read]) => [name, read(scope, name)]));
  };
}
