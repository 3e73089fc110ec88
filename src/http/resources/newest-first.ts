// Paging of lists of stored objects, newest first: the options in the query, and the cursor. The cursor is not signed,
// because it can only select among objects of the caller.
import { invalidAt } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import { nearest } from '../../words/nearest.ts';

/** The sort key of an object: creation time, then identifier, both descending. */
export interface Place {
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly id: string;
}

const OPTIONS = ['max_results', 'cursor'];

/** The first `limit` of these objects, and the cursor of the next page; null if there are no more. */
export function pageOf<Listed extends Place>(
  following: readonly Listed[],
  limit: number,
): { readonly rows: readonly Listed[]; readonly cursor: string | null } {
  const rows = following.slice(0, limit);
  const last = rows.at(-1);
  return { rows, cursor: following.length > limit && last ? cursorOf(last) : null };
}

function cursorOf({ createdAt, id }: Place): string {
  return Buffer.from(`${createdAt}.${id}`).toString('base64url');
}

/**
 * Decodes a cursor to a sort key; null if there is none (the first page). INVALID_INPUT if it is not a cursor of
 * `objects`, whose identifiers begin with `prefix`.
 */
export function openedCursor(cursor: string | null, objects: string, prefix: string): Place | null {
  if (cursor === null) return null;
  const [, createdAt, id = ''] = /^(\d{1,15})\.(\w+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (createdAt !== undefined && id.startsWith(prefix)) return { createdAt: Number(createdAt), id };
  throw invalidAt('cursor', `is not a cursor of ${objects}; send the cursor of the last page, unchanged`);
}

/** Parses the options of a page; INVALID_INPUT if one is unknown or invalid. */
export function pageOptions(query: URLSearchParams): { readonly limit: number; readonly cursor: string | null } {
  for (const name of query.keys()) {
    if (!OPTIONS.includes(name))
      throw invalidAt(name.slice(0, 100), `is unknown; known are ${OPTIONS.join(' and ')}`, nearest(name, OPTIONS));
  }
  const given = query.get('max_results') ?? String(LIMITS.maxResultsDefault);
  const limit = /^\d{1,3}$/.test(given) ? Number(given) : 0;
  if (limit < 1 || limit > LIMITS.maxResultsMax)
    throw invalidAt('max_results', `must be a whole number from 1 to ${LIMITS.maxResultsMax}`);
  return { limit, cursor: query.get('cursor') };
}
