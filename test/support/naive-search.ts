// The reference implementation of search: scans all documents for every query of query.ts and sorts the matches. It
// shares only text processing (words.ts) with the edition, and is written to be read, not to be fast.
import type {
  CompanyDocument,
  JobDocument,
  OpeningDocument,
  PersonDocument,
  PositionDocument,
  TitleRole,
} from '../../src/contract/documents.ts';
import { SEARCH_FIELDS, type SearchFieldName, type TextField } from '../../src/contract/fields.ts';
import { JOB_LEVELS } from '../../src/contract/vocabularies/vocabularies.ts';
import type { CompanyOrderKey } from '../../src/search/edition/build/edition-input.ts';
import { type Clause, type Query, readsOpenings } from '../../src/search/query.ts';
import { memoized } from '../../src/words/memoized.ts';
import { termsOf, type WordValue, wordKey } from '../../src/words/words.ts';

export interface NaiveCatalog {
  /** Order keys of companies that differ from their own values, by id; none by default. */
  readonly orderKeys?: ReadonlyMap<number, CompanyOrderKey>;
  readonly companies: readonly CompanyDocument[];
  readonly people: readonly PersonDocument[];
  readonly jobs: readonly JobDocument[];
}

export interface NaiveHidden {
  readonly people: readonly number[];
  readonly companies: readonly number[];
}

/** One document of a space with all fields that its clauses may read. */
interface Row {
  readonly company: CompanyDocument | null;
  readonly person?: PersonDocument;
  readonly position?: PositionDocument | null;
  readonly job?: JobDocument;
  readonly opening?: OpeningDocument;
}

const NOBODY: NaiveHidden = { people: [], companies: [] };
/** The matches in order: ids of companies or job rows, or positions as the edition shows them, each person once. */
export function naiveSearch(catalog: NaiveCatalog, query: Query, hidden = NOBODY) {
  const rows = rowsOf(catalog, query)
    .filter((row) => !isHidden(row, hidden))
    .filter((row) => matchesAll(query.clauses, row))
    .sort((left, right) => compareRows(left, right, catalog));
  if (query.space === 'companies') return rows.map((row) => row.company?.id);
  if (query.space === 'jobs') return rows.map((row) => row.job?.id);
  const seen = new Set<number | undefined>();
  const firsts = rows.filter((row) => !seen.has(row.person?.id) && seen.add(row.person?.id));
  return perCompany(firsts, query.perCompanyMax).map((row) => shownPosition(row));
}

/** A job row matches if one of its openings matches. */
function matchesAll(clauses: readonly Clause[], row: Row): boolean {
  const isOwn = clauses.every((clause) => readsOpenings(clause) || holds(clause, row));
  return isOwn && (!clauses.some(readsOpenings) || (row.job ? naiveOpenings(row.job, clauses).length > 0 : false));
}

/** The openings of a job row that match all clauses on openings. */
export function naiveOpenings(job: JobDocument, clauses: readonly Clause[]): readonly OpeningDocument[] {
  const ofOpenings = clauses.filter(readsOpenings);
  return job.openings.filter((opening) => ofOpenings.every((clause) => holds(clause, { company: null, opening })));
}

/** The first rows of each employer, up to the limit. */
function perCompany(rows: readonly Row[], max = Number.POSITIVE_INFINITY): readonly Row[] {
  const passed = new Map<number, number>();
  return rows.filter(({ company }) => {
    if (!company) return true;
    const count = (passed.get(company.id) ?? 0) + 1;
    passed.set(company.id, count);
    return count <= max;
  });
}

/** The role of a title in the tests, derived from its length. */
export function roleOfTitle(title: string): TitleRole {
  const number = title.length % 3;
  return number === 0
    ? { level: 'VP', function: 'Sales' }
    : { level: null, function: number === 1 ? 'Engineering' : null };
}

/**
 * Current people of a company by a value, each once, by their first position there; null if the company is unknown or
 * hidden.
 */
