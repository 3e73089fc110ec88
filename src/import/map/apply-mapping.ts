// Converts a row to the shape of the import record: maps the cells of a table by column, and renames the keys of JSON.
import { emailKindIn } from '../normalize/contacts/email-kind.ts';
import { namesFax } from '../normalize/contacts/phone-kind.ts';
import { isEmptyText } from '../normalize/empty-text.ts';
import { isAbsent, type RawValues } from '../normalize/scope.ts';
import { type DayMonthOrder, isoForm } from '../normalize/written-dates.ts';
import type { MappedColumn, Mapping } from './column-mapping.ts';
import { headerRank } from './guess-columns.ts';
import { headerKey } from './header-key.ts';
import { IMPORT_FIELDS, type ImportKind, LIST_FIELDS, PLACE_FIELDS } from './import-fields.ts';
import { entryFieldOf } from './lists/list-fields.ts';
import { addProfiles, profileKeysOf } from './lists/profile-lists.ts';
import { entryReader } from './lists/read-entries.ts';
import { hasInnerKeys, innerPaths, leafOf, mainValueAt, valueAt } from './nested-keys.ts';
import { FIELDS_WITH_KINDS, kindColumnOf, PHONE_FIELDS, phoneFieldOf } from './phone-kinds.ts';

/** A placeholder, except in columns of codes: a code `NA` is Namibia, Naples or North America. */
const NOT_AVAILABLE = 'NA';
const CODE_FIELD = /(?:country|state)(?:_code)?$/;

/**
 * The marks by which spreadsheets store a cell as text: a leading apostrophe, which exports keep, and `="00123"`. A
 * pair of apostrophes is a quotation. An apostrophe before a lower-case letter is part of a name (`'t Hooft`).
 */
const TEXT_MARK = /^(?:'(?=\p{Lu}|[+=@(-]|0|\d{5})(?!.*'(?:[^\p{L}]|$))|=(?="[^"]*"$|\+?\d+$))/u;
const APOSTROPHE = 0x27;
const EQUALS = 0x3d;

function withoutTextMark(text: string): string {
  const first = text.charCodeAt(0);
  if (first !== APOSTROPHE && first !== EQUALS) return text;
  const bare = text.replace(TEXT_MARK, '');
  return first === EQUALS && bare !== text ? bare.replace(/^"|"$/g, '') : bare;
}

interface Target {
  readonly index: number;
  readonly first: string;
  readonly second: string | null;
  readonly isList: boolean;
  readonly isNaEmpty: boolean;
  readonly dayMonth: DayMonthOrder | null;
  /** The index of the column with the kinds of these phone numbers or addresses; null if there is none. */
  readonly kinds: number | null;
}

/** Returns a function that maps the cells of one row to an import record. */
export function cellShaper(mapping: Mapping, kind: ImportKind): (cells: readonly string[]) => RawValues {
  const targets = targetsOf(mapping, kind);
  return (cells) => {
    const row: Record<string, unknown> = {};
    for (const { index, first, second, isList, isNaEmpty, dayMonth, kinds } of targets) {
      const text = withoutTextMark((cells[index] ?? '').trim());
      if (isEmptyText(text) || (isNaEmpty && text === NOT_AVAILABLE)) continue;
      const cell = dayMonth === null ? text : (isoForm(text, dayMonth) ?? text);
      if (kinds !== null) addOfKind(row, { text, label: cells[kinds] ?? '', column: first });
      else if (second !== null) row[first] = withPart(row[first], second, cell);
      else row[first] = isList && row[first] !== undefined ? `${row[first]};${cell}` : cell;
    }
    return row;
  };
}

/**
 * Adds a number or an address to the field for its kind. If the row already has a value there, it goes to the field of
 * its column, or else to `phones` or `emails`.
 */
function addOfKind(row: Record<string, unknown>, value: { text: string; label: string; column: string }): void {
  const { label, column } = value;
  const isPhone = PHONE_FIELDS.has(column);
  const list = isPhone ? 'phones' : 'emails';
  // The reader of numbers drops a fax number and reports it.
  const text = isPhone && namesFax(headerKey(label)) ? `${value.text} (fax)` : value.text;
  const field = fieldOfKind(column, label);
  const free = [field, column].find((name) => row[name] === undefined || name === list) ?? list;
  row[free] = row[free] === undefined ? text : `${row[free]};${text}`;
}

/** The field for a value with this label: `mobile_phone`, `email`, or `emails` for a personal address. */
function fieldOfKind(column: string, label: string): string {
  if (PHONE_FIELDS.has(column)) return phoneFieldOf(label);
  const kind = emailKindIn(label);
  if (kind === null) return column;
  return kind === 'work' ? 'email' : 'emails';
}

