// Reads single values from a raw row. Every reader returns the value in normal form or null, and notes each value that
// it drops.
import { LIMITS } from '../../contract/limits.ts';
import type { Member } from '../../contract/record-table/member.ts';
import { everyMember } from '../../contract/record-table/records.ts';
import { isJsonObject } from '../../ops/json/json-object.ts';
import { halfWidth } from '../../words/half-width.ts';
import { UNKNOWN_FIELD, UNLISTED } from '../reasons.ts';
import { parseDate, parseTimestamp } from './dates.ts';
import { isEmptyText, isMissingWord } from './empty-text.ts';
import { dayMonthOrder } from './written-dates.ts';

export type RawValues = Readonly<Record<string, unknown>>;

/**
 * Collects notes on values that were dropped from accepted rows. Reasons are fixed texts, because they are counted; the
 * value is an example.
 */
export interface Notes {
  warn(field: string, reason: string, value?: unknown): void;
}

/** The reason why a row is rejected. */
export interface Reject {
  readonly field: string | null;
  readonly reason: string;
  readonly value: unknown;
  /** Set if the row repeats an earlier one: it is counted apart from errors, and needs no correction. */
  readonly isDuplicate?: true;
}

/** Distinguishes a reject from a record: no record has a `reason`. */
export function isReject(result: object): result is Reject {
  return 'reason' in result;
}

/** An object of a row, and its position in the row. */
export interface Scope {
  readonly values: RawValues;
  /** Empty for the row itself, else a prefix such as `hq.` or `experiences.`. */
  readonly path: string;
  readonly notes: Notes;
}

/** Whether a row has no value under a key: none, an empty text or a placeholder. */
export const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && isEmptyText(value.trim()));

function drop(scope: Scope, field: string, reason: string): null {
  scope.notes.warn(scope.path + field, reason, scope.values[field]);
  return null;
}

/** Texts without a practical length limit. */
const LONG_FIELDS = fieldsWhere(({ kind }) => kind === 'long');
/**
 * Longest other text, in characters: no name, place, URL, address or date is longer. It bounds the time to read one.
 */
const TEXT_LENGTH_MAX = LIMITS.urlLengthMax;
/** Longest number, or range of numbers, in characters. */
const NUMBER_LENGTH_MAX = 60;
const NUMBER_FIELDS = fieldsWhere(({ kind, list }) => kind === 'integer' || list === 'employee_range');

function fieldsWhere(isIncluded: (row: Member) => boolean): ReadonlySet<string> {
  return new Set(everyMember().flatMap(([name, row]) => (isIncluded(row) ? [name] : [])));
}

function lengthMaxOf(field: string): number {
  if (LONG_FIELDS.has(field)) return Number.POSITIVE_INFINITY;
  return NUMBER_FIELDS.has(field) ? NUMBER_LENGTH_MAX : TEXT_LENGTH_MAX;
}

/**
 * A trimmed text that is not a placeholder; a number becomes text, and a list its first value. A value that is too long
 * is dropped and noted.
 */
export function textOf(scope: Scope, field: string): string | null {
  const given = scope.values[field];
  const value = Array.isArray(given) ? firstValue(scope, field, given) : given;
  if (typeof value === 'string') {
    const text = value.trim();
    const max = text.length <= NUMBER_LENGTH_MAX ? text.length : lengthMaxOf(field);
    if (text.length > max) return drop(scope, field, `longer than ${max} characters`);
    return isEmptyText(text) ? null : text;
  }
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return String(value);
  return drop(scope, field, 'not a text');
}

function firstValue(scope: Scope, field: string, list: readonly unknown[]): unknown {
  const [first, second] = list.filter((entry) => !isAbsent(entry));
  if (second !== undefined && typeof first !== 'object') {
    scope.notes.warn(scope.path + field, 'a list, of which only the first value is used', list);
  }
  return first;
}

/** As textOf, on one line. */
export function lineOf(scope: Scope, field: string): string | null {
  const text = textOf(scope, field);
  return text === null ? null : onOneLine(text);
}

/** As lineOf; null also for a word such as `Unknown`. */
export function statedOf(scope: Scope, field: string): string | null {
  const line = lineOf(scope, field);
  return line === null || isMissingWord(line) ? null : line;
}

/** Line breaks and tabs in a cell, and runs of blanks, become one blank. */
const onOneLine = (text: string) => (NOT_ONE_LINE.test(text) ? text.replace(/\s+/g, ' ') : text);
const NOT_ONE_LINE = /[\n\r\t\v\f\u2028\u2029]|\s\s/;

interface Bounds {
  readonly min: number;
  readonly max: number;
}

