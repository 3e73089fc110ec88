// Lists of objects in JSON of other products that hold a list of the record: positions, e-mail addresses, phone
// numbers, schools and certificates. list-members.json has the names of such lists and of the keys in their entries.
import { CERTIFICATION, EDUCATION, EMAIL, EXPERIENCE, PHONE } from '../../../contract/record-table/position-members.ts';
import { EMPLOYER } from '../../../contract/record-table/shared-members.ts';
import type { Column } from '../column.ts';
import { headerKey } from '../header-key.ts';
import { IMPORT_FIELDS, type ImportKind } from '../import-fields.ts';
import { innerKeyHeaders } from '../nested-keys.ts';
import { kindOfValues } from '../value-kinds.ts';
import table from './list-members.json' with { type: 'json' };

type ListName = keyof typeof table;

interface RecordList {
  readonly name: ListName;
  /** Names of the list in other products as folded words, the best first. */
  readonly names: readonly string[];
  /** The path of each member, such as `job_title` or `job_location.city`, and the keys that hold it, the best first. */
  readonly members: readonly (readonly [path: string, keys: readonly string[]])[];
  /** The keys that entries of the import form have. */
  readonly own: ReadonlySet<string>;
}

/** A position has the headers of the columns of a person's row, too. */
const headersInRows = new Map(IMPORT_FIELDS.people.map(({ path, headers }) => [path, headers]));

function listOf(name: ListName, own: object): RecordList {
  const { names, members } = table[name];
  const isPosition = name === 'experiences';
  return {
    name,
    names,
    members: Object.entries(members as Readonly<Record<string, readonly string[]>>).map(([path, keys]) => [
      path,
      [headerKey(path), ...keys, ...(isPosition && path in own ? (headersInRows.get(path) ?? []) : [])],
    ]),
    own: new Set(Object.keys(own)),
  };
}

const LISTS: readonly RecordList[] = [
  listOf('experiences', EXPERIENCE),
  listOf('emails', EMAIL),
  listOf('phones', PHONE),
  listOf('education', EDUCATION),
  listOf('certifications', CERTIFICATION),
];

const listsOf = (kind: ImportKind) => (kind === 'people' ? LISTS : []);

/** Profiles in several networks. One of them may be the profile URL of the record; none is the site of a company. */
const PROFILES = listOf('profiles', {});

/** The lists whose keys are recognized. */
const namedLists = (kind: ImportKind) => (kind === 'jobs' ? [] : [...listsOf(kind), PROFILES]);

/** The lists that other products may have in a form of their own, each with its names. */
export const recordLists = (): readonly Pick<RecordList, 'name' | 'names'>[] => namedLists('people');

/** The lists of the record that other products may have in a form of their own. */
export const listNames = (kind: ImportKind): readonly string[] => listsOf(kind).map(({ name }) => name);

/** The fields of entries, such as `experiences.job_title`, to which keys within a list of objects can be mapped. */
export function entryFields(kind: ImportKind): string[] {
  return listsOf(kind).flatMap(({ name, members }) => members.map(([path]) => `${name}.${path}`));
}

/** The list of an entry field, and the path of its member; null for any other field. */
export function entryFieldOf(kind: ImportKind, field: string): { readonly list: string; readonly path: string } | null {
  const [list = '', ...path] = field.split('.');
  return listsOf(kind).some(({ name }) => name === list) && path.length > 0 ? { list, path: path.join('.') } : null;
}

/** Whether an entry of one of the record's own lists has keys of another product that hold a member. */
export function isForeignEntry(key: string, entry: object): boolean {
  const list = LISTS.find(({ name }) => name === key);
  return (
    list !== undefined && Object.keys(entry).some((name) => !list.own.has(name) && isRecognized(list, name, entry))
  );
}

/** Whether a key of an entry, or a key of the object under it, names a member. */
function isRecognized(list: RecordList, key: string, entry: object): boolean {
  const value: unknown = (entry as Readonly<Record<string, unknown>>)[key];
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const paths = isObject ? [key, ...Object.keys(value).map((inner) => `${key}.${inner}`)] : [key];
  return paths.some((path) => list.members.some(([, keys]) => rankOf(keys, { list: list.name, path }) !== -1));
}

/** Objects around a list that say nothing about it: `positions.values`. */
const AROUND = /\.(?:elements|values|items|entries|nodes)$/i;

/** The list of the record that a list of objects holds; its rank is lower for a better name. */
function listNamed(path: string, kind: ImportKind): { readonly list: RecordList; readonly rank: number } | null {
  const keys = innerKeyHeaders(path.replace(AROUND, ''), kind).map(headerKey);
  for (const list of namedLists(kind)) {
    const rank = list.names.findIndex((name) => keys.includes(name));
    if (rank !== -1) return { list, rank };
  }
  return null;
}

const REPEATED_WORD = /\b(\w+) \1\b/;

/** A longer path is none of the keys. */
const PATH_LENGTH_MAX = 200;

