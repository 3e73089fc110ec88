// Guesses the fields of the columns of a table, or of the keys of JSON rows: from the headers, and from the values
// (value-kinds.ts) if a header is meaningless or wrong.

import type { Column } from './column.ts';
import { guessByValues, type ValueGuess } from './guess-by-values.ts';
import { headerKey } from './header-key.ts';
import { fieldByWords } from './header-words.ts';
import { IMPORT_FIELDS, type ImportField, type ImportKind, PLACE_FIELDS, REQUIRED_FIELDS } from './import-fields.ts';
import { entryColumns } from './lists/list-fields.ts';
import { innerKeyHeaders, isOfAnother } from './nested-keys.ts';
import { contactColumns, otherPartyIn } from './other-parties.ts';
import { kindOfValues } from './value-kinds.ts';

export interface Guess {
  readonly field: string;
  /** The evidence from the values, such as `97% e-mail addresses`; null if the header is sufficient. */
  readonly evidence: string | null;
}

/**
 * Columns of former employers and former positions, such as `previousCompany`. They do not describe the current job of
 * the person.
 */
const OF_THE_PAST =
  /^(?:past|previous|prev|former|prior|last (?:company|employer|job|position|title))\b|\b(?:past|previous|former) (?:company|employer|experience|job|position|title)\b/;

/** The web address of a person in a JSON Resume; it is not that of the employer. */
const OF_PERSON = /^basics (?:url|website)$/;

/** Keywords of JSON-LD, such as `@type`, describe the data, not the record. */
const KEYWORD = /(?:^|\.)@/;

const isOfToday = ({ header }: Column) =>
  !OF_THE_PAST.test(headerKey(header)) && !OF_PERSON.test(headerKey(header)) && !KEYWORD.test(header);

/** An object of Salesforce states its own type and URL: `{"attributes": {"type": "Account", "url": "/…"}}`. */
const OF_API = 'attributes.';
const API_KEYS = new Set(['type', 'url'].map((key) => OF_API + key));

/** The columns without those of former positions and those of the API that wrote the file. */
function columnsOfToday(columns: readonly Column[]): Column[] {
  const attributes = columns.filter(({ header }) => header.startsWith(OF_API));
  const isOfApi = attributes.length === API_KEYS.size && attributes.every(({ header }) => API_KEYS.has(header));
  return columns.filter((column) => isOfToday(column) && !(isOfApi && API_KEYS.has(column.header)));
}

/** The guessed fields, and the columns that describe a party other than the record. */
export interface Guesses {
  readonly fields: ReadonlyMap<number, Guess>;
  /** The word that names the other party, such as `owner`, by column index. */
  readonly parties: ReadonlyMap<number, string>;
}

/**
 * The guess for each column, by index. A field that is not a list gets one column, the one with the best header.
 * Columns of another party are excluded, unless the record would have no name without them.
 */
export function guessColumns(kind: ImportKind, given: readonly Column[]): Guesses {
  const today = columnsOfToday(given);
  const entries = entryColumns(kind, today);
  const single = guessSingle(
    kind,
    today.filter(({ index }) => !entries.within.has(index)),
  );
  return { fields: withEntries(single.fields, entries.fields), parties: single.parties };
}

/** Adds the columns of entries, which list-members.json recognizes by their names. */
function withEntries(guesses: ReadonlyMap<number, Guess>, entries: ReadonlyMap<number, string>): Map<number, Guess> {
  const found = [...entries].map(([index, field]): [number, Guess] => [index, { field, evidence: null }]);
  return new Map([...guesses, ...found]);
}

function guessSingle(kind: ImportKind, columns: readonly Column[]): Guesses {
  const parties = partiesOf(kind, columns);
  const isOwn = ({ index }: Column) => !parties.has(index);
  const fields = guessOwn(kind, columns.filter(isOwn));
  const found = new Set([...fields.values()].map(({ field }) => field));
  const isComplete = REQUIRED_FIELDS[kind].every((group) => group.some((path) => found.has(path)));
  if (isComplete || parties.size === 0) return { fields, parties };
  return { fields: guessOwn(kind, columns), parties: new Map() };
}

