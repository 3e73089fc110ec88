// Renders documents of the edition as rows of an answer: JSON bytes that are concatenated without parsing. Rows are
// cached until the catalog or the edition changes.
import type { Catalog, PersonView } from '../catalog/port.ts';
import type { Position } from '../search/edition/edition.ts';
import type { ApiContext, Searchable } from './context.ts';
import { ownBytes } from './own-bytes.ts';
import type { Employer, EmployerMemory } from './row-cache.ts';

/** A row of a person includes the matching position. */
export type RowKind = 'person' | 'person_with_employer' | 'company' | 'job';

const KINDS: readonly RowKind[] = ['person', 'person_with_employer', 'company', 'job'];

/** Rows that are read between two yields to the event loop. */
const ROWS_AT_ONCE = 20;

type Reading = (searchable: Searchable, docs: readonly number[], catalog: Catalog) => Promise<(Buffer | null)[]>;

const READERS: Readonly<Record<RowKind, Reading>> = {
  person: async ({ edition }, docs, catalog) => {
    const positions = docs.map((doc) => edition.position(doc));
    const people = await catalog.peopleByIds(positions.map((position) => position.personId));
    return people.map((json, index) => json && withMembers(json, positionMembers(positions[index] as Position)));
  },
  person_with_employer: async ({ edition, employers: known }, docs, catalog) => {
    const positions = docs.map((doc) => edition.position(doc));
    const employers = await employersOf(positions, known, catalog);
    const people = await catalog.peopleByIds(positions.map((position) => position.personId));
    return people.map((json, index) => {
      const position = positions[index] as Position;
      const employer =
        position.companyId === null ? 'null' : (employers.get(position.companyId)?.employerJson ?? 'null');
      return json && withMembers(json, `${positionMembers(position)},"company":${employer}`);
    });
  },
  company: async ({ edition }, docs, catalog) => {
    const companies = await catalog.companiesByIds(docs.map((doc) => edition.companyIdOf(doc)));
    return companies.map((company) => company && ownBytes(company.json));
  },
  job: async ({ edition }, docs, catalog) => {
    const rows = await catalog.jobRowsByIds(docs.map((doc) => edition.jobIdOf(doc)));
    return rows.map((row) => (row === null ? null : ownBytes(row)));
  },
};

/** The rows of documents, in their order; omits records that were removed after the edition was built. */
export async function rowsOf(
  kind: RowKind,
  docs: readonly number[],
  { searchable, context }: { readonly searchable: Searchable; readonly context: ApiContext },
): Promise<Buffer[]> {
  const found: Buffer[] = [];
  for (let start = 0; start < docs.length; start += ROWS_AT_ONCE) {
    if (start > 0) await context.turn.pause();
    found.push(...(await rowsAtOnce(kind, docs.slice(start, start + ROWS_AT_ONCE), { searchable, context })));
  }
  return found;
}

async function rowsAtOnce(
  kind: RowKind,
  docs: readonly number[],
  { searchable, context: { catalog } }: { readonly searchable: Searchable; readonly context: ApiContext },
): Promise<Buffer[]> {
  const { rows } = searchable;
  const keyOf = (doc: number) => doc * KINDS.length + KINDS.indexOf(kind);
  const known = docs.map((doc) => rows.get(keyOf(doc)));
  const missing = docs.filter((_, index) => known[index] === undefined);
  if (missing.length > 0) {
    const read = (await READERS[kind](searchable, missing, catalog)).values();
    docs.forEach((doc, index) => {
      if (known[index] !== undefined) return;
      const row = read.next().value;
      if (!row) return;
      known[index] = row;
      rows.set(keyOf(doc), row);
    });
  }
  return known.filter((row) => row !== undefined);
}

/** A whole person as in enrichment answers: with the main position. */
export function personJson(person: PersonView): string {
  return `${person.json.slice(0, -1)},${person.mainPosition}}`;
}

/**
 * Concatenates texts and rows, with a comma between rows. Allocates outside the buffer pool, as most answers are
 * cached.
 */
export function answerOf(before: string, rows: readonly Buffer[], after: string): Buffer {
  const commas = Math.max(0, rows.length - 1);
  const length = rows.reduce(
    (sum, row) => sum + row.length,
    Buffer.byteLength(before) + commas + Buffer.byteLength(after),
  );
  const answer = Buffer.allocUnsafeSlow(length);
  let end = answer.write(before);
  rows.forEach((row, index) => {
    if (index > 0) answer[end++] = COMMA;
    answer.set(row, end);
    end += row.length;
  });
  answer.write(after, end);
  return answer;
}

const COMMA = 0x2c;
const CLOSING_BRACE_BYTES = 1;

/**
 * Appends members, given as text without braces, to a JSON object. Allocates outside the buffer pool, as rows are
 * cached.
 */
function withMembers(json: Buffer, members: string): Buffer {
  const start = json.length - CLOSING_BRACE_BYTES;
  const row = Buffer.allocUnsafeSlow(start + Buffer.byteLength(members) + 2);
  json.copy(row, 0, 0, start);
  row.write(`,${members}}`, start);
  return row;
}

/** The members of a person that depend on the answered position. */
function positionMembers({ title, level, function: jobFunction }: Position): string {
  return `"job_title":${JSON.stringify(title)},"job_level":${JSON.stringify(level)},"job_function":${JSON.stringify(jobFunction)}`;
}

async function employersOf(
  positions: readonly { companyId: number | null }[],
  known: EmployerMemory,
  catalog: Catalog,
): Promise<ReadonlyMap<number, Employer>> {
  const employers = new Map<number, Employer>();
  const missing = new Set<number>();
  for (const { companyId } of positions) {
    const employer = companyId === null ? undefined : known.get(companyId);
    if (companyId !== null && employer !== undefined) employers.set(companyId, employer);
    else if (companyId !== null) missing.add(companyId);
  }
  if (missing.size === 0) return employers;
  const ids = [...missing];
  // The id of the returned company can differ from the requested id, if that company was merged into another.
  for (const [index, company] of (await catalog.companiesByIds(ids)).entries()) {
    const id = ids[index];
    if (company === null || id === undefined) continue;
    const { slug, employerJson } = company;
    employers.set(id, { slug, employerJson });
    known.set(id, { slug, employerJson });
  }
  return employers;
}
