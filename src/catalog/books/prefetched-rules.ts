// The matching rules of one kind over prefetched look-ups, for stores with round trips.
import type { KindTypes, MatchingRules } from '../matching/decide-row.ts';
import { KnownLookups } from '../matching/known-lookups.ts';
import type { KindStore } from './kind-store.ts';

export interface PrefetchedRules<Kind extends KindTypes> {
  readonly lookups: KnownLookups<Kind['lookups']>;
  readonly rules: MatchingRules<Kind>;
}

export function prefetchedRules<Kind extends KindTypes>(store: KindStore<Kind>): PrefetchedRules<Kind> {
  const lookups = new KnownLookups<Kind['lookups']>(store.traits);
  return { lookups, rules: store.rules(lookups.lookups, lookups.isWaiting) };
}
