// Decides on records whose rows are given, such as those of an undo, for many records at a time: the look-ups of all
// are fetched together, where that is of use. Writes nothing.
import { type KindTypes, type MatchingRules, type RecordChange, recordOfRows } from '../matching/decide-row.ts';
import type { KnownLookups } from '../matching/known-lookups.ts';
import type { BulkLookups } from '../matching/lookups.ts';
import type { SourceRow } from '../matching/source-row.ts';
import type { SourceRows } from '../tables/source-rows.ts';
import type { KindStore } from './kind-store.ts';

/** The rows that a record has from now on, and those of records that are separated from it. */
export interface Rewriting<Stored> {
  readonly id: number;
  /** The rows of the record first; no part is empty. */
  readonly parts: readonly (readonly SourceRow<Stored>[])[];
}

interface Scene<Kind extends KindTypes> {
  readonly store: KindStore<Kind>;
  readonly rows: SourceRows<Kind['stored']>;
  /** Over immediate look-ups. */
  readonly rules: MatchingRules<Kind>;
  readonly lookups: BulkLookups<Kind['lookups']>;
  /** Over prefetched look-ups; null where each is made when it is needed. */
  readonly known: { readonly lookups: KnownLookups<Kind['lookups']>; readonly rules: MatchingRules<Kind> } | null;
}

type Rows<Kind extends KindTypes> = readonly SourceRow<Kind['stored']>[];

export class PartDecisions<Kind extends KindTypes> {
  readonly #scene: Scene<Kind>;

  constructor(scene: Scene<Kind>) {
    this.#scene = scene;
  }

  /** Reads what the decisions on these records, and their writing, need. */
  prefetch(plans: readonly Rewriting<Kind['stored']>[]): void {
    const { store, rows, lookups, known } = this.#scene;
    if (known === null) return;
    const states: Kind['state'][] = [];
    let undecided = plans.flatMap(({ id, parts }) =>
      parts.map((part, place) => ({ part, id: place === 0 ? id : null })),
    );
    while (undecided.length > 0) {
      undecided = undecided.filter(({ part, id }) => {
        const change = this.#decideWithKnown(part, id);
        if (change !== null) states.push(change.state);
        return change === null;
      });
      known.lookups.learn(lookups);
    }
    store.prefetchStates(states);
    const ids = plans.map(({ id }) => id);
    store.prefetch(ids);
    rows.prefetch(ids);
  }

  /** The record of these rows, of an id or new; it is to be written before the next decision. */
  decide(rows: Rows<Kind>, id: number | null): RecordChange<Kind> {
    const { store, rules, lookups, known } = this.#scene;
    if (known === null) return recordOfRows(rows, id === null ? [] : [found(store.byIds([id])[0])], rules);
    for (;;) {
      const change = this.#decideWithKnown(rows, id);
      if (change !== null) {
        const ids = [...change.former.map((each) => each.id), ...store.displacedBy(change.state)];
        known.lookups.forget(ids, store.keysOf(change));
        return change;
      }
      known.lookups.learn(lookups);
    }
  }

  /** After the last decision. */
  clear(): void {
    this.#scene.known?.lookups.clear();
  }

  /** Null if a look-up was missed. */
  #decideWithKnown(rows: Rows<Kind>, id: number | null): RecordChange<Kind> | null {
    const { known } = this.#scene;
    if (known === null) return null;
    return known.lookups.decide(() => {
      const former = id === null ? null : known.rules.lookups.byId(id);
      if (known.lookups.isWaiting()) return null;
      const change = recordOfRows(rows, id === null ? [] : [found(former)], known.rules);
      return known.lookups.isWaiting() ? null : change;
    });
  }
}

function found<Found>(record: Found | null | undefined): Found {
  if (record === null || record === undefined) throw new Error('a record that is written again is stored');
  return record;
}
