// Finds people that were removed from the catalog. A serving node may still have copies of their records.
import type { Database } from '../../ops/postgres/database.ts';
import { decodeIds } from '../changed-ids.ts';
import { CHANGED_PEOPLE, MISSING_PEOPLE } from './catalog-statements.ts';

/** Maximum number of ids in a query. `known` may contain all people of an edition. */
const IDS_PER_QUERY = 10_000;

/** The ids, among these people and the people in the change log, that no person has now; ascending. */
export async function removedPeople(
  known: Iterable<number>,
  database: Pick<Database, 'read'>,
): Promise<readonly number[]> {
  const missing = new Set<number>();
  const some: number[] = [];
  const readSome = async () => {
    for (const { id } of await database.read(MISSING_PEOPLE, some.splice(0))) missing.add(id);
  };
  const changed = (await database.read(CHANGED_PEOPLE)).map(({ ids }) => decodeIds(ids));
  for (const ids of [known, ...changed]) for (const id of ids) if (some.push(id) === IDS_PER_QUERY) await readSome();
  await readSome();
  return [...missing].sort((a, b) => a - b);
}