/** The rank of a key of an entry among the keys of a member; -1 if it is none of them. */
function rankOf(keys: readonly string[], { list, path }: { readonly list: string; readonly path: string }): number {
  if (path.length > PATH_LENGTH_MAX) return -1;
  const named = headerKey(path.replace(/\.value$/, '').replaceAll('.', ' ')).replace(REPEATED_WORD, '$1');
  const within = `${headerKey(list)} ${named}`;
  return keys.findIndex((each) => each === named || each === within);
}

interface EntryColumns {
  /** The field of each column that holds a member of an entry, by column index. */
  readonly fields: ReadonlyMap<number, string>;
  /** The columns within lists of the record, also those that hold no member. */
  readonly within: ReadonlySet<number>;
}

/**
 * The columns within lists of the record, and lists of profile URLs. Of several lists of positions, the one with the
 * best name is read.
 */
export function entryColumns(kind: ImportKind, columns: readonly Column[]): EntryColumns {
  const within = new Set<number>();
  const fields = new Map<number, string>();
  const found = [...new Set(columns.flatMap(({ list }) => list ?? []))].flatMap((path) => {
    const named = listNamed(path, kind);
    return named === null ? [] : [{ path, ...named }];
  });
  let hasPositions = false;
  for (const { path, list } of found.toSorted((a, b) => a.rank - b.rank)) {
    const inner = columns.filter((column) => column.list === path);
    for (const { index } of inner) within.add(index);
    const members = membersOf(list, inner, path);
    if (list.name === 'experiences') {
      if (hasPositions || !(namesEmployers(members) || isHistory(path, members))) continue;
      hasPositions = true;
    }
    for (const [index, member] of members) fields.set(index, list === PROFILES ? member : `${list.name}.${member}`);
  }
  const isOfUrls = ({ header, isPlainList }: Column) =>
    kind !== 'jobs' && isPlainList === true && PROFILES.names.includes(headerKey(header));
  for (const { index } of columns.filter(isOfUrls)) {
    within.add(index);
    fields.set(index, 'network_url');
  }
  return { fields, within };
}

/** Whether entries name employers. Otherwise `roles` may be rights, and `jobs` the runs of a program. */
const namesEmployers = (members: ReadonlyMap<number, string>) =>
  members.values().some((member) => EMPLOYER_MEMBERS.has(member));
const EMPLOYER_MEMBERS = new Set(Object.keys(EMPLOYER));

/** Whether entries have a title and a date: the positions of a person in a personnel system, which has one employer. */
function isHistory(path: string, members: ReadonlyMap<number, string>): boolean {
  const found = new Set(members.values());
  const isDated = found.has('job_start_date') || found.has('job_end_date');
  return isDated && found.has('job_title') && !OF_PROGRAMS.has(headerKey(path.split('.').at(-1) ?? ''));
}
const OF_PROGRAMS = new Set(['jobs', 'roles', 'work']);

/**
 * The key of a list within an entry: sources group the positions at one employer, `experience[].positions[]`. Null if a
 * path of keys within an entry does not lead into such a list.
 */
export function innerListIn(path: string): string | null {
  const [first = '', ...rest] = path.split('.');
  return rest.length > 0 && table.experiences.names.includes(headerKey(first)) ? first : null;
}

/** The path of a column within an entry, or within an entry of its inner list, and the name of the list. */
function keyOf({ header }: Column, { list, path }: { readonly list: RecordList; readonly path: string }) {
  const within = header.slice(path.length + 1);
  const inner = list.name === 'experiences' ? innerListIn(within) : null;
  return { list: path.split('.').at(-1) ?? '', path: inner === null ? within : within.slice(inner.length + 1) };
}

/** The member of each column of one list. Several columns may hold the same member: the best with a value is read. */
function membersOf(list: RecordList, columns: readonly Column[], path: string): Map<number, string> {
  const members = new Map<number, string>();
  for (const column of columns) {
    const { index, samples } = column;
    const key = keyOf(column, { list, path });
    const best = list.members
      .map(([member, keys]) => ({ member, rank: rankOf(keys, key) }))
      .filter(({ rank }) => rank !== -1)
      .toSorted((a, b) => a.rank - b.rank)[0];
    const isProfile = list.name === 'experiences' && isOfProfiles(samples);
    const member = isProfile ? 'company_network_url' : (best?.member ?? null);
    if (member !== null) members.set(index, member);
  }
  return members;
}

const isOfProfiles = (samples: readonly string[]) => kindOfValues(samples)?.kind === 'company URLs';

/** The rank of a column among the columns of its member. */
export function entryRank(kind: ImportKind, field: string, column: Column): number {
  const { list: name = '', path: member = '' } = entryFieldOf(kind, field) ?? {};
  const list = listsOf(kind).find((each) => each.name === name);
  const keys = list?.members.find(([each]) => each === member)?.[1] ?? [];
  const rank = list === undefined ? -1 : rankOf(keys, keyOf(column, { list, path: column.list ?? '' }));
  return rank === -1 ? keys.length : rank;
}
