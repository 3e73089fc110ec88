// Import runs with their progress, and their sources. An interrupted run resumes after its last batch.
import type { Neighbors } from '../matching/seen-runs.ts';
import type { RunSource } from '../matching/source-row.ts';
import type { Select, Sql, SqlValue, Write } from '../tables/sql.ts';
import type { ImportRun, NewRun } from '../writer-port.ts';

type RunRow = Omit<ImportRun, 'progress' | 'files' | 'isPush'> & {
  readonly progress: string;
  readonly files: string;
  readonly lastCall: number | null;
};
type SourceOfRun = Omit<RunSource, 'isPush' | 'isUndone'> & { readonly isPush: number; readonly isUndone: number };

/** A call that pushes rows. */
export type NewCall = Pick<ImportRun, 'kind' | 'source' | 'files'> & {
  /** ISO timestamp. */
  readonly at: string;
};

/** The run of a call, and the number of the call within the run: see `Origin.file`. */
export interface PushRun {
  readonly run: ImportRun;
  readonly call: number;
}

const RUN = `SELECT id, kind, source, files, fingerprint, started_at AS "startedAt", finished_at AS "finishedAt",
  undone_at AS "undoneAt", progress, last_call AS "lastCall" FROM import_run`;

export class RunRepository {
  readonly #unfinished: Select<[string], RunRow>;
  readonly #byId: Select<[number], RunRow>;
  readonly #all: Select<[], RunRow>;
  readonly #latest: Select<[string, string], RunRow>;
  readonly #add: { run(...values: readonly string[]): number };
  readonly #push: Write;
  readonly #advance: Write;
  readonly #finish: Write;
  readonly #undo: { run(of: { at: string; id: number }): number };
  readonly #sourceId: Select<[string], number>;
  readonly #addSource: { run(name: string): number };
  readonly #sourceOf: Select<[number], SourceOfRun>;
  readonly #sources: Select<[], { name: string; priority: number; runs: number }>;
  readonly #setPriority: { run(priority: number, name: string): number };
  readonly #neighborsOf: Select<[{ runId: number }], Neighbors>;
  readonly #known = new Map<number, RunSource>();
  readonly #neighbors = new Map<number, Neighbors>();

