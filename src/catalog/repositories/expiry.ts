// Retention: removes rows that are too old. The date of a row is its updated_at, or else the date of the last run of
// its source that contained the row.
import type { KindTypes } from '../matching/decide-row.ts';
import { includesRun } from '../matching/seen-runs.ts';
import { receivedAt, type SourceRow } from '../matching/source-row.ts';
import type { ImportRun } from '../writer-port.ts';
import { blocksOf } from './blocks.ts';
import { eraseRecords } from './forgetting.ts';
import type { Rewriting } from './part-decisions.ts';
import type { RecordRepository } from './record-repository.ts';
import type { Repositories } from './repositories.ts';

interface Dated {
  readonly updated_at: string | null;
}

interface DatedKind extends KindTypes {
  readonly stored: Dated;
}

export class Expiry {
  readonly #repositories: Repositories;
  readonly #before: number;
  /**
   * Runs that began after the limit and are not undone. A run of pushed rows counts if it had a call after the limit.
   */
  readonly #recentRuns: readonly ImportRun[];

  constructor(repositories: Repositories, before: string) {
    this.#repositories = repositories;
    this.#before = Date.parse(before);
    this.#recentRuns = repositories.runs.runs().filter((run) => {
      const at = run.isPush ? (run.finishedAt ?? run.startedAt) : run.startedAt;
      return run.undoneAt === null && Date.parse(at) >= this.#before;
    });
  }

  /**
   * Removes records whose rows are all too old; folds the others from their remaining rows. The removals come first:
   * then the result does not depend on the blocks, and other records can get a slug that becomes free.
   */
  apply<Kind extends DatedKind>(repository: RecordRepository<Kind>): { removed: number; changed: number } {
    const ids = this.#repositories.store.sql.values<[], number>(`SELECT id FROM ${repository.kind} ORDER BY id`).all();
    const gone: number[] = [];
    const aged: number[] = [];
    for (const block of blocksOf(ids))
      for (const { id, staying } of this.#plansOf(repository, block)) (staying.length === 0 ? gone : aged).push(id);
    for (const block of blocksOf(gone)) eraseRecords(repository, block);
    let changed = 0;
    for (const block of blocksOf(aged)) changed += repository.rewriteAll(this.#plansOf(repository, block));
    return { removed: gone.length, changed };
  }

  /** The records that have rows that are too old, each with the rows that stay. */
  #plansOf<Kind extends DatedKind>(
    repository: RecordRepository<Kind>,
    ids: readonly number[],
  ): Rewriting<Kind['stored']>[] {
    const allRows = repository.rowsOfAll(ids);
    const seenIn = this.#seenAmong(ids);
    return ids.flatMap((id, index) => {
      const rows = allRows[index] ?? [];
      const staying = rows.filter((row) => this.#isYoung(row, (runId) => seenIn(runId).has(id)));
      return staying.length === rows.length ? [] : [{ id, staying, separated: [] }];
    });
  }

  /**
   * Returns the records that a run contained unchanged. Reads all records of one run at a time, because `SeenRows`
   * buffers one run.
   */
  #seenAmong(recordIds: readonly number[]): (runId: number) => ReadonlySet<number> {
    const seenIn = new Map<number, ReadonlySet<number>>();
    return (runId) => {
      const known = seenIn.get(runId);
      if (known !== undefined) return known;
      const seen = new Set(recordIds.filter((id) => this.#repositories.seen.has(runId, id)));
      seenIn.set(runId, seen);
      return seen;
    };
  }

  #isYoung(row: SourceRow<Dated>, isSeenIn: (runId: number) => boolean): boolean {
    const { updated_at } = row.record;
    if (updated_at !== null) return Date.parse(updated_at) >= this.#before;
    if (Date.parse(receivedAt(this.#repositories.runs.sourceOf(row.runId), row)) >= this.#before) return true;
    const own = this.#repositories.runs.run(row.runId);
    return this.#recentRuns.some(
      ({ id, source, kind }) =>
        source === own?.source &&
        kind === own.kind &&
        (includesRun(row.seenRuns, id) || (id > row.runId && isSeenIn(id))),
    );
  }
}
