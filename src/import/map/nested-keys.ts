// Nested objects in JSON of other products: each inner key is a column, named by its path (`company.name`). The objects
// of the import record (`hq`, `experiences`) are imported as they are.
import { isJsonObject, type JsonMembers } from '../../ops/json/json-object.ts';
import { IMPORT_FIELDS, type ImportKind, NESTED_FIELDS } from './import-fields.ts';

const DEPTH_MAX = 5;
/** Maximum number of list entries that are searched for keys, and for values. */
const ENTRIES_SAMPLED = 100;
export const ENTRIES_MAX = 1000;
/** Maximum number of inner keys of one value. */
const HEADERS_MAX = 500;

/** Whether a value has inner keys: an object, or a list of objects. A date in parts and a quantity have none. */
export function hasInnerKeys(value: unknown): boolean {
  if (Array.isArray(value)) return value.slice(0, ENTRIES_MAX).some(isJsonObject);
  return isJsonObject(value) && !isDateInParts(value) && !isQuantity(value);
}

/**
 * The keys of a row with their values. An inner key is given by its path; the inner key of a list has the values of all
 * entries. Limits: the first 500 inner keys of a value, the keys of the first 100 entries of a list, and the values of
 * its first 1,000 entries.
 */
export function flattenedKeys(
  row: object,
  ownKeys: ReadonlySet<string>,
): [header: string, value: unknown, isNested: boolean][] {
  return Object.entries(row).flatMap(([key, value]) => {
    if (ownKeys.has(key) || !hasInnerKeys(value)) return [[key, leafOf(value), false] as [string, unknown, boolean]];
    return innerPaths(key, value).map((path): [string, unknown, boolean] => [path, valueAt(row, path), true]);
  });
}

const ownKeysOf = (kind: ImportKind): ReadonlySet<string> =>
  new Set([...IMPORT_FIELDS[kind].map(({ path }) => path.split('.', 1)[0] ?? ''), ...NESTED_FIELDS[kind]]);

/** The keys of the import record, whose objects are imported as they are if they have the form of the record. */
export const OWN_KEYS: Readonly<Record<ImportKind, ReadonlySet<string>>> = {
  companies: ownKeysOf('companies'),
  people: ownKeysOf('people'),
  jobs: ownKeysOf('jobs'),
};

/** Whether a header can be the path of an inner key. */
export function isInnerPath(header: string, ownKeys: ReadonlySet<string>): boolean {
  const [outer = ''] = header.split('.', 1);
  return outer !== header && !ownKeys.has(outer);
}

/** The paths of the inner keys of a value, within the limits of flattenedKeys. */
export const innerPaths = (key: string, value: unknown): string[] =>
  innerHeaders(value, DEPTH_MAX).map((path) => `${key}.${path}`);

function innerHeaders(value: unknown, depth: number): string[] {
  const objects = (Array.isArray(value) ? value.slice(0, ENTRIES_SAMPLED) : [value]).filter(isJsonObject);
  const headers = new Set<string>();
  for (const object of objects) {
    for (const [key, inner] of Object.entries(object)) {
      if (headers.size >= HEADERS_MAX) return [...headers];
      if (depth === 1 || !hasInnerKeys(inner)) headers.add(key);
      else for (const path of innerHeaders(inner, depth - 1)) headers.add(`${key}.${path}`);
    }
  }
  return [...headers].slice(0, HEADERS_MAX);
}

/** The value of a key or of a key path; for lists, the values of all entries. Undefined if there is none. */
export function valueAt(row: object, header: string): unknown {
  if (Object.hasOwn(row, header)) return leafOf((row as JsonMembers)[header]);
  return header.includes('.') ? within(row, header.split('.')) : undefined;
}

/**
 * The value of a key path in the main entry of each list on the way: all members of one entity come from one entry. Of
 * a list of plain values, the first.
 */
export function mainValueAt(row: object, header: string): unknown {
  let value: unknown = row;
  for (const key of Object.hasOwn(row, header) ? [header] : header.split('.')) {
    const entry: unknown = Array.isArray(value) ? mainEntry(value) : value;
    if (!isJsonObject(entry) || !Object.hasOwn(entry, key)) return undefined;
    value = entry[key];
  }
  return leafOf(Array.isArray(value) ? value[0] : value);
}

/** Keys by which a list marks its main entry. */
const MAIN_KEYS = ['is_primary', 'isPrimary', 'primary', 'is_hq', 'isHq', 'is_headquarters', 'isHeadquarters'];

function mainEntry(list: readonly unknown[]): unknown {
  const entries = list.slice(0, ENTRIES_MAX).filter(isJsonObject);
  return entries.find((entry) => MAIN_KEYS.some((key) => entry[key] === true)) ?? entries[0];
}

