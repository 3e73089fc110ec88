// The fields that a column can be imported as, from the record table, and the headers that mean them without being told.
import { COMPANY } from '../../contract/record-table/company-members.ts';
import { columnsOf, type Member, type Members } from '../../contract/record-table/member.ts';
import { OPENING } from '../../contract/record-table/opening-members.ts';
import { PERSON } from '../../contract/record-table/person-members.ts';
import { EXPERIENCE } from '../../contract/record-table/position-members.ts';
import synonyms from './header-synonyms.json' with { type: 'json' };

export const IMPORT_KINDS = ['companies', 'people', 'jobs'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

export interface ImportField {
  /** Path in the import record, such as `hq.city`. */
  readonly path: string;
  /**
   * Headers that mean this field, by their folded words, the best first; `* title` stands for any header that ends so. The path
   * itself is always one.
   */
  readonly headers: readonly string[];
  /** Fields that take every column that means them; of the others one column is one field. */
  readonly isList: boolean;
  /** Fields that take the next best column where the best is empty. */
  readonly hasFallback: boolean;
}

/** The rows of each file: those of a position stand beside those of a person. */
const ROWS: Readonly<Record<ImportKind, Members>> = {
  companies: COMPANY,
  people: { ...PERSON, ...EXPERIENCE },
  jobs: OPENING,
};

/** `buero` and, as its folded form is, `buro`. */
function spellings(header: string): string[] {
  return /[aou]e/.test(header) ? [header, header.replace(/([aou])e/g, '$1')] : [header];
}

/** The fields that have headers of their own come first, as the guess prefers them. */
function fieldsOf(kind: ImportKind): ImportField[] {
  const known: Readonly<Record<string, readonly string[]>> = synonyms[kind];
  const order = Object.keys(known);
  const placeOf = ({ path }: ImportField) => (order.includes(path) ? order.indexOf(path) : order.length);
  return Object.entries(ROWS[kind])
    .flatMap(([name, row]) => pathsOf(name, row).map((path) => ({ path, columns: columnsOf(row) })))
    .map(({ path, columns }) => ({
      path,
      headers: (known[path] ?? []).flatMap(spellings),
      isList: columns === 'several',
      hasFallback: columns === 'best',
    }))
    .toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** A place has a path for each of its parts, and one for all of it in one text. */
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

function namesWhere(rows: Members, isIncluded: (row: Member) => boolean): string[] {
  return Object.entries(rows).flatMap(([name, row]) => (isIncluded(row) ? [name] : []));
}

function fieldsWhere(isIncluded: (row: Member) => boolean): ReadonlySet<string> {
  return new Set(IMPORT_KINDS.flatMap((kind) => namesWhere(ROWS[kind], isIncluded)));
}

/** Places: columns may bring their parts (`hq.city`), or all of it in one text. */
export const PLACE_FIELDS = fieldsWhere((row) => row.kind === 'place' && columnsOf(row) !== 'none');

/** Fields that hold a day: of their columns the order of day and month is settled. */
export const DATE_FIELDS = fieldsWhere(({ kind }) => kind === 'date' || kind === 'day' || kind === 'timestamp');

const isNested = (row: Member) => row.kind === 'place' || (row.kind === 'entries' && columnsOf(row) === 'none');

/** Fields of a JSON row that hold lists or objects which no single column can bring. */
export const NESTED_FIELDS: Readonly<Record<ImportKind, readonly string[]>> = {
  companies: namesWhere(ROWS.companies, isNested),
  people: namesWhere(ROWS.people, isNested),
  jobs: namesWhere(ROWS.jobs, isNested),
};

/** One of each group must be mapped, else no row could become a record. */
export const REQUIRED_FIELDS: Readonly<Record<ImportKind, readonly (readonly string[])[]>> = {
  companies: [['name']],
  people: [['full_name', 'first_name', 'last_name']],
  jobs: [['title'], ['company_network_url', 'company_domain', 'company_website', 'company_name']],
};
