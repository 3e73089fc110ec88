// Decides on records whose rows are given, for example by an undo. Handles many records at a time, and prefetches their
// look-ups if the store has round trips. Writes nothing.
import { type KindTypes, type RecordChange, recordOfRows } from '../matching/decide-row.ts';
import type { SourceRow } from '../matching/source-row.ts';
import type { FormerPart } from '../matching/undo-run.ts';
import type { DecisionSources, PrefetchedRules } from './prefetched-rules.ts';

/** The new rows of a record, and the rows that become separate records. */
export interface Rewriting<Stored> {
  readonly id: number;
  /** The rows that remain in the record. A record without rows is removed. */
  readonly staying: readonly SourceRow<Stored>[];
  /** The separated parts, none of them empty. */
  readonly separated: readonly FormerPart<Stored>[];
}

/** The state of the undo of a run. */
export interface UndoState {
  /** The generated slugs before the run, by record id. */
  readonly slugsBefore: ReadonlyMap<number, string>;
  /** Collects the ids of records without the profile URL of one of their rows, because another record has the URL. */
  readonly lacking: Set<number>;
}

export const NO_UNDO: UndoState = { slugsBefore: new Map(), lacking: new Set() };

/** Rows that become one record. */
interface Part<Kind extends KindTypes> {
  readonly rows: readonly SourceRow<Kind['stored']>[];
  /** Null for a new record. */
  readonly id: number | null;
  /** The id under which the previous slug is logged. */
  readonly formerId: number | null;
}

export class PartDecisions<Kind extends KindTypes> {
  readonly #sources: DecisionSources<Kind>;
  #slugsBefore: ReadonlyMap<number, string> = new Map();

  constructor(sources: DecisionSources<Kind>) {
    this.#sources = sources;
  }

  /** Prefetches the reads of the decisions on these records, and of their writes. */
  prefetch(plans: readonly Rewriting<Kind['stored']>[], slugsBefore: ReadonlyMap<number, string>): void {
    const { store, rows, lookups, prefetched } = this.#sources;
    this.#slugsBefore = slugsBefore;
    if (prefetched === null) return;
    const states: Kind['state'][] = [];
    let undecided: Part<Kind>[] = plans.flatMap(({ id, staying, separated }) => [
      ...(staying.length === 0 ? [] : [{ rows: staying, id, formerId: id }]),
      ...separated.map((part) => ({ ...part, id: null })),
    ]);
    while (undecided.length > 0) {
      undecided = undecided.filter((part) => {
        const change = this.#decideWith(prefetched, part);
        if (change !== null) states.push(change.state);
        return change === null;
      });
      prefetched.lookups.learn(lookups);
    }
    store.prefetchStates(states);
    const ids = plans.map(({ id }) => id);
    store.prefetch(ids);
    rows.prefetch(ids);
  }

  /** The record of these rows, either under its id or new. The caller must write it before the next decision. */
  decide(part: Part<Kind>): RecordChange<Kind> {
    const { store, rules, lookups, prefetched } = this.#sources;
    if (prefetched === null) {
      const former = part.id === null ? [] : [found(store.byIds([part.id])[0])];
      return recordOfRows(part.rows, { former, slugBefore: this.#slugBefore(part) }, rules);
    }
    for (;;) {
      const change = this.#decideWith(prefetched, part);
      if (change !== null) {
        const ids = [...change.former.map((each) => each.id), ...store.displacedBy(change.state)];
        prefetched.lookups.invalidate(ids, store.keysOf(change));
        return change;
      }
      prefetched.lookups.learn(lookups);
    }
  }

  /** Invalidates the look-ups of a removed record. */
  invalidate(id: number): void {
    this.#sources.prefetched?.lookups.invalidate([id], {});
  }

  /** Called after the last decision. */
  clear(): void {
    this.#sources.prefetched?.lookups.clear();
  }

  #slugBefore({ formerId }: Part<Kind>): string | null {
    return formerId === null ? null : (this.#slugsBefore.get(formerId) ?? null);
  }

  /** The decision with prefetched look-ups; null if a look-up was missed. */
  #decideWith(prefetched: PrefetchedRules<Kind>, part: Part<Kind>): RecordChange<Kind> | null {
    const { rows, id } = part;
    return prefetched.lookups.decide(() => {
      const former = id === null ? null : prefetched.rules.lookups.byId(id);
      if (prefetched.lookups.isWaiting()) return null;
      const change = recordOfRows(
        rows,
        { former: id === null ? [] : [found(former)], slugBefore: this.#slugBefore(part) },
        prefetched.rules,
      );
      return prefetched.lookups.isWaiting() ? null : change;
    });
  }
}

function found<Found>(record: Found | null | undefined): Found {
  if (record === null || record === undefined) throw new Error('a record to be rewritten is not stored');
  return record;
}
