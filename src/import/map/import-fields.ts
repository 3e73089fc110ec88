// The fields that a column can be imported as, and the headers that mean them without being told.
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

const LISTS = new Set(['domains', 'specialties', 'emails', 'phones', 'skills']);

/** Exports give the industry in several depths. */
const FALLBACKS = new Set(['industry']);

/** `buero` and, as its folded form is, `buro`. */
function spellings(header: string): string[] {
  return /[aou]e/.test(header) ? [header, header.replace(/([aou])e/g, '$1')] : [header];
}

function fieldsOf(kind: ImportKind): ImportField[] {
  return Object.entries(synonyms[kind]).map(([path, headers]) => ({
    path,
    headers: headers.flatMap(spellings),
    isList: LISTS.has(path),
    hasFallback: FALLBACKS.has(path),
  }));
}

export const IMPORT_FIELDS: Readonly<Record<ImportKind, readonly ImportField[]>> = {
  companies: fieldsOf('companies'),
  people: fieldsOf('people'),
  jobs: fieldsOf('jobs'),
};

/** Places: columns may bring their parts (`hq.city`), or all of it in one text. */
export const PLACE_FIELDS: ReadonlySet<string> = new Set(['hq', 'location']);

/** Fields that hold a day: of their columns the order of day and month is settled. */
export const DATE_FIELDS: ReadonlySet<string> = new Set([
  'updated_at',
  'job_start_date',
  'job_end_date',
  'email_verified_at',
  'posted_at',
]);

/** Fields of a JSON row that hold lists or objects which no single column can bring. */
export const NESTED_FIELDS: Readonly<Record<ImportKind, readonly string[]>> = {
  companies: ['hq'],
  people: ['experiences', 'education', 'certifications', 'location', 'job_location'],
  jobs: ['location'],
};

/** One of each group must be mapped, else no row could become a record. */
export const REQUIRED_FIELDS: Readonly<Record<ImportKind, readonly (readonly string[])[]>> = {
  companies: [['name']],
  people: [['full_name', 'first_name', 'last_name']],
  jobs: [['title'], ['company_network_url', 'company_domain', 'company_website', 'company_name']],
};