function targetsOf({ columns }: Mapping, kind: ImportKind): Target[] {
  const lists = LIST_FIELDS[kind];
  const all = columns.map(({ column }) => column);
  return bestLast(columns, kind).flatMap(({ column, field, dayMonth }) => {
    if (field === null) return [];
    const [first = '', second = null] = placePath(field).split('.');
    const isCode = CODE_FIELD.test(field) && !column.samples.some((sample) => sample.length > 3);
    const kinds = FIELDS_WITH_KINDS.has(field) ? (kindColumnOf(column, all)?.index ?? null) : null;
    return [{ index: column.index, first, second, isList: lists.has(field), isNaEmpty: !isCode, dayMonth, kinds }];
  });
}

/**
 * Moves the best column of a field with fallbacks to the end, so that its value overwrites the values of the other
 * columns. If headers are equal, the first column is the best.
 */
function bestLast(columns: Mapping['columns'], kind: ImportKind): Mapping['columns'] {
  const { rank, hasFallback } = ranksOf(kind);
  return columns.toSorted((a, b) => {
    if (rank(a) !== rank(b) || a.field !== b.field || !hasFallback(a)) return rank(b) - rank(a);
    return b.column.index - a.column.index;
  });
}

/**
 * The rank of a column among those of a field with fallbacks, 0 being the best; a header that is not listed is the
 * last. 0 also for any other field.
 */
function ranksOf(kind: ImportKind) {
  const fields = new Map(IMPORT_FIELDS[kind].map((field) => [field.path, field]));
  const hasFallback = ({ field }: MappedColumn) => fields.get(field ?? '')?.hasFallback === true;
  const rank = ({ field, column }: MappedColumn) => {
    const known = fields.get(field ?? '');
    if (known?.hasFallback !== true) return 0;
    const listed = headerRank(known, headerKey(column.header));
    return listed === -1 ? known.headers.length + 1 : listed;
  };
  return { rank, hasFallback };
}

/** A place given as one text is stored next to the parts of the place. */
const placePath = (field: string) => (PLACE_FIELDS.has(field) ? `${field}.text` : field);

/**
 * Returns a function that renames the keys of one object, omits those that are not imported, and applies the order of
 * day and month. Null if it would change nothing.
 */
export function keyShaper(mapping: Mapping, kind: ImportKind): ((row: RawValues) => RawValues) | null {
  const renames = new Map(
    mapping.columns.flatMap(({ column, field }) =>
      field === null || (field === column.header && !field.includes('.')) ? [] : [[column.header, placePath(field)]],
    ),
  );
  const fields = new Set(IMPORT_FIELDS[kind].map(({ path }) => path));
  const dropped = new Set(
    mapping.columns.flatMap(({ column, field }) =>
      field === null && fields.has(column.header) ? [column.header] : [],
    ),
  );
  const orders = new Map(
    mapping.columns.flatMap(({ column, dayMonth }) => (dayMonth === null ? [] : [[column.header, dayMonth] as const])),
  );
  const { rank } = ranksOf(kind);
  const inner = mapping.columns
    .filter(({ column }) => column.isNested === true)
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ column }) => column.header);
  const kinds = kindKeys(mapping);
  if (renames.size + dropped.size + orders.size + inner.length + kinds.size === 0) return null;
  const outer = new Set(inner.map((path) => path.split('.', 1)[0]));
  const known = new Set(inner);
  const lists = LIST_FIELDS[kind];
  const profiles = profileKeysOf(mapping);
  const isSingle = (path: string) => renames.has(path) && entryFieldOf(kind, renames.get(path) ?? '') === null;
  const single = inner.filter((path) => isSingle(path) && !profiles.has(path));
  const put = valueSetter({ renames, orders, lists });
  const ranked = rankedKeys(mapping, kind);
  const readEntries = entryReader(mapping, kind);
  const fieldValueOf = (row: RawValues, path: string): unknown => {
    const field = renames.get(path) ?? '';
    return lists.has(field) ? valueAt(row, path) : mainValueAt(row, path);
  };
  return (row) => {
    const shaped: Record<string, unknown> = {};
    for (const [key, value] of ranked.size === 0 ? Object.entries(row) : bestFirst(row, ranked)) {
      if (outer.has(key) && hasInnerKeys(value)) {
        // Without a value: an unknown key is only reported.
        for (const path of innerPaths(key, value))
          if (!known.has(path) && !isNothing(valueAt(row, path) ?? null)) shaped[path] = null;
      } else if (!dropped.has(key) && !profiles.has(key) && !(outer.has(key) && isNothing(value)))
        put(shaped, key, withKinds(row, leafOf(value), kinds.get(key)));
    }
    for (const path of single) {
      const value = Object.hasOwn(row, path) ? null : fieldValueOf(row, path);
      if (value !== null && value !== undefined && !hasInnerKeys(value))
        put(shaped, path, withKinds(row, value, kinds.get(path)));
    }
    readEntries(row, shaped);
    for (const key of profiles) addProfiles(shaped, row, { key, kind });
    return shaped;
  };
}