  constructor(sql: Sql) {
    this.#unfinished = sql.objects(`${RUN} WHERE fingerprint = ? AND finished_at IS NULL ORDER BY id DESC LIMIT 1`);
    this.#latest = sql.objects(`${RUN} WHERE source = ? AND kind = +? ORDER BY id DESC LIMIT 1`);
    this.#push = sql.update('import_run', ['progress', 'last_call', 'finished_at'], ['id']);
    this.#byId = sql.objects(`${RUN} WHERE id = ?`);
    this.#all = sql.objects(`${RUN} ORDER BY id`);
    this.#add = sql.insertNew('import_run', ['kind', 'source', 'files', 'fingerprint', 'started_at', 'progress']);
    this.#advance = sql.update('import_run', ['progress'], ['id']);
    this.#finish = sql.update('import_run', ['finished_at'], ['id']);
    this.#undo = sql.command(
      'UPDATE import_run SET undone_at = @at, finished_at = coalesce(finished_at, @at) WHERE id = @id',
    );
    this.#sourceId = sql.values('SELECT id FROM source WHERE name = ?');
    this.#addSource = sql.insertNew('source', ['name']);
    this.#sourceOf = sql.objects(
      `SELECT source.id AS "sourceId", name AS source, priority, started_at AS "runAt",
         last_call IS NOT NULL AS "isPush", undone_at IS NOT NULL AS "isUndone"
       FROM import_run JOIN source ON source.name = import_run.source WHERE import_run.id = ? ORDER BY source.id`,
    );
    this.#neighborsOf = sql.objects(
      `SELECT (${neighborOf('<', 'DESC')}) AS "before", (${neighborOf('>', 'ASC')}) AS "after"
       FROM import_run AS run WHERE run.id = @runId`,
    );
    this.#sources = sql.objects(
      `SELECT name, priority, count(import_run.id) AS runs FROM source LEFT JOIN import_run ON import_run.source = name
       GROUP BY name, priority ORDER BY priority DESC, name`,
    );
    this.#setPriority = sql.command('UPDATE source SET priority = ? WHERE name = ?');
  }

  open({ kind, source, files, fingerprint, at }: NewRun): ImportRun {
    this.#noteSource(source);
    const row =
      this.#unfinished.get(fingerprint) ??
      this.#byId.get(this.#add.run(kind, source, JSON.stringify(files), fingerprint, at, 'null'));
    return runOf(row as RunRow);
  }

  /**
   * The run for the rows of a call: the latest run of its kind and source if its rows were pushed on the same day
   * (UTC), else a new one. An undone run takes no further rows.
   */
  openPush({ kind, source, files, at }: NewCall): PushRun {
    const latest = this.#latest.get(source, kind);
    if (latest && latest.lastCall !== null && latest.undoneAt === null && dayOf(latest.startedAt) === dayOf(at)) {
      // Later than the previous call, even if the clock was set back: the rows of a call replace rows of earlier calls.
      const call = Math.max(latest.lastCall + 1, Date.parse(at) - Date.parse(latest.startedAt));
      return { run: runOf(latest), call };
    }
    this.#noteSource(source);
    const id = this.#add.run(kind, source, JSON.stringify(files), `push ${at}`, at, 'null');
    const run = runOf(this.#byId.get(id) as RunRow);
    this.advancePush({ run, call: 0 }, null, at);
    return { run: { ...run, isPush: true }, call: 0 };
  }

  /** The run is finished after each call. */
  advancePush({ run, call }: PushRun, progress: unknown, at: string): void {
    this.#push.run(JSON.stringify(progress ?? null), call, at, run.id);
  }

  advance(run: ImportRun, progress: unknown): void {
    this.#advance.run(JSON.stringify(progress ?? null), run.id);
  }

  finish(run: ImportRun, at: string): void {
    this.#finish.run(at, run.id);
  }

  /** Marks a run as undone: it is never resumed. */
  undo(id: number, at: string): void {
    this.#undo.run({ at, id });
    this.clear();
  }

  runs(): ImportRun[] {
    return this.#all.all().map(runOf);
  }

  /** The other runs of the same source and kind that are not undone, in ascending order. */
  others({ id, source, kind }: ImportRun): ImportRun[] {
    return this.runs().filter(
      (run) => run.id !== id && run.source === source && run.kind === kind && run.undoneAt === null,
    );
  }

  /** The latest finished run of a kind that read files and is not undone; 0 if there is none. */
  latestFile(kind: ImportRun['kind']): number {
    const isFile = (run: ImportRun) => run.kind === kind && !run.isPush && run.finishedAt !== null;
    return this.runs().findLast((run) => isFile(run) && run.undoneAt === null)?.id ?? 0;
  }

  run(id: number): ImportRun | null {
    const row = this.#byId.get(id);
    return row ? runOf(row) : null;
  }

  /** The source of an existing run. */
  sourceOf(runId: number): RunSource {
    let known = this.#known.get(runId);
    if (known === undefined) {
      const found = this.#sourceOf.get(runId);
      known = found ? { ...found, isPush: found.isPush === 1, isUndone: found.isUndone === 1 } : NO_SOURCE;
      this.#known.set(runId, known);
    }
    return known;
  }

  /** The neighbors of an existing run. */
  neighborsOf(runId: number): Neighbors {
    let neighbors = this.#neighbors.get(runId);
    if (neighbors === undefined) {
      neighbors = this.#neighborsOf.get({ runId }) as Neighbors;
      this.#neighbors.set(runId, neighbors);
    }
    return neighbors;
  }

  /** All sources, in descending order of priority. */
  sources(): { name: string; priority: number; runs: number }[] {
    return this.#sources.all();
  }

  /** Returns false if there is no such source. */
  setPriority(name: string, priority: number): boolean {
    this.#known.clear();
    return this.#setPriority.run(priority, name) > 0;
  }

  /** The cache may contain rows of a rolled-back transaction, or lack rows of another process. */
  clear(): void {
    this.#known.clear();
    this.#neighbors.clear();
  }

  #noteSource(name: string): void {
    if (this.#sourceId.get(name) === undefined) this.#addSource.run(name);
  }
}

function neighborOf(is: '<' | '>', order: 'ASC' | 'DESC'): string {
  return `SELECT other.id FROM import_run AS other WHERE other.source = run.source AND other.kind = run.kind
    AND other.undone_at IS NULL AND other.id ${is} run.id ORDER BY other.id ${order} LIMIT 1`;
}

/** The runs with a number above `after`, and those among these numbers. */
export function runsAfter(sql: Sql, after: number, among: readonly number[]): ImportRun[] {
  const { isAmong, idsOf } = sql.dialect;
  const rows = sql.objects<[number, SqlValue], RunRow>(`${RUN} WHERE id > ? OR ${isAmong('id')} ORDER BY id`);
  return rows.all(after, idsOf(among)).map(runOf);
}

const NO_SOURCE: RunSource = { sourceId: 0, source: '', priority: 0, runAt: '', isPush: false, isUndone: false };

const dayOf = (timestamp: string) => timestamp.slice(0, 'YYYY-MM-DD'.length);

function runOf({ lastCall, files, progress, ...row }: RunRow): ImportRun {
  return { ...row, files: JSON.parse(files) as string[], progress: JSON.parse(progress), isPush: lastCall !== null };
}
