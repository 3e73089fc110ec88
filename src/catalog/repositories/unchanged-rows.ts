// Records which runs contained a row unchanged: as a bit of the record if the record has only this row (seen-rows.ts),
// otherwise with the row (seen-runs.ts). The bits remain when the record gets further rows.
import type { SeenRow } from '../matching/decide-row.ts';
import { unitedSeenRuns, withSeenRun } from '../matching/seen-runs.ts';
import type { SourceRow } from '../matching/source-row.ts';
import { firstFormerId } from '../matching/undo-run.ts';
import type { SeenRows } from '../tables/seen-rows.ts';
import type { SourceRows } from '../tables/source-rows.ts';
import type { RunRepository } from './run-repository.ts';

interface Repositories {
  readonly runs: RunRepository;
  readonly seen: SeenRows;
}

export class UnchangedRows<Stored> {
  readonly #rows: SourceRows<Stored>;
  readonly #with: Repositories;

  constructor(rows: SourceRows<Stored>, repositories: Repositories) {
    this.#rows = rows;
    this.#with = repositories;
  }

  mark({ recordId, row }: SeenRow, runId: number): void {
    const { runs, seen } = this.#with;
    if (row === null) seen.mark(runId, recordId);
    else this.#rows.markSeen(recordId, row.id, withSeenRun(row.seenRuns, runId, runs.neighborsOf(runId)));
  }

  /** The runs that contained a row of a record unchanged, including runs while it was the only row. */
  seenRunsOf(row: SourceRow<Stored>, recordId: number): string {
    const { runs, seen } = this.#with;
    const run = runs.run(row.runId);
    const aloneIn = firstFormerId(row) ?? recordId;
    const others = run === null ? [] : runs.others(run).map(({ id }) => id);
    return unitedSeenRuns(row.seenRuns, others.filter((id) => id > row.runId && seen.has(id, aloneIn)).join(','));
  }
}