const PLAIN_INTEGER = /^\d+(?:\.0+)?$/;
const ROUNDED_INTEGER = /^(\d{1,4}(?:\.\d{1,2})?) ?([KkM])$/;
const GROUPED_INTEGER = /^\d{1,3}(?:[,.'\u0020\u00a0\u202f]\d{3})+$/;

/** A whole number: plain, with thousands separators (`1,234`), rounded (`12K`, `1.5M`), or a lower bound (`500+`). */
export function integerOf(scope: Scope, field: string, bounds: Bounds): number | null {
  const value = scope.values[field];
  if (isAbsent(value)) return null;
  const number = typeof value === 'number' ? value : integerIn(halfWidth(textOf(scope, field) ?? ''));
  if (number === null || !Number.isInteger(number)) return drop(scope, field, 'not a whole number');
  if (number < bounds.min || number > bounds.max) {
    return drop(scope, field, `not between ${bounds.min} and ${bounds.max}`);
  }
  return number;
}

function integerIn(stated: string): number | null {
  const text = stated.replace(/\+$/, '');
  if (PLAIN_INTEGER.test(text)) return Number(text);
  if (GROUPED_INTEGER.test(text)) return Number(text.replace(/\D/g, ''));
  const [, factor, unit] = ROUNDED_INTEGER.exec(text) ?? [];
  return factor === undefined ? null : Math.round(Number(factor) * (unit === 'K' || unit === 'k' ? 1e3 : 1e6));
}

/** A date, possibly partial: YYYY, YYYY-MM or YYYY-MM-DD. */
export function dateOf(scope: Scope, field: string): string | null {
  const text = textOf(scope, field);
  return text === null ? null : (parseDate(text) ?? drop(scope, field, dateFault(text)));
}

/** The reason for an invalid date, or for an ambiguous one. */
function dateFault(text: string): string {
  return dayMonthOrder(text) === 'either' ? UNKNOWN_ORDER : 'not a date (YYYY-MM-DD, YYYY-MM or YYYY)';
}

const UNKNOWN_ORDER = 'day and month in unknown order (give YYYY-MM-DD)';

/** The day of a date or timestamp. A date that consists of a month or year is dropped: a guessed day would be wrong. */
export function dayOf(scope: Scope, field: string): string | null {
  const text = textOf(scope, field);
  const timestamp = text === null ? null : parseTimestamp(text);
  if (text === null || timestamp !== null) return timestamp?.slice(0, 'YYYY-MM-DD'.length) ?? null;
  return drop(scope, field, dayFault(text));
}

function dayFault(text: string): string {
  if (dayMonthOrder(text) === 'either') return UNKNOWN_ORDER;
  return parseDate(text) === null ? 'not a day (YYYY-MM-DD)' : 'a month or a year without a day (give YYYY-MM-DD)';
}

/** A timestamp: ISO 8601 in UTC with `Z`. */
export function timestampOf(scope: Scope, field: string): string | null {
  const text = textOf(scope, field);
  if (text === null) return null;
  const timestamp = parseTimestamp(text);
  if (timestamp !== null) return timestamp;
  return drop(scope, field, dayMonthOrder(text) === 'either' ? UNKNOWN_ORDER : 'not a timestamp (ISO 8601)');
}

/** Spreadsheets write truth values in their language; `x` is a tick. */
const TRUE_WORDS = new Set(
  'true yes y 1 t x ✓ ✔ ja j wahr oui vrai sí si verdadero sim verdadeiro sì vero tak ano evet kyllä да はい 是'.split(
    ' ',
  ),
);
const FALSE_WORDS = new Set(
  'false no n 0 f nein falsch non faux falso não nao nee nej nei nie ne hayır ei нет いいえ 否'.split(' '),
);

/** The truth values of words, each list separated by commas. */
export function truthOf(isTrue: string, isFalse: string): ReadonlyMap<string, boolean> {
  const wordsIn = (list: string) => list.split(/,\s+/);
  return new Map([
    ...wordsIn(isTrue).map((word) => [word, true] as const),
    ...wordsIn(isFalse).map((word) => [word, false] as const),
  ]);
}

/** A truth value. `statuses` are further words for it, such as `closed` for an opening. */
export function booleanOf(scope: Scope, field: string, statuses?: ReadonlyMap<string, boolean>): boolean | null {
  const value = scope.values[field];
  if (typeof value === 'boolean') return value;
  const word = textOf(scope, field)?.toLowerCase();
  if (word === undefined) return null;
  const byStatus = statuses?.get(word);
  if (byStatus !== undefined) return byStatus;
  if (TRUE_WORDS.has(word)) return true;
  if (FALSE_WORDS.has(word)) return false;
  return drop(scope, field, statuses === undefined ? 'neither true nor false' : 'neither yes, no nor a known status');
}

/**
 * The distinct texts of a list: an array, or one text split at semicolons, bars or line breaks, else at commas. A
 * number becomes text.
 */
export function textsOf(scope: Scope, field: string): string[] {
  const value = scope.values[field];
  if (value === undefined || value === null || value === '') return [];
  const entries = Array.isArray(value) ? value : cutList(listText(scope, field) ?? '');
  const texts = new Set<string>();
  for (const entry of entries) {
    if (typeof entry === 'string' && entry.length > TEXT_LENGTH_MAX) tooLong(scope, field);
    else if (typeof entry === 'string') texts.add(entry.trim());
    else if (typeof entry === 'number') texts.add(String(entry));
    else if (entry !== null) drop(scope, field, 'an entry is not a text');
  }
  return [...texts].filter((text) => !isEmptyText(text));
}

/** As textsOf, each text on one line, without words such as `Unknown`. */
export const linesOf = (scope: Scope, field: string): string[] => {
  const lines = new Set(textsOf(scope, field).map(onOneLine));
  return [...lines].filter((line) => !isMissingWord(line));
};

/** The text of a list may be long, but its entries may not. */
function listText(scope: Scope, field: string): string | null {
  const value = scope.values[field];
  return typeof value === 'string' ? value.trim() || null : textOf(scope, field);
}

function tooLong(scope: Scope, field: string): void {
  drop(scope, field, `an entry is longer than ${TEXT_LENGTH_MAX} characters`);
}

/** The entries of a list in one text: separated, or written as JSON. */
function cutList(text: string): string[] {
  const entries = text.startsWith('[') && text.endsWith(']') ? parsedTexts(text) : null;
  if (entries !== null) return entries;
  return text.split(/[;|\n]/.test(text) ? /[;|\n]/ : ',');
}

function parsedTexts(text: string): string[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((entry) => typeof entry === 'string') ? value : null;
  } catch {
    return null;
  }
}

/** The object of a field, or null. */
export function objectOf(scope: Scope, field: string): Scope | null {
  const value = scope.values[field];
  if (value === undefined || value === null || value === '') return null;
  if (!isJsonObject(value)) return drop(scope, field, 'not an object');
  return { values: value, path: `${scope.path}${field}.`, notes: scope.notes };
}

/** The objects of a list. */
export function objectsOf(scope: Scope, field: string): Scope[] {
  const value = scope.values[field];
  if (value === undefined || value === null || value === '') return [];
  if (!Array.isArray(value)) {
    drop(scope, field, 'not a list');
    return [];
  }
  const path = `${scope.path}${field}.`;
  const scopes: Scope[] = [];
  for (const entry of value) {
    if (isJsonObject(entry)) scopes.push({ values: entry, path, notes: scope.notes });
    else drop(scope, field, 'an entry is not an object');
  }
  return scopes;
}

/**
 * The allowed keys of an object. Objects of one file have the same keys in the same order, so the keys of the latest
 * objects are compared first.
 */
export interface KnownKeys {
  readonly names: ReadonlySet<string>;
  seen: readonly string[];
}

export function knownKeys(names: Iterable<string>): KnownKeys {
  return { names: new Set(names), seen: [] };
}

/** Counts unknown keys. They are ignored, but always reported. */
export function noteUnknownKeys(scope: Scope, known: KnownKeys): void {
  const { seen, names } = known;
  let index = 0;
  let areKnown = true;
  for (const key in scope.values) {
    if (seen[index] !== key && !names.has(key)) {
      areKnown = false;
      scope.notes.warn(scope.path + key.slice(0, 100), UNKNOWN_FIELD);
    }
    index += 1;
  }
  if (areKnown && index > seen.length) known.seen = Object.keys(scope.values);
}

/** A value that `parse` recognizes; any other text is dropped. */
export function listedOf(scope: Scope, field: string, parse: (text: string) => string | null): string | null {
  const text = textOf(scope, field);
  return text === null ? null : (parse(text) ?? drop(scope, field, 'not one of the listed values'));
}

/** A value that `parse` recognizes. An unknown text is kept and noted, so that the report lists it. */
export function knownOf(scope: Scope, field: string, parse: (text: string) => string | null): string | null {
  const text = statedOf(scope, field);
  if (text === null) return null;
  const known = parse(text);
  if (known === null) scope.notes.warn(scope.path + field, UNLISTED + text.slice(0, 100));
  return known ?? text;
}
