// The fields to which a column can be mapped, from the record table, and the headers that map to them automatically.
import { COMPANY } from '../../contract/record-table/company-members.ts';
import { columnsOf, type Member, type Members } from '../../contract/record-table/member.ts';
import { OPENING } from '../../contract/record-table/opening-members.ts';
import { PERSON } from '../../contract/record-table/person-members.ts';
import { EXPERIENCE } from '../../contract/record-table/position-members.ts';
import { headerKey } from './header-key.ts';
import languages from './header-languages.json' with { type: 'json' };
import synonyms from './header-synonyms.json' with { type: 'json' };

export const IMPORT_KINDS = ['companies', 'people', 'jobs'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

export interface ImportField {
  /** Path in the import record, such as `hq.city`. */
  readonly path: string;
  /**
   * Headers of this field as folded words, the best first. `* title` matches every header that ends in `title`. The
   * path of the field always matches.
   */
  readonly headers: readonly string[];
  /** Whether all matching columns map to the field; otherwise only one does. */
  readonly isList: boolean;
  /** Whether the next best column is used for rows in which the best one is empty. */
  readonly hasFallback: boolean;
}

/** The record table rows of each kind of file. A person row also has the fields of one position. */
const ROWS: Readonly<Record<ImportKind, Members>> = {
  companies: COMPANY,
  people: { ...PERSON, ...EXPERIENCE },
  jobs: OPENING,
};

/** A header with an umlaut spelled out, `buero`, and its folded form, `buro`. */
function spellings(header: string): string[] {
  return /[aou]e/.test(header) ? [header, header.replace(/([aou])e/g, '$1')] : [header];
}

/** Fields with listed headers come first: the guess prefers them. */
function fieldsOf(kind: ImportKind): ImportField[] {
  const known: Readonly<Record<string, readonly string[]>> = synonyms[kind];
  const further: Readonly<Record<string, readonly string[]>> = languages[kind];
  const order = Object.keys(known);
  const placeOf = ({ path }: ImportField) => (order.includes(path) ? order.indexOf(path) : order.length);
  return Object.entries(ROWS[kind])
    .flatMap(([name, row]) => pathsOf(name, row).map((path) => ({ path, columns: columnsOf(row) })))
    .map(({ path, columns }) => ({
      path,
      headers: [...(known[path] ?? []).flatMap(spellings), ...(further[path] ?? []).map(headerKey)],
      isList: columns === 'several',
      hasFallback: columns === 'best',
    }))
    .toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** A place has one path for each of its parts, and one for the whole place as text. */
function pathsOf(name: string, row: Member): string[] {
  if (columnsOf(row) === 'none') return [];
  const parts = row.kind === 'place' ? Object.entries(row.members ?? {}) : [];
  return [...parts.flatMap(([part, member]) => pathsOf(`${name}.${part}`, member)), name];
}

export const IMPORT_FIELDS: Readonly<Record<ImportKind, readonly ImportField[]>> = {
  companies: fieldsOf('companies'),
  people: fieldsOf('people'),
  jobs: fieldsOf('jobs'),
};

type Paths = Readonly<Record<ImportKind, ReadonlySet<string>>>;

function pathsWhere(isIncluded: (field: ImportField) => boolean): Paths {
  const pathsIn = (kind: ImportKind) => new Set(IMPORT_FIELDS[kind].filter(isIncluded).map(({ path }) => path));
  return { companies: pathsIn('companies'), people: pathsIn('people'), jobs: pathsIn('jobs') };
}

/** The fields that hold the values of all their columns. */
export const LIST_FIELDS: Paths = pathsWhere(({ isList }) => isList);

/** The fields to which all matching columns map: lists, and fields with fallbacks. */
export const FIELDS_OF_SEVERAL: Paths = pathsWhere(({ isList, hasFallback }) => isList || hasFallback);

function namesWhere(rows: Members, isIncluded: (row: Member) => boolean): string[] {
  return Object.entries(rows).flatMap(([name, row]) => (isIncluded(row) ? [name] : []));
}

function fieldsWhere(isIncluded: (row: Member) => boolean): ReadonlySet<string> {
  return new Set(IMPORT_KINDS.flatMap((kind) => namesWhere(ROWS[kind], isIncluded)));
}

/** Places: columns hold their parts (`hq.city`) or the whole place as text. */
export const PLACE_FIELDS = fieldsWhere((row) => row.kind === 'place' && columnsOf(row) !== 'none');

/** Lists of texts. */
export const TEXTS_FIELDS = fieldsWhere(({ kind }) => kind === 'texts');

/** Date fields, for whose columns the order of day and month is determined. */
export const DATE_FIELDS = fieldsWhere(({ kind }) => kind === 'date' || kind === 'day' || kind === 'timestamp');

const isNested = (row: Member) => row.kind === 'place' || (row.kind === 'entries' && columnsOf(row) === 'none');

/** Fields of a JSON row with lists or objects that no single column can hold. */
export const NESTED_FIELDS: Readonly<Record<ImportKind, readonly string[]>> = {
  companies: namesWhere(ROWS.companies, isNested),
  people: namesWhere(ROWS.people, isNested),
  jobs: namesWhere(ROWS.jobs, isNested),
};

/** At least one field of each group must be mapped; otherwise no row could become a record. */
export const REQUIRED_FIELDS: Readonly<Record<ImportKind, readonly (readonly string[])[]>> = {
  companies: [['name']],
  people: [['full_name', 'first_name', 'last_name']],
  jobs: [['title'], ['company_network_url', 'company_domain', 'company_website', 'company_name']],
};