/** The columns that describe another party, each with the word that names the party. */
function partiesOf(kind: ImportKind, columns: readonly Column[]): Map<number, string> {
  const byHeader = fieldsByHeader(kind, columns);
  const columnOf = (path: string) => columns.find(({ index }) => byHeader.get(index) === path);
  const lastNames = kind === 'people' && columnOf('first_name') ? columnOf('last_name') : undefined;
  const parties = lastNames ? contactColumns(columns, lastNames) : new Map<number, string>();
  const others = columns.map(({ index, header }) => ({ index, header, party: otherPartyIn(header) }));
  // `Agency` is the employer of an opening, so the site of the agency is the site of the employer.
  const isOwn = (index: number, header: string) => {
    const field = byHeader.get(index);
    return field !== undefined && !(lastNames && field === 'full_name') && isListed(kind, header);
  };
  const own = new Set(others.flatMap(({ index, header, party }) => (isOwn(index, header) ? [party] : [])));
  for (const { index, party } of others) if (party !== null && !own.has(party)) parties.set(index, party);
  if (kind === 'companies' && namePeople(columns))
    for (const { index, header } of columns) if (headerKey(header) === ID_OF_ROW) parties.set(index, 'person');
  return parties;
}

/** The id of what a row describes: in an export of contacts, of the contact. */
const ID_OF_ROW = 'record id';

function namePeople(columns: readonly Column[]): boolean {
  const fields = new Set(fieldsByHeader('people', columns).values());
  return fields.has('first_name') && fields.has('last_name');
}

/** Whether a field lists exactly this header. */
function isListed(kind: ImportKind, header: string): boolean {
  const key = headerKey(header);
  return IMPORT_FIELDS[kind].some(({ path, headers }) => headers.includes(key) || headerKey(path) === key);
}

function guessOwn(kind: ImportKind, columns: readonly Column[]): Map<number, Guess> {
  const byHeader = fieldsByHeader(kind, columns);
  const own = columns.filter((column) => column.isNested !== true || isEvidence(column, kind));
  const byValues = guessByValues({ kind, columns: own, named: byHeader, isKnownExport: false });
  const guesses = withValues(byHeader, byValues);
  for (const index of strayParts(columns, guesses)) guesses.delete(index);
  // A field whose column had a wrong header gets the next best column.
  const lost = new Set(byValues.map(({ index }) => byHeader.get(index)));
  const free = columns.filter(({ index }) => !byHeader.has(index) && !guesses.has(index));
  for (const field of IMPORT_FIELDS[kind].filter(({ path }) => lost.has(path))) {
    for (const { index } of columnsOfField(kind, field, free))
      guesses.set(index, { field: field.path, evidence: null });
  }
  return guesses;
}

/** Objects that describe the employer of a person or of an opening. */
const OF_EMPLOYER = /^(?:current_?)?(?:company|organi[sz]ation|employer)\.[^.]+$/i;

/** Whether the values of an inner key are evidence for a field. Of an employer, only the profile URL is certain. */
const isEvidence = ({ header, samples }: Column, kind: ImportKind) =>
  !isOfAnother(header, kind) ||
  (kind !== 'companies' && OF_EMPLOYER.test(header) && kindOfValues(samples)?.kind === 'company URLs');

/**
 * The columns of lists that hold some parts of a place while other columns hold the others: the parts of two places
 * must not become one. Of several lists, the first one remains.
 */
function strayParts(columns: readonly Column[], guesses: ReadonlyMap<number, Guess>): number[] {
  const partsOf = (place: string) => columns.filter(({ index }) => guesses.get(index)?.field.startsWith(`${place}.`));
  return [...PLACE_FIELDS].flatMap((place) => {
    const parts = partsOf(place);
    const lists = parts.flatMap(({ list }) => list ?? []);
    const kept = lists.length === parts.length ? lists[0] : undefined;
    return parts.filter(({ list }) => list !== undefined && list !== kept).map(({ index }) => index);
  });
}

/**
 * The guesses for a known export: of the columns that its preset does not name, only profile URLs are guessed, from
 * their values.
 */
