// Nested objects in JSON of other products: each inner key is a column, named by its path (`company.name`). The objects
// of the import record (`hq`, `experiences`) are imported as they are.
import { isJsonObject, type JsonMembers } from '../../ops/json/json-object.ts';
import { IMPORT_FIELDS, type ImportKind, NESTED_FIELDS } from './import-fields.ts';

const DEPTH_MAX = 5;
/** Maximum number of list entries that are searched for keys, and for values. */
const ENTRIES_SAMPLED = 100;
const ENTRIES_MAX = 1000;
/** Maximum number of inner keys of one value. */
const HEADERS_MAX = 500;

/** Whether a value has inner keys: an object, or a list of objects. */
export function hasInnerKeys(value: unknown): boolean {
  return Array.isArray(value) ? value.slice(0, ENTRIES_MAX).some(isJsonObject) : isJsonObject(value);
}

/**
 * The keys of a row with their values. An inner key is given by its path; the inner key of a list has the values of all
 * entries. Limits: the first 500 inner keys of a value, the keys of the first 100 entries of a list, and the values of
 * its first 1,000 entries.
 */
export function flattenedKeys(row: object, kind: ImportKind): [header: string, value: unknown, isNested: boolean][] {
  return Object.entries(row).flatMap(([key, value]) => {
    if (OWN_KEYS[kind].has(key) || !hasInnerKeys(value)) return [[key, value, false] as [string, unknown, boolean]];
    return innerPaths(key, value).map((path): [string, unknown, boolean] => [path, valueAt(row, path), true]);
  });
}

const ownKeys = (kind: ImportKind): ReadonlySet<string> =>
  new Set([...IMPORT_FIELDS[kind].map(({ path }) => path.split('.', 1)[0] ?? ''), ...NESTED_FIELDS[kind]]);

/** The keys of the import record, whose objects are imported as they are. */
const OWN_KEYS: Readonly<Record<ImportKind, ReadonlySet<string>>> = {
  companies: ownKeys('companies'),
  people: ownKeys('people'),
  jobs: ownKeys('jobs'),
};

/** Whether a header can be the path of an inner key. */
export function isInnerPath(header: string, kind: ImportKind): boolean {
  const [outer = ''] = header.split('.', 1);
  return outer !== header && !OWN_KEYS[kind].has(outer);
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
  if (Object.hasOwn(row, header)) return (row as JsonMembers)[header];
  return header.includes('.') ? within(row, header.split('.')) : undefined;
}

function within(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value;
  if (Array.isArray(value)) {
    const values = value.slice(0, ENTRIES_MAX).flatMap((entry) => within(entry, [key, ...rest]) ?? []);
    return values.length === 0 ? undefined : values;
  }
  return isJsonObject(value) && Object.hasOwn(value, key) ? within(value[key], rest) : undefined;
}

/** Objects that only group keys of the record. Other objects, such as `manager` or `school`, are other entities. */
const GATHERING = new Set(
  `person contact contacts profile profiles data attributes properties fields details info basic general personal record name names links social
  current currentposition currentjob position positions job employment work location locations joblocation address addresses emails phones`.split(
    /\s+/,
  ),
);
const GATHERING_COMPANY = new Set(['company', 'organization', 'organisation', 'account']);
/** Keys that add nothing to the key of their object: `phones.number`. */
const VALUE_KEY = /^(?:value|number|address|text|raw|email|url|display|label)$/i;

const plain = (segment: string) => segment.replace(/[_\s-]/g, '').toLowerCase();

const isGathering = (segment: string, kind: ImportKind) =>
  GATHERING.has(plain(segment)) || (kind === 'companies' && GATHERING_COMPANY.has(plain(segment)));

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
  if (segments.length > 1) headers.push(`${last} ${before}`);
  if (VALUE_KEY.test(last)) headers.push(before);
  for (let start = 1; start < segments.length && isGathering(segments[start - 1] ?? '', kind); start += 1) {
    const rest = segments.slice(start);
    headers.push(rest.join(' '));
    if (rest.length === 2 && VALUE_KEY.test(last)) headers.push(before);
  }
  return [...new Set(headers)];
}
