// Finds the records into which listed records were merged, so that a list continues with them. A removed record is
// known only by the digest of its slug, which is compared with the former slugs of the changed records.
import type { Catalog } from '../catalog/port.ts';
import { formerSlugOf } from '../identity/former-slug.ts';
import type { Turn } from '../ops/scheduling/turn.ts';
import type { Changed } from './matches.ts';
import { slugDigest, slugDigestOf } from './record-states.ts';

type Documents = ReturnType<Catalog['documents']>;

interface Search {
  /** See `statesOf`. */
  readonly salt: string;
  readonly changed: Changed | 'everything';
  readonly documents: Documents;
  /** Opens all documents, which are read only if everything has changed. */
  readonly openAll: () => Documents;
  readonly turn: Turn;
}

const ROWS_AT_ONCE = 1000;

/**
 * Maps each removed record, such as `p12`, to the record into which it was merged. `gone`: the removed records with
 * their last states.
 */
export async function successorsOf(
  gone: readonly (readonly [record: string, state: string])[],
  { changed, documents, openAll, ...search }: Search,
): Promise<Map<string, string>> {
  if (gone.length === 0) return new Map();
  if (changed !== 'everything') {
    const { people, companies } = changed;
    return successorsAmong(documents.documentsOf({ people, companies, jobs: [] }), gone, search);
  }
  const all = openAll();
  try {
    return await successorsAmong(all, gone, search);
  } finally {
    all.close();
  }
}

async function successorsAmong(
  { contacts, companyKeys }: Pick<Documents, 'contacts' | 'companyKeys'>,
  gone: readonly (readonly [record: string, state: string])[],
  { salt, turn }: Pick<Search, 'salt' | 'turn'>,
): Promise<Map<string, string>> {
  const successors = new Map<string, string>();
  for (const [kind, rows] of [['p', contacts] as const, ['c', companyKeys] as const]) {
    const ofKind = gone.filter(([record]) => record.startsWith(kind));
    if (ofKind.length === 0) continue;
    const byDigest = new Map(ofKind.map(([record, state]) => [slugDigestOf(record, state), record]));
    let count = 0;
    for (const { id, ids } of rows) {
      count += 1;
      if (count % ROWS_AT_ONCE === 0) await turn.pause();
      for (const slug of ids.flatMap((key) => formerSlugOf(key) ?? [])) {
        const record = byDigest.get(slugDigest(salt, slug));
        if (record !== undefined) successors.set(record, `${kind}${id}`);
      }
    }
  }
  return successors;
}