export function guessWithPreset(
  kind: ImportKind,
  columns: readonly Column[],
  named: ReadonlyMap<number, string>,
): Guesses {
  const isNamed = ({ index }: Column) => named.has(index);
  const parties = new Map(
    columns.flatMap((column): [number, string][] => {
      const party = isNamed(column) ? null : otherPartyIn(column.header);
      return party === null ? [] : [[column.index, party]];
    }),
  );
  const today = columns.filter((column) => isOfToday(column) && !parties.has(column.index));
  const entries = entryColumns(kind, today);
  const own = today.filter(({ index }) => !entries.within.has(index));
  const fields = withValues(new Map(), guessByValues({ kind, columns: own, named, isKnownExport: true }));
  return { fields: withEntries(fields, entries.fields), parties };
}

function withValues(byHeader: ReadonlyMap<number, string>, byValues: readonly ValueGuess[]): Map<number, Guess> {
  const guesses = new Map<number, Guess>();
  for (const [index, field] of byHeader) guesses.set(index, { field, evidence: null });
  for (const { index, field, evidence } of byValues) {
    if (field === null) guesses.delete(index);
    else guesses.set(index, { field, evidence });
  }
  return guesses;
}

/** Field path by column index. Cached, because pushed calls use the same few keys again and again. */
function fieldsByHeader(kind: ImportKind, columns: readonly Column[]): Map<number, string> {
  const headers = columns.map(({ index, header, isNested = false }) => [index, header, isNested]);
  const name = JSON.stringify([kind, headers]);
  let known = KNOWN_HEADERS.get(name);
  if (known === undefined) {
    const fields = new Map<number, string>();
    for (const field of IMPORT_FIELDS[kind]) {
      for (const { index } of columnsOfField(kind, field, columns))
        if (!fields.has(index)) fields.set(index, field.path);
    }
    known = fields;
    if (KNOWN_HEADERS.size >= KNOWN_HEADERS_MAX) KNOWN_HEADERS.clear();
    if (name.length <= KNOWN_NAME_LENGTH_MAX) KNOWN_HEADERS.set(name, known);
  }
  return new Map(known);
}

const KNOWN_HEADERS = new Map<string, ReadonlyMap<number, string>>();
const KNOWN_HEADERS_MAX = 200;
/** Maximum length of a cached header row: some 300 columns. A wider header is unlikely to occur again. */
const KNOWN_NAME_LENGTH_MAX = 10_000;

function columnsOfField(kind: ImportKind, field: ImportField, columns: readonly Column[]): Column[] {
  const ranked = columns
    .map((column) => ({ column, rank: columnRank(kind, field, column) }))
    .filter(({ rank }) => rank !== -1)
    .sort((a, b) => a.rank - b.rank);
  const found = ranked.map(({ column }) => column);
  // A key may hold a text in one row and an object in another.
  const isWithin = (inner: Column, outer: Column) =>
    inner.isNested === true && inner.header.startsWith(`${outer.header}.`);
  const isTaken = (column: Column, _: number, [best = column]: readonly Column[]) =>
    column === best || isWithin(column, best) || isWithin(best, column);
  return field.isList || field.hasFallback ? found : found.filter(isTaken);
}

const RANKS_OF_HEADER = 1000;

/** The best headerRank among the headers that the column can be read as. */
function columnRank(kind: ImportKind, field: ImportField, { header, isNested = false }: Column): number {
  const ranks = (isNested ? innerKeyHeaders(header, kind) : [header]).map((one) => headerRank(field, headerKey(one)));
  const best = ranks.findIndex((rank) => rank !== -1);
  if (best === -1 && !isNested && meansByWords(kind, field, headerKey(header))) return RANKS_OF_HEADER - 1;
  return best === -1 ? -1 : best * RANKS_OF_HEADER + (ranks[best] ?? 0);
}

/** Whether a header that no field lists names the field by its words. */
function meansByWords(kind: ImportKind, { path }: ImportField, key: string): boolean {
  return fieldByWords(kind, key) === path && IMPORT_FIELDS[kind].every((field) => headerRank(field, key) === -1);
}

/**
 * Rank of the header's key among the headers of the field; 0 for the name of the field; -1 if the field does not list
 * the key.
 */
export function headerRank(field: ImportField, key: string): number {
  const headers = [headerKey(field.path), ...field.headers];
  return headers.findIndex((header) => meansHeader(header, key));
}

/** Whether a header, given as its key, matches a listed header. `* title` matches every header that ends in `title`. */
export function meansHeader(header: string, key: string): boolean {
  return header.startsWith('* ') ? key.endsWith(header.slice(1)) : key === header;
}
