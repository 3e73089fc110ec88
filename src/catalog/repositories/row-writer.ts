// Writes the rows of import files: gets the decision on each row from matching/, and writes the result. If the store
// has round trips, it prefetches the look-ups of many rows.
import { decideRow, type KindTypes, type RecordChange, type RowDecision } from '../matching/decide-row.ts';
import type { RowRun } from '../matching/source-row.ts';
import type { Verdicts } from '../tables/verdicts.ts';
import type { Outcome } from '../writer-port.ts';
import type { OperatorDecisions } from './operator-decisions.ts';
import type { DecisionSources, PrefetchedRules } from './prefetched-rules.ts';
import type { RecordReviews } from './record-reviews.ts';
import type { UnchangedRows } from './unchanged-rows.ts';

interface Collaborators<Kind extends KindTypes> extends DecisionSources<Kind> {
  /** The rows whose look-ups are prefetched together. */
  readonly rowsAhead: number;
  readonly verdicts: Verdicts;
  readonly decisions: OperatorDecisions<Kind>;
  readonly reviews: RecordReviews<Kind>;
  readonly unchanged: UnchangedRows<Kind['stored']>;
  /** Writes a record with its rows. */
  readonly write: (change: RecordChange<Kind>) => { readonly id: number; readonly isChanged: boolean };
}

/** A batch of one file. */
export interface RowsOfFile<Incoming> {
  /** Iterated once. */
  readonly records: Iterable<Incoming>;
  readonly file: number;
  readonly lines: readonly number[];
}

type Context = RowRun & { readonly file: number; readonly line: number };

export class RowWriter<Kind extends KindTypes> {
  readonly #with: Collaborators<Kind>;
  #run: RowRun = { runId: 0, sourceId: 0 };

  constructor(collaborators: Collaborators<Kind>) {
    this.#with = collaborators;
  }

  /** The run of the last rows. */
  get run(): RowRun {
    return this.#run;
  }

  write({ records, file, lines }: RowsOfFile<Kind['incoming']>, run: RowRun): Outcome[] {
    const { prefetched, rowsAhead, verdicts } = this.#with;
    this.#run = run;
    const outcomes: Outcome[] = [];
    const contextOf = (index: number) => ({ ...run, file, line: lines[index] ?? 0 });
    // A verdict may name a record that an earlier row of the batch adds.
    if (prefetched === null || !verdicts.areNone) {
      for (const record of records) outcomes.push(this.#writeRow(record, contextOf(outcomes.length)));
      return outcomes;
    }
    const all = [...records];
    for (let start = 0; start < all.length; start += rowsAhead) {
      const rows = all.slice(start, start + rowsAhead);
      this.#prefetch(prefetched, rows, contextOf(start));
      for (const record of rows) outcomes.push(this.#writePrefetched(prefetched, record, contextOf(outcomes.length)));
      prefetched.lookups.clear();
    }
    return outcomes;
  }

  #writeRow(incoming: Kind['incoming'], context: Context): Outcome {
    const { store, rules, decisions, verdicts } = this.#with;
    if (store.isSuppressed(incoming)) return 'suppressed';
    const rowVerdicts = verdicts.areNone ? [] : decisions.over(rules.recordOf(incoming));
    const decision = decideRow(incoming, { ...context, rowVerdicts }, rules);
    if (decision === null) throw new Error('a direct look-up was missed');
    return this.#apply(decision, incoming);
  }

  /** Prefetches the reads that are known before the first row is written. */
  #prefetch(prefetched: PrefetchedRules<Kind>, incoming: readonly Kind['incoming'][], context: Context): void {
    const { store, rows, lookups } = this.#with;
    let undecided = incoming.filter((row) => !store.isSuppressed(row));
    store.prefetchRows(undecided);
    const changed: Kind['found'][] = [];
    while (undecided.length > 0) {
      undecided = undecided.filter((row) => {
        const decision = decidePrefetched(prefetched, row, context);
        if (decision?.outcome === 'written') changed.push(...decision.change.former);
        return decision === null;
      });
      prefetched.lookups.learn(lookups);
    }
    const ids = changed.map(({ id }) => id);
    store.prefetch(ids);
    rows.prefetch(ids);
  }

  #writePrefetched(prefetched: PrefetchedRules<Kind>, incoming: Kind['incoming'], context: Context): Outcome {
    const { store, lookups } = this.#with;
    if (store.isSuppressed(incoming)) return 'suppressed';
    let decision = decidePrefetched(prefetched, incoming, context);
    while (decision === null) {
      prefetched.lookups.learn(lookups);
      decision = decidePrefetched(prefetched, incoming, context);
    }
    const outcome = this.#apply(decision, incoming);
    this.#invalidate(prefetched, decision, incoming);
    return outcome;
  }

  #apply(decision: RowDecision<Kind>, incoming: Kind['incoming']): Outcome {
    const { store, reviews, unchanged, write } = this.#with;
    const { runId } = this.#run;
    if (decision.aliasOf !== null) store.aliases?.add(incoming, decision.aliasOf);
    if (decision.outcome === 'written') {
      const isNew = decision.change.former.length === 0;
      if (isNew && store.isSuppressedNew(decision.change.state)) return 'suppressed';
      const { id, isChanged } = write(decision.change);
      if (decision.unsure.length > 0) reviews.note(id, decision.unsure, runId);
      return isNew ? 'created' : isChanged ? 'merged' : 'unchanged';
    }
    if (decision.outcome === 'unchanged' && decision.seen) unchanged.mark(decision.seen, runId);
    return decision.outcome;
  }

  /** Invalidates the look-ups that refer to records changed by a decision. */
  #invalidate({ lookups }: PrefetchedRules<Kind>, decision: RowDecision<Kind>, incoming: Kind['incoming']): void {
    const { store } = this.#with;
    if (decision.aliasOf !== null) lookups.invalidate([decision.aliasOf], store.aliases?.keysOf(incoming) ?? {});
    if (decision.outcome === 'unchanged' && decision.seen) lookups.invalidate([decision.seen.recordId], {});
    if (decision.outcome !== 'written') return;
    const ids = [...decision.change.former.map(({ id }) => id), ...store.displacedBy(decision.change.state)];
    lookups.invalidate(ids, store.keysOf(decision.change));
  }
}

/** The decision with prefetched look-ups; null if this row missed a key, even if earlier rows did not. */
function decidePrefetched<Kind extends KindTypes>(
  { lookups, rules }: PrefetchedRules<Kind>,
  incoming: Kind['incoming'],
  context: Context,
): RowDecision<Kind> | null {
  return lookups.decide(() => decideRow(incoming, { ...context, rowVerdicts: [] }, rules));
}
