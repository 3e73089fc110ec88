// Positions of the edition -> rows of an answer, as JSON text: records are fetched together and joined without being parsed.
import type { Catalog, PersonView } from '../catalog/port.ts';
import type { Edition } from '../search/edition/edition.ts';

/** The members of a person that depend on the position that is answered. */
function positionMembers(position: { title: string | null; level: string | null; function: string | null }): string {
  const { title, level, function: jobFunction } = position;
  return `"job_title":${JSON.stringify(title)},"job_level":${JSON.stringify(level)},"job_function":${JSON.stringify(jobFunction)}`;
}

function withMembers(json: string, ...members: string[]): string {
  return `${json.slice(0, -1)},${members.join(',')}}`;
}

/** A whole person as enrichment answers it: with the main position. */
export function personJson(person: PersonView): string {
  return withMembers(person.json, person.mainPosition);
}

/** Persons with the position that matched; a record that is gone since the edition was built is left out. */
export async function personRows(edition: Edition, docs: readonly number[], catalog: Catalog): Promise<string[]> {
  const positions = docs.map((doc) => edition.position(doc));
  const people = await catalog.peopleByIds(positions.map((position) => position.personId));
  return positions.flatMap((position, index) => {
    const person = people[index];
    return person ? [withMembers(person.json, positionMembers(position))] : [];
  });
}

/** Persons with the position that matched and its employer. */
export async function personWithEmployerRows(
  edition: Edition,
  docs: readonly number[],
  catalog: Catalog,
): Promise<string[]> {
  const positions = docs.map((doc) => edition.position(doc));
  const employers = await employersOf(positions, catalog);
  const people = await catalog.peopleByIds(positions.map((position) => position.personId));
  return positions.flatMap((position, index) => {
    const person = people[index];
    if (!person) return [];
    const employer = position.companyId === null ? 'null' : (employers.get(position.companyId) ?? 'null');
    return [withMembers(person.json, positionMembers(position), `"company":${employer}`)];
  });
}

async function employersOf(
  positions: readonly { companyId: number | null }[],
  catalog: Catalog,
): Promise<Map<number, string>> {
  const ids = [...new Set(positions.flatMap((position) => position.companyId ?? []))];
  const companies = await catalog.companiesByIds(ids);
  return new Map(ids.map((id, index) => [id, companies[index]?.employerJson ?? 'null']));
}

/** Companies in full. */
export async function companyRows(edition: Edition, docs: readonly number[], catalog: Catalog): Promise<string[]> {
  const companies = await catalog.companiesByIds(docs.map((doc) => edition.companyIdOf(doc)));
  return companies.flatMap((company) => (company ? [company.json] : []));
}

/** Job rows in full. */
export async function jobRows(edition: Edition, docs: readonly number[], catalog: Catalog): Promise<string[]> {
  const rows = await catalog.jobRowsByIds(docs.map((doc) => edition.jobIdOf(doc)));
  return rows.flatMap((row) => row ?? []);
}