/** The rank of each outer key of a field with fallbacks that has several keys. */
function rankedKeys({ columns }: Mapping, kind: ImportKind): ReadonlyMap<string, number> {
  const { rank, hasFallback } = ranksOf(kind);
  const found = columns.filter((mapped) => hasFallback(mapped) && mapped.column.isNested !== true);
  const isOneOfSeveral = ({ field }: MappedColumn) => found.filter((each) => each.field === field).length > 1;
  return new Map(found.filter(isOneOfSeveral).map((mapped) => [mapped.column.header, rank(mapped)]));
}

const bestFirst = (row: RawValues, ranked: ReadonlyMap<string, number>) =>
  Object.entries(row).toSorted(([a], [b]) => (ranked.get(a) ?? 0) - (ranked.get(b) ?? 0));

const isNothing = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);

/** The key with the kinds of the phone numbers under another key. */
function kindKeys({ columns }: Mapping): ReadonlyMap<string, string> {
  const all = columns.map(({ column }) => column);
  return new Map(
    columns.flatMap(({ column, field }) => {
      const found = PHONE_FIELDS.has(field ?? '') ? kindColumnOf(column, all) : undefined;
      return found === undefined ? [] : [[column.header, found.header] as const];
    }),
  );
}

/** Each number with its kind as a label, `+47 412 34 567 (mobile)`, if there is one kind for each number. */
function withKinds(row: RawValues, value: unknown, key: string | undefined): unknown {
  if (key === undefined) return value;
  const [numbers, kinds] = [[value].flat(), [valueAt(row, key)].flat()];
  if (numbers.length !== kinds.length) return value;
  const labelled = numbers.map((number, index) => {
    const kind = kinds[index];
    const isUsable = typeof number === 'string' && typeof kind === 'string' && KIND.test(kind);
    return isUsable ? `${number} (${kind.replaceAll('_', ' ')})` : number;
  });
  return Array.isArray(value) ? labelled : labelled[0];
}

/** A longer text, or one with digits, names no kind. */
const KIND = /^[\p{L}\s_-]{1,30}$/u;

interface KeyRules {
  /** The field of each renamed key. */
  readonly renames: ReadonlyMap<string, string>;
  readonly orders: ReadonlyMap<string, DayMonthOrder>;
  readonly lists: ReadonlySet<string>;
}

/** Returns a function that sets the value of a key in a shaped record. */
function valueSetter({ renames, orders, lists }: KeyRules) {
  return (shaped: Record<string, unknown>, key: string, given: unknown): void => {
    const order = orders.get(key);
    const value = order !== undefined && typeof given === 'string' ? (isoForm(given.trim(), order) ?? given) : given;
    const field = renames.get(key);
    if (field === undefined) {
      const own = Object.hasOwn(shaped, key) ? together(shaped[key], value) : value;
      // A key such as `__proto__` must become a property of its own.
      Object.defineProperty(shaped, key, { value: own, enumerable: true, writable: true, configurable: true });
      return;
    }
    const [first = '', second = null] = field.split('.');
    if (second !== null) shaped[first] = withPart(shaped[first], second, single(value));
    else if (lists.has(first)) shaped[first] = joined(shaped[first], value);
    else if (!isFilled(shaped[first])) shaped[first] = single(value);
  };
}

/** Adds one part to an object. A place given as one text becomes the part `text`. */
function withPart(before: unknown, part: string, value: unknown): object {
  return { ...(typeof before === 'string' ? { text: before } : (before as object | undefined)), [part]: value };
}

/**
 * Merges an object of the record with the parts that came under other keys. Values of the object itself take
 * precedence.
 */
function together(parts: unknown, value: unknown): unknown {
  if (typeof parts !== 'object' || Array.isArray(parts) || Array.isArray(value)) return value;
  if (typeof value === 'string') return { text: value, ...parts };
  return typeof value === 'object' ? { ...parts, ...value } : value;
}

/** If several keys map to one field, the first key with a value decides. */
const isFilled = (value: unknown): boolean => !isAbsent(value) && !isNothing(value);

const single = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

/** Concatenates the values of several keys for one list. */
function joined(before: unknown, value: unknown): unknown {
  return before === undefined || before === null ? value : [before, value].flat();
}
