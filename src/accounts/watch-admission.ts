// Whether an account may have another watch. Both stores decide it in the transaction that creates the watch, so that
// of several concurrent calls one succeeds.
import { LIMITS } from '../contract/limits.ts';
import type { NewWatch, WatchAdmission } from './watch-port.ts';

type Query = Pick<NewWatch, 'query'>;

const originOf = ({ query }: Query) => (JSON.parse(query) as { readonly origin?: string }).origin;

/** `others`: the watches of the same account. */
export function watchAdmission(watch: Query, others: readonly Query[]): WatchAdmission {
  if (others.length >= LIMITS.watchesMax) return 'too_many';
  const origin = originOf(watch);
  const isWatched = origin !== undefined && others.some((other) => originOf(other) === origin);
  return isWatched ? 'watched' : 'admitted';
}
