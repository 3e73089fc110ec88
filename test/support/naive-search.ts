// The oracle of search: scans all documents for every question, as query.ts words it, and sorts what it finds. Shares only the reading
// of text (words.ts) with the edition, and is meant to be read, not to be fast.
import type { CompanyDocument, JobDocument, PersonDocument, PositionDocument } from '../../src/contract/documents.ts';
import type { NumberField, TextField, ValueField } from '../../src/contract/fields.ts';
import { JOB_LEVELS } from '../../src/contract/vocabularies.ts';
import type { Clause, Query } from '../../src/search/query.ts';
import { termsOf, type WordValue, wordKey } from '../../src/words/words.ts';

export interface NaiveCatalog {
  readonly companies: readonly CompanyDocument[];
  readonly people: readonly PersonDocument[];
  readonly jobs: readonly JobDocument[];
}

export interface NaiveHidden {
  readonly people: readonly number[];
  readonly companies: readonly number[];
}

/** One document of a space with all that its clauses may read. */
interface Row {
  readonly company: CompanyDocument | null;
  readonly person?: PersonDocument;
  readonly position?: PositionDocument | null;
  readonly job?: JobDocument;
}

const NOBODY: NaiveHidden = { people: [], companies: [] };
const COMPANY_FIELDS: readonly string[] = [
  ...['industry', 'type', 'hq_country', 'employee_count'],
  ...['name', 'about', 'specialties', 'industry_name', 'hq_city'],
];

/** The answers in order: ids of companies or job rows, or positions as the edition shows them, each person once. */
export function naiveSearch(catalog: NaiveCatalog, query: Query, hidden = NOBODY) {
  const rows = rowsOf(catalog, query)
    .filter((row) => !isHidden(row, hidden))
    .filter((row) => query.clauses.every((clause) => holds(clause, row)))
    .sort(compareRows);
  if (query.space === 'companies') return rows.map((row) => row.company?.id);
  if (query.space === 'jobs') return rows.map((row) => row.job?.id);
  const seen = new Set<number | undefined>();
  const firsts = rows.filter((row) => !seen.has(row.person?.id) && seen.add(row.person?.id));
  return firsts.map((row) => shownPosition(row));
}

/** Current people of a company by a value, each once, by their first position there; null where the company is unknown or hidden. */
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
    const value = (by === 'department' ? position.function : person?.countryCode) ?? null;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

function shownPosition({ company, person, position }: Row) {
  return {
    personId: person?.id,
    companyId: company?.id ?? null,
    title: position?.title ?? null,
    level: position?.level ?? null,
    function: position?.function ?? null,
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
  const fields: readonly string[] = clause.kind === 'words' ? clause.fields : [clause.field];
  if (fields.some((field) => COMPANY_FIELDS.includes(field)) && !row.company) return false;
  if (clause.kind === 'values') {
    const value = closedValue(row, clause.field);
    return (value !== null && clause.anyOf.includes(value)) !== clause.negated;
  }
  if (clause.kind === 'ranges') {
    const number = numberOf(row, clause.field);
    return (
      number !== null && clause.anyOf.some(({ min, max }) => (min ?? number) <= number && number <= (max ?? number))
    );
  }
  return clause.anyOf.some((value) => matches(value, clause.fields, row)) !== clause.negated;
}

function matches(value: WordValue, fields: readonly TextField[], row: Row): boolean {
  if (value.exact !== null)
    return fields.some((field) => textsOf(row, field).some((text) => wordKey(text) === value.exact));
  const terms = fields.flatMap((field) => {
    const abbreviations = field === 'job_title' || field === 'opening_title';
    return textsOf(row, field).flatMap((text) => termsOf(text, { abbreviations }));
  });
  return value.words.every((alternatives) => alternatives.some((term) => terms.includes(term)));
}

function closedValue({ company, person, position }: Row, field: ValueField): string | null {
  const values: Record<ValueField, string | null | undefined> = {
    industry: company?.industry,
    type: company?.type,
    hq_country: company?.countryCode,
    country: person?.countryCode,
    job_level: position?.level,
    job_function: position?.function,
  };
  return values[field] ?? null;
}

function numberOf({ company, person }: Row, field: NumberField): number | null {
  return (field === 'employee_count' ? company?.employeeCount : person?.connectionsCount) ?? null;
}

function textsOf({ company, person, position, job }: Row, field: TextField): readonly string[] {
  const texts: Record<TextField, readonly (string | null | undefined)[]> = {
    name: [company?.name],
    about: [company?.about],
    specialties: company?.specialties ?? [],
    industry_name: [company?.industry],
    hq_city: [company?.city],
    city: [person?.city],
    job_title: [position?.title],
    headline: [person?.headline],
    opening_title: [job?.title],
  };
  return texts[field].filter((text) => typeof text === 'string');
}

function compareRows(left: Row, right: Row): number {
  return (
    byCompany(left.company, right.company) ||
    compare(levelPlace(left), levelPlace(right)) ||
    compare(right.person?.connectionsCount ?? -1, left.person?.connectionsCount ?? -1) ||
    compare(left.person?.slug ?? '', right.person?.slug ?? '') ||
    compare(right.job?.openPositions ?? 0, left.job?.openPositions ?? 0) ||
    compare(left.job?.title ?? '', right.job?.title ?? '') ||
    compare(left.job?.source ?? '', right.job?.source ?? '') ||
    compare(left.job?.id ?? 0, right.job?.id ?? 0)
  );
}

function byCompany(left: CompanyDocument | null, right: CompanyDocument | null): number {
  if (!left || !right) return compare(left ? 0 : 1, right ? 0 : 1);
  return compare(right.employeeCount ?? -1, left.employeeCount ?? -1) || compare(left.slug, right.slug);
}

function levelPlace({ position }: Row): number {
  return position?.level ? JOB_LEVELS.indexOf(position.level) : JOB_LEVELS.length;
}

/** Texts in the order of their bytes in UTF-8. */
function compare<T extends string | number>(left: T, right: T): number {
  if (typeof left === 'string' && typeof right === 'string')
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  return left < right ? -1 : left > right ? 1 : 0;
}
