// The look-ups that matching makes for either kind of record.
import type { KindTypes } from '../matching/decide-row.ts';
import type { BulkLookups, RecordLookups } from '../matching/lookups.ts';
import type { RowRun, SourceRow } from '../matching/source-row.ts';
import type { SeenRows } from '../tables/seen-rows.ts';
import type { SplitConstraints } from '../tables/split-constraints.ts';
import type { KindStore } from './kind-store.ts';
import type { OperatorDecisions } from './operator-decisions.ts';
import type { RunRepository } from './run-repository.ts';

interface Options<Kind extends KindTypes> {
  readonly store: KindStore<Kind>;
  readonly records: Records<Kind>;
  readonly seen: SeenRows;
  readonly runs: RunRepository;
  /** The run whose rows are matched. */
  run(): RowRun;
}

interface Records<Kind extends KindTypes> {
  readonly constraints: SplitConstraints;
  readonly decisions: OperatorDecisions<Kind>;
  rowsOfAll(ids: readonly number[]): SourceRow<Kind['stored']>[][];
}

export function recordLookups<Kind extends KindTypes>(
  options: Options<Kind>,
): BulkLookups<RecordLookups<Kind['stored'], Kind['found']>> {
  const { store, records, seen, runs, run } = options;
  return {
    byId: (ids) => store.byIds(ids),
    bySlug: (slugs) => store.bySlugs(slugs),
    rowsOf: (ids) => records.rowsOfAll(ids),
    pinOf: (keys) => keys.map((key) => records.constraints.pinOf(run().sourceId, key)),
    apartFrom: (ids) => ids.map((id) => records.decisions.apartFrom(id)),
    isSeen: (ids) => ids.map((id) => seen.has(run().runId, id)),
    sourceOf: (runIds) => runIds.map((runId) => runs.sourceOf(runId)),
  };
}
