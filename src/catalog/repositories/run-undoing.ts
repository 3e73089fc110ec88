// Undoes one run in the records that it changed.
import type { OnRecords, RecordKind } from '../admin-port.ts';
import type { KindTypes } from '../matching/decide-row.ts';
import { includesRun } from '../matching/seen-runs.ts';
import type { SourceRow } from '../matching/source-row.ts';
import { firstFormerId, partsBeforeRun, rowsWithoutRun } from '../matching/undo-run.ts';
import type { ImportRun } from '../writer-port.ts';
import { blocksOf, CountedBlocks } from './blocks.ts';
import type { UndoState } from './part-decisions.ts';
import type { RecordRepository } from './record-repository.ts';
import type { Repositories } from './repositories.ts';

export class RunUndoing {
  readonly #repositories: Repositories;
  readonly #run: ImportRun;
  /** The other runs of its source and kind that are not undone, in ascending order. */
  readonly #others: readonly number[];

  readonly #onProgress: OnRecords;

  constructor(repositories: Repositories, run: ImportRun, onProgress: OnRecords) {
    this.#repositories = repositories;
    this.#run = run;
    this.#onProgress = onProgress;
    this.#others = repositories.runs.others(run).map(({ id }) => id);
  }

  /**
   * Undoes the run for one kind. Rows that another run contained unchanged are assigned to that run. Records without
   * rows are removed.
   */
  undo<Kind extends KindTypes>(repository: RecordRepository<Kind>): { removed: number; changed: number } {
    const { id: runId } = this.#run;
    const ids = (text: string) => this.#repositories.store.sql.values<[{ runId: number }], number>(text).all({ runId });
    // These reads precede all writes.
    const alone = ids(`SELECT id FROM ${repository.kind} WHERE run_id = @runId ORDER BY id`);
    const shared = ids(
      `SELECT DISTINCT record_id FROM ${repository.kind}_contribution WHERE run_id = @runId OR superseded_by = @runId
       ORDER BY record_id`,
    );
    const ofRunAlone = ids(recordsOfRunAlone(`${repository.kind}_contribution`));
    const blocks = new CountedBlocks(ofRunAlone.length + alone.length + shared.length, this.#onProgress);
    const gone = new Set<number>();
    for (const block of blocks.of(ofRunAlone)) for (const id of this.#withoutRows(repository, block)) gone.add(id);
    const removed = [...this.#handOn(repository.kind, alone), ...gone];
    for (const block of blocks.of(removed)) repository.removeAll(block);
    const staying = shared.filter((id) => !gone.has(id));
    let changed = 0;
    const undoing: UndoState = { slugsBefore: repository.slugsBefore(runId), lacking: new Set() };
    for (const block of blocks.of(staying)) changed += this.#rewrite(repository, block, undoing);
    // Another record may have released a profile URL after this record was written.
    for (const block of blocksOf([...undoing.lacking])) this.#rewrite(repository, block, undoing);
    repository.restoreRelations(runId);
    this.#repositories.store.sql.remove('import_met', ['run_id']).run(runId);
    return { removed: removed.length, changed };
  }

  /** Assigns records with one row to the first later run that contained the row; returns the other records. */
  #handOn(kind: RecordKind, ids: readonly number[]): readonly number[] {
    const place = this.#repositories.store.sql.update(kind, ['run_id', 'file', 'line'], ['id']);
    const next = this.#firstSeen(ids);
    for (const [id, runId] of next) place.run(runId, 0, 0, id);
    return ids.filter((id) => !next.has(id));
  }

  /** Of records whose rows all belong to the run, returns those that no other run contained. */
  #withoutRows<Kind extends KindTypes>(repository: RecordRepository<Kind>, ids: readonly number[]): number[] {
    const left = this.#leftOf(ids, repository.rowsOfAll(ids));
    return ids.filter((_, index) => left[index]?.length === 0);
  }

  /**
   * Rewrites records without the rows of the run, and separates records that the run merged. Returns the number of
   * changed records.
   */
  #rewrite<Kind extends KindTypes>(
    repository: RecordRepository<Kind>,
    ids: readonly number[],
    undoing: UndoState,
  ): number {
    const left = this.#leftOf(ids, repository.rowsOfAll(ids));
    const plans = ids.map((id, index) => {
      const [staying, ...separated] = partsBeforeRun(left[index] ?? [], this.#run.id, (a, b) =>
        repository.areLinked(a, b),
      );
      return { id, staying: staying?.rows ?? [], separated };
    });
    return repository.rewriteAll(plans, undoing);
  }

  /** The remaining rows of records, without rows of the run. */
  #leftOf<Stored>(ids: readonly number[], allRows: readonly SourceRow<Stored>[][]): SourceRow<Stored>[][] {
    const { id: runId } = this.#run;
    const aloneIn = (row: Pick<SourceRow<Stored>, 'formerRecords'>, id: number) => firstFormerId(row) ?? id;
    const own = ids.flatMap((id, index) =>
      (allRows[index] ?? []).filter((row) => row.runId === runId).map((row) => aloneIn(row, id)),
    );
    const seen = this.#firstSeen([...new Set(own)]);
    return ids.map((id, index) =>
      rowsWithoutRun(allRows[index] ?? [], runId, {
        sourceOf: (each) => this.#repositories.runs.sourceOf(each),
        nextRunOf: (row) =>
          this.#others.find((run) => includesRun(row.seenRuns, run) || seen.get(aloneIn(row, id)) === run) ?? null,
      }),
    );
  }

  /** The first later run that contained each of these records unchanged while the record had one row. */
  #firstSeen(ids: readonly number[]): ReadonlyMap<number, number> {
    const first = new Map<number, number>();
    let left = ids;
    for (const runId of this.#others.filter((id) => id > this.#run.id)) {
      for (const id of left) if (this.#repositories.seen.has(runId, id)) first.set(id, runId);
      left = left.filter((id) => !first.has(id));
    }
    return first;
  }
}

/** Selects the records whose rows all belong to the run. */
function recordsOfRunAlone(table: string): string {
  return `SELECT DISTINCT record_id FROM ${table} AS own WHERE run_id = @runId AND NOT EXISTS (
      SELECT 1 FROM ${table} AS other WHERE other.record_id = own.record_id AND other.run_id <> @runId)
    ORDER BY record_id`;
}
