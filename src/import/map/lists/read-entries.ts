// Converts the lists of JSON of other products to lists of the record, entry by entry.
import { EMPLOYER } from '../../../contract/record-table/shared-members.ts';
import { emailStatusIn } from '../../../contract/vocabularies/email-statuses.ts';
import { isJsonObject, type JsonMembers } from '../../../ops/json/json-object.ts';
import { emailKindIn } from '../../normalize/contacts/email-kind.ts';
import { isEmptyText } from '../../normalize/empty-text.ts';
import type { RawValues } from '../../normalize/scope.ts';
import { isoForm } from '../../normalize/written-dates.ts';
import type { MappedColumn, Mapping } from '../column-mapping.ts';
import type { ImportKind } from '../import-fields.ts';
import { ENTRIES_MAX, leafOf, valueAt } from '../nested-keys.ts';
import { entryFieldOf, entryRank, innerListIn } from './list-fields.ts';

interface EntryMember {
  /** The member, such as `job_title`; for a part of a place, also the part. */
  readonly name: string;
  readonly part: string | null;
  /** The key of the list within an entry that has the member; null if the entry itself has it. */
  readonly inner: string | null;
  /** The path of the key within the entry, or within the entry of its inner list. */
  readonly keys: readonly string[];
  readonly dayMonth: MappedColumn['dayMonth'];
}

interface SourceList {
  /** The path of the list in a row. */
  readonly path: string;
  /** The list of the record. */
  readonly list: string;
  /** The members that entries have, the best key of each first. */
  readonly members: readonly EntryMember[];
  /** The members that the entries of inner lists have. */
  readonly innerMembers: readonly EntryMember[];
  /** Whether the entries name no employer, and the employer of the row is theirs. */
  readonly isOfRowEmployer: boolean;
}

/** The member that a plain text in a list holds, next to entries. */
const MEMBER_OF_TEXT: Readonly<Record<string, string>> = { emails: 'email', phones: 'phone' };

/**
 * Returns a function that adds the lists of the record that a row has under other keys, or in another form. A list may
 * already have texts of other keys.
 */
export function entryReader(mapping: Mapping, kind: ImportKind) {
  const sources = sourcesOf(mapping, kind);
  return (row: RawValues, shaped: Record<string, unknown>): void => {
    for (const source of sources) {
      const { path, list } = source;
      const given = valueAt(row, path);
      const isGiven = list === 'experiences' && isFilledList(shaped[list]);
      if (!Array.isArray(given) || isGiven) continue;
      const objects = given.slice(0, ENTRIES_MAX).filter(isJsonObject);
      const employer = source.isOfRowEmployer ? employerIn(shaped) : {};
      const read = objects
        .flatMap((entry) => entriesOf(entry, source))
        .slice(0, ENTRIES_MAX)
        .map((entry) => ({ ...employer, ...entry }));
      if (read.length === 0) continue;
      const entries = LIST_RULES[list]?.(read, source) ?? read;
      const member = MEMBER_OF_TEXT[list];
      const before = [shaped[list] ?? []].flat();
      const known = before.map((each) => (isJsonObject(each) || member === undefined ? each : { [member]: each }));
      shaped[list] = [...known, ...entries];
    }
  };
}

/** The rules for the entries of a list as a whole. */
const LIST_RULES: Readonly<Record<string, (entries: readonly Entry[], source: SourceList) => Entry[]>> = {
  experiences: withEnds,
  emails: withoutKinds,
};

/** A row has one list of positions: that in the form of the record, if there is one. */
const isFilledList = (value: unknown) => Array.isArray(value) && value.length > 0;

const EMPLOYER_FIELDS = Object.keys(EMPLOYER);

const employerIn = (shaped: Entry): Entry =>
  Object.fromEntries(EMPLOYER_FIELDS.flatMap((name) => (name in shaped ? [[name, shaped[name]]] : [])));

/** Fewer rows of one employer may be a coincidence. */
const ROWS_OF_ONE_EMPLOYER_MIN = 3;

/** Whether all first rows have the same employer, as in an export of a personnel system. */
function haveOneEmployer(columns: Mapping['columns']): boolean {
  const samples = columns.find(({ field }) => field === 'company_name')?.column.samples ?? [];
  return samples.length >= ROWS_OF_ONE_EMPLOYER_MIN && new Set(samples).size === 1;
}

function sourcesOf({ columns }: Mapping, kind: ImportKind): SourceList[] {
  const sources = new Map<string, { path: string; list: string; columns: MappedColumn[] }>();
  for (const mapped of columns) {
    const target = mapped.field === null ? null : entryFieldOf(kind, mapped.field);
    const { list: path } = mapped.column;
    if (target === null || path === undefined) continue;
    const name = `${target.list} ${path}`;
    const source = sources.get(name) ?? { path, list: target.list, columns: [] };
    source.columns.push(mapped);
    sources.set(name, source);
  }
  return [...sources.values()].map(({ path, list, columns: ofList }) => {
    const ranked = ofList.toSorted(
      (a, b) => entryRank(kind, a.field ?? '', a.column) - entryRank(kind, b.field ?? '', b.column),
    );
    const all = ranked.map((mapped) => memberOf(mapped, path));
    const [members, innerMembers] = [
      all.filter(({ inner }) => inner === null),
      all.filter(({ inner }) => inner !== null),
    ];
    const isOfRowEmployer =
      list === 'experiences' && !all.some(({ name }) => EMPLOYER_FIELDS.includes(name)) && haveOneEmployer(columns);
    return { path, list, members, innerMembers, isOfRowEmployer };
  });
}

