// People with the companies of their current positions.
import type { Database } from '../../ops/postgres/database.ts';
import type { PersonWithPositions } from '../port.ts';
import { positionDocuments } from '../stored-positions.ts';
import { COMPANIES_OF_EMPLOYERS, type PersonRow } from './catalog-statements.ts';

type Row = Pick<PersonRow, 'id' | 'positions' | 'json'>;

/** The people with these ids, of whom `rows` are stored. `decode`: returns the answered bytes of a stored text. */
export async function withPositions(
  ids: readonly number[],
  rows: readonly Row[],
  database: Pick<Database, 'read'>,
  decode: (json: Buffer) => Buffer,
): Promise<(PersonWithPositions | null)[]> {
  const employers = new Set<number>();
  const note = (employerId: number) => {
    employers.add(employerId);
    return 0;
  };
  for (const { positions } of rows) positionDocuments(positions, note);
  const links = employers.size === 0 ? [] : await database.read(COMPANIES_OF_EMPLOYERS, [...employers]);
  const companies = new Map(links.map(({ id, company }) => [id, company]));
  const companyIdOf = (employerId: number) => companies.get(employerId) ?? 0;
  const people = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = people.get(id);
    return row ? { json: decode(row.json), positions: positionDocuments(row.positions, companyIdOf) } : null;
  });
}