export function naiveDistribution(
  catalog: NaiveCatalog,
  { companyId, by }: { companyId: number; by: 'department' | 'country' },
  hidden = NOBODY,
): Map<string | null, number> | null {
  if (!catalog.companies.some(({ id }) => id === companyId) || hidden.companies.includes(companyId)) return null;
  const staff = naiveSearch(catalog, { space: 'people', clauses: [{ kind: 'employer', companyId }] }, hidden);
  const counts = new Map<string | null, number>();
  for (const position of staff as ReturnType<typeof shownPosition>[]) {
    const person = catalog.people.find(({ id }) => id === position.personId);
    const value = (by === 'department' ? position.function : person?.country) ?? null;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

function shownPosition({ company, person, position }: Row) {
  return {
    personId: person?.id,
    companyId: company?.id ?? null,
    title: position?.job_title ?? null,
    level: position?.job_level ?? null,
    function: position?.job_function ?? null,
  };
}

function rowsOf({ companies, people, jobs }: NaiveCatalog, { space }: Query): Row[] {
  const companyOf = (id: number | null | undefined) => companies.find((company) => company.id === id) ?? null;
  if (space === 'companies') return companies.map((company) => ({ company }));
  if (space === 'jobs') return jobs.map((job) => ({ company: companyOf(job.companyId), job }));
  return people.flatMap((person) =>
    (person.positions.length > 0 ? person.positions : [null]).map((position) => {
      return { company: companyOf(position?.companyId), person, position };
    }),
  );
}

function isHidden({ company, person }: Row, hidden: NaiveHidden): boolean {
  if (company && hidden.companies.includes(company.id)) return true;
  return person !== undefined && hidden.people.includes(person.id);
}

function holds(clause: Clause, row: Row): boolean {
  if (clause.kind === 'employer') return row.company?.id === clause.companyId;
  if (clause.kind === 'identity')
    return clause.anyOf.includes((clause.of === 'company' ? row.company?.id : row.person?.id) ?? -1);
  const fields: readonly SearchFieldName[] = clause.kind === 'words' ? clause.fields : [clause.field];
  if (fields.some((field) => SEARCH_FIELDS[field].space === 'companies') && !row.company) return false;
  if (clause.kind === 'words')
    return clause.anyOf.some((value) => matches(value, clause.fields, row)) !== clause.negated;
  const value = fieldOf(row, clause.field);
  if (clause.kind === 'values') return (value !== null && clause.anyOf.includes(value as string)) !== clause.negated;
  const number = value as number | null;
  return number !== null && clause.anyOf.some(({ min, max }) => (min ?? number) <= number && number <= (max ?? number));
}

/** Memoized, since a scan reads the same texts again for each word. */
const keyOfText = memoized(wordKey);
const termsOfText = memoized((text) => termsOf(text, { abbreviations: false }));
const termsOfNumbered = memoized((text) => termsOf(text, { abbreviations: true }));

function matches(value: WordValue, fields: readonly TextField[], row: Row): boolean {
  if (value.exact !== null)
    return fields.some((field) => textsOf(row, field).some((text) => keyOfText(text) === value.exact));
  const terms = fields.flatMap((field) => {
    const termsIn = SEARCH_FIELDS[field].texts === 'numbered' ? termsOfNumbered : termsOfText;
    return searchedTexts(row, field).flatMap(termsIn);
  });
  return value.words.every((alternatives) => alternatives.some((term) => terms.includes(term)));
}

/** The values of a row in a field, by the table of searchable fields. */
function fieldOf(row: Row, name: SearchFieldName): unknown {
  const field = SEARCH_FIELDS[name];
  const key = 'of' in field ? field.of : name;
  const held = holderOf(row, field.space, key) as Readonly<Record<string, unknown>> | null | undefined;
  return held?.[key] ?? null;
}

/** The record of a row that has the field of this name. */
function holderOf({ company, person, position, job, opening }: Row, space: string, key: string): unknown {
  if (space === 'companies') return company;
  if (space === 'openings') return opening;
  if (space === 'people') return position && key in position ? position : person;
  if (key !== 'opening_level' && key !== 'opening_function') return job;
  const role = job ? roleOfTitle(job.opening_title) : null;
  return { opening_level: role?.level, opening_function: role?.function };
}

function textsOf(row: Row, field: TextField): readonly string[] {
  const held = fieldOf(row, field);
  return held === null ? [] : ([held].flat() as string[]);
}

/** Words are searched in all titles of a job row; a whole text is compared with the answered title only. */
function searchedTexts(row: Row, field: TextField): readonly string[] {
  const others = field === 'opening_title' ? (row.job?.other_titles ?? []) : [];
  return [...textsOf(row, field), ...others];
}

function compareRows(left: Row, right: Row, { orderKeys }: NaiveCatalog): number {
  const keyOf = ({ company }: Row) => company && (orderKeys?.get(company.id) ?? company);
  return (
    byCompany(keyOf(left), keyOf(right)) ||
    compare(levelPlace(left), levelPlace(right)) ||
    compare(right.person?.connections_count ?? -1, left.person?.connections_count ?? -1) ||
    compare(left.person?.slug ?? '', right.person?.slug ?? '') ||
    compare(right.job?.open_positions ?? 0, left.job?.open_positions ?? 0) ||
    compare(left.job?.opening_title ?? '', right.job?.opening_title ?? '') ||
    compare(left.job?.source ?? '', right.job?.source ?? '') ||
    compare(left.job?.id ?? 0, right.job?.id ?? 0)
  );
}

function byCompany(left: CompanyOrderKey | null, right: CompanyOrderKey | null): number {
  if (!left || !right) return compare(left ? 0 : 1, right ? 0 : 1);
  return compare(right.employee_count ?? -1, left.employee_count ?? -1) || compare(left.slug, right.slug);
}

function levelPlace({ position }: Row): number {
  return position?.job_level ? JOB_LEVELS.indexOf(position.job_level) : JOB_LEVELS.length;
}

/** Strings in the order of their UTF-8 bytes. */
function compare<T extends string | number>(left: T, right: T): number {
  if (typeof left === 'string' && typeof right === 'string')
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  return left < right ? -1 : left > right ? 1 : 0;
}
