// The matching rules of one kind over prefetched look-ups, for stores with round trips.
import type { KindTypes, MatchingRules } from '../matching/decide-row.ts';
import { KnownLookups } from '../matching/known-lookups.ts';
import type { BulkLookups } from '../matching/lookups.ts';
import type { SourceRows } from '../tables/source-rows.ts';
import type { KindStore } from './kind-store.ts';

export interface PrefetchedRules<Kind extends KindTypes> {
  readonly lookups: KnownLookups<Kind['lookups']>;
  readonly rules: MatchingRules<Kind>;
}

/** The inputs of decisions on rows of one kind. */
export interface DecisionSources<Kind extends KindTypes> {
  readonly store: KindStore<Kind>;
  readonly rows: SourceRows<Kind['stored']>;
  /** The rules with direct look-ups. */
  readonly rules: MatchingRules<Kind>;
  readonly lookups: BulkLookups<Kind['lookups']>;
  /** Null if each look-up is made when it is needed. */
  readonly prefetched: PrefetchedRules<Kind> | null;
}

export function prefetchedRules<Kind extends KindTypes>(store: KindStore<Kind>): PrefetchedRules<Kind> {
  const lookups = new KnownLookups<Kind['lookups']>(store.traits);
  return { lookups, rules: store.rules(lookups.lookups, lookups.isWaiting) };
}