/** The path of the outermost list of objects on the way to an inner key; undefined if there is none. */
export function listAround(row: object, header: string): string | undefined {
  const segments = header.split('.');
  let value: unknown = row;
  for (const [index, key] of segments.entries()) {
    if (!isJsonObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
    if (Array.isArray(value)) return index < segments.length - 1 ? segments.slice(0, index + 1).join('.') : undefined;
  }
  return undefined;
}

/** The keys of a date in parts: `{"year": 2021, "month": 3}`. */
const DATE_PARTS = new Set(['year', 'month', 'day']);

function isDateInParts(value: JsonMembers): boolean {
  return Object.hasOwn(value, 'year') && Object.keys(value).every((key) => DATE_PARTS.has(key));
}

/** The keys of a quantity in JSON-LD: `{"@type": "QuantitativeValue", "minValue": 10, "maxValue": 50}`. */
const QUANTITY_KEYS = new Set(['@type', 'value', 'minValue', 'maxValue']);

const isQuantity = (value: JsonMembers): boolean =>
  (value['@type'] === 'QuantitativeValue' || Object.hasOwn(value, 'minValue') || Object.hasOwn(value, 'maxValue')) &&
  Object.keys(value).every((key) => QUANTITY_KEYS.has(key));

/** The value of a quantity, or its range as text: `10-50`, `>= 10`, `<= 50`; null if it has neither. */
function quantityOf({ value, minValue, maxValue }: JsonMembers): unknown {
  const isGiven = (one: unknown) => typeof one === 'number' || (typeof one === 'string' && one.trim() !== '');
  if (isGiven(value)) return value;
  if (isGiven(minValue) && isGiven(maxValue)) return minValue === maxValue ? minValue : `${minValue}-${maxValue}`;
  if (isGiven(minValue)) return `>= ${minValue}`;
  return isGiven(maxValue) ? `<= ${maxValue}` : null;
}

/**
 * A date in parts becomes text, as exact as the parts; null if it has no year. A quantity becomes its number or range.
 * Any other value remains.
 */
export function leafOf(value: unknown): unknown {
  if (isJsonObject(value) && isQuantity(value)) return quantityOf(value);
  if (!isJsonObject(value) || !isDateInParts(value)) return value;
  const parts = ['year', 'month', 'day'].map((key) => value[key]);
  const missing = parts.findIndex((part) => part === null || part === undefined || part === '' || part === 0);
  const known = parts.slice(0, missing === -1 ? parts.length : missing);
  return known.length === 0 ? null : known.map((part) => String(part).padStart(2, '0')).join('-');
}

function within(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return leafOf(value);
  if (Array.isArray(value)) {
    const values = value.slice(0, ENTRIES_MAX).flatMap((entry) => within(entry, [key, ...rest]) ?? []);
    return values.length === 0 ? undefined : values;
  }
  return isJsonObject(value) && Object.hasOwn(value, key) ? within(value[key], rest) : undefined;
}

/** Objects that only group keys of the record. Other objects, such as `manager` or `school`, are other entities. */
const GATHERING = new Set(
  `entity person contact contacts profile profiles basics data attributes properties fields details info basic general personal record name names links social
  current currentposition currentjob position positions job employment work location locations joblocation address addresses emails phones`.split(
    /\s+/,
  ),
);
const GATHERING_COMPANY = new Set(['company', 'organization', 'organisation', 'account', 'hq', 'headquarters']);
const GATHERING_PERSON = new Set(['candidate', 'employee', 'prospect', 'lead']);
/** Keys that add nothing to the key of their object: `phones.number`. */
const VALUE_KEY = /^(?:value|number|address|text|raw|email|url|display|label)$/i;

/** An id is no value of its object: `jobTitle.id`. */
const ID_KEY = /^_?(?:id|uuid|guid)$/i;

const plain = (segment: string) => segment.replace(/[_\s-]/g, '').toLowerCase();

const isGathering = (segment: string, kind: ImportKind) =>
  GATHERING.has(plain(segment)) ||
  (kind === 'companies' && GATHERING_COMPANY.has(plain(segment))) ||
  (kind === 'people' && GATHERING_PERSON.has(plain(segment)));

/** Whether an inner key describes another entity, so that its values are no evidence for a field of the record. */
export function isOfAnother(path: string, kind: ImportKind): boolean {
  return !path
    .split('.')
    .slice(0, -1)
    .every((segment) => isGathering(segment, kind));
}

/**
 * The headers that an inner key can be read as, the most specific first: `contact.emails` is `contact emails`, then
 * `emails`.
 */
export function innerKeyHeaders(path: string, kind: ImportKind): string[] {
  const segments = path.split('.');
  const headers = [segments.join(' ')];
  const last = segments.at(-1) ?? '';
  const before = segments.at(-2) ?? '';
  if (segments.length > 1 && !ID_KEY.test(last)) headers.push(`${last} ${before}`);
  if (VALUE_KEY.test(last)) headers.push(before);
  for (let start = 1; start < segments.length && isGathering(segments[start - 1] ?? '', kind); start += 1) {
    const rest = segments.slice(start);
    headers.push(rest.join(' '));
    if (rest.length === 2 && VALUE_KEY.test(last)) headers.push(before);
  }
  return [...new Set(headers)];
}