/** Places of an entry: a key without a part holds the whole place as text. */
const PLACES = new Set(['job_location']);

function memberOf({ column, field, dayMonth }: MappedColumn, list: string): EntryMember {
  const [, name = '', part = null] = (field ?? '').split('.');
  const path = column.header.slice(list.length + 1);
  const inner = field?.startsWith('experiences.') ? innerListIn(path) : null;
  const keys = path.split('.').slice(inner === null ? 0 : 1);
  return { name, part: part ?? (PLACES.has(name) ? 'text' : null), inner, keys, dayMonth };
}

type Entry = Record<string, unknown>;

/**
 * Members of a group of positions that hold for each of them, as does the statement that the group is not current. The
 * end of the group is the latest possible one.
 */
const OF_GROUP = new Set([...Object.keys(EMPLOYER), 'job_end_date', 'job_location']);

/** The entry with the members of the record, or the entries of its inner list. */
function entriesOf(entry: JsonMembers, { members, innerMembers }: SourceList): Entry[] {
  const own = entryOf(entry, members);
  const inner = innerMembers.find((member) => isFilledList(entry[member.inner ?? '']))?.inner ?? null;
  const positions = inner === null ? [] : [entry[inner]].flat().slice(0, ENTRIES_MAX).filter(isJsonObject);
  if (positions.length === 0) return own === null ? [] : [own];
  const ofGroup = Object.fromEntries(
    Object.entries(own ?? {}).filter(([name, value]) => OF_GROUP.has(name) || (name === 'job_is_current' && !value)),
  );
  const ofInner = innerMembers.filter((member) => member.inner === inner);
  return positions.map((position) => ({ ...ofGroup, ...entryOf(position, ofInner) }));
}

/** Flags of an address: without `valid`, it is invalid, but without `verified`, it may not have been checked. */
const INVALID_IF_FALSE = /^(?:is_?)?(?:valid|deliverable)$/i;

/** The entry with the members of the record; null if it has none of them. */
function entryOf(entry: JsonMembers, members: readonly EntryMember[]): Entry | null {
  const read: Entry = {};
  for (const { name, part, keys, dayMonth } of members) {
    const found = plainValueAt(entry, keys);
    if (found === null) continue;
    const given = found === false && INVALID_IF_FALSE.test(keys.at(-1) ?? '') ? 'invalid' : found;
    const value = dayMonth !== null && typeof given === 'string' ? (isoForm(given.trim(), dayMonth) ?? given) : given;
    if (part === null) read[name] ??= value;
    else read[name] = { [part]: value, ...(read[name] as object | undefined) };
  }
  return Object.keys(read).length === 0 ? null : read;
}

type Plain = string | number | boolean;

/** The text, number or truth value of a key path; of a list of them, the first. Null if there is none. */
function plainValueAt(entry: JsonMembers, keys: readonly string[]): Plain | null {
  let value: unknown = entry;
  for (const key of keys) {
    if (!isJsonObject(value) || !Object.hasOwn(value, key)) return null;
    value = value[key];
  }
  const leaf = leafOf(Array.isArray(value) ? value[0] : value);
  const isPlain =
    typeof leaf === 'number' || typeof leaf === 'boolean' || (typeof leaf === 'string' && !isEmptyText(leaf.trim()));
  return isPlain ? leaf : null;
}

/**
 * Positions whose end is unknown are not current: those of a list without ends and flags, and those without any date. A
 * single position with a title is current.
 */
function withEnds(entries: readonly Entry[], { members, innerMembers }: SourceList): Entry[] {
  if (entries.length === 1 && entries[0]?.['job_title'] !== undefined) return [...entries];
  const statesEnds = [...members, ...innerMembers].some(
    ({ name }) => name === 'job_end_date' || name === 'job_is_current',
  );
  return entries.map((entry) => {
    const { job_is_current, job_end_date, job_start_date, is_primary } = entry;
    const isStated = [job_is_current, job_end_date].some((value) => value !== undefined) || is_primary === true;
    return isStated || (statesEnds && job_start_date !== undefined) ? entry : { ...entry, job_is_current: false };
  });
}

/**
 * The addresses without their kinds, which the record has no member for: a personal one is not primary, and the first
 * valid one for work is, unless the list marks another one.
 */
function withoutKinds(entries: readonly Entry[]): Entry[] {
  const kinds = entries.map(({ kind }) => (typeof kind === 'string' ? emailKindIn(kind) : null));
  const isMarked = entries.map(({ is_primary }, index) => is_primary === true && kinds[index] !== 'personal');
  const isForWork = entries.map(({ status }, index) => kinds[index] === 'work' && !isInvalid(status));
  const main = isMarked.includes(true) ? isMarked.indexOf(true) : isForWork.indexOf(true);
  return entries.map(({ kind: _, ...entry }, index) => {
    if (index === main) return { ...entry, is_primary: true };
    return kinds[index] === 'personal' ? { ...entry, is_primary: false } : entry;
  });
}

const isInvalid = (status: unknown) => typeof status === 'string' && emailStatusIn(status) === 'invalid';
