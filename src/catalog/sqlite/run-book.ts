// Import runs with their progress, so that an interrupted one resumes after its last batch; and their sources.
import type { Database, Statement } from 'better-sqlite3';
import type { RunSource } from '../matching/source-row.ts';
import type { ImportRun, NewRun } from '../writer-port.ts';

type RunRow = Omit<ImportRun, 'progress' | 'files' | 'isPush'> & {
  readonly progress: string;
  readonly files: string;
  readonly lastCall: number | null;
};
type SourceOfRun = Omit<RunSource, 'isPush'> & { readonly isPush: number };

/** A call that pushes rows. */
export type NewCall = Pick<ImportRun, 'kind' | 'source' | 'files'> & {
  /** ISO timestamp. */
  readonly at: string;
};

/** The run of a call, and the call within the run: see `Origin.file`. */
export interface PushRun {
  readonly run: ImportRun;
  readonly call: number;
}

const RUN = `SELECT id, kind, source, files, fingerprint, started_at AS startedAt, finished_at AS finishedAt,
  undone_at AS undoneAt, progress, last_call AS lastCall FROM import_run`;

export class RunBook {
  readonly #unfinished: Statement<[string], RunRow>;
  readonly #byId: Statement<[number | bigint], RunRow>;
  readonly #all: Statement<[], RunRow>;
  readonly #latest: Statement<[string, string], RunRow>;
  readonly #add: Statement<[string, string, string, string, string]>;
  readonly #push: Statement<{ progress: string; call: number; at: string; id: number }>;
  readonly #advance: Statement<[string, number]>;
  readonly #finish: Statement<[string, number]>;
  readonly #undo: Statement<{ at: string; id: number }>;
  readonly #sourceId: Statement<[string], number>;
  readonly #sourceOf: Statement<[number], SourceOfRun>;
  readonly #sources: Statement<[], { name: string; priority: number; runs: number }>;
  readonly #setPriority: Statement<[number, string]>;
  readonly #known = new Map<number, RunSource>();

  constructor(database: Database) {
    this.#unfinished = database.prepare(
      `${RUN} WHERE fingerprint = ? AND finished_at IS NULL ORDER BY id DESC LIMIT 1`,
    );
    this.#latest = database.prepare(`${RUN} WHERE source = ? AND kind = +? ORDER BY id DESC LIMIT 1`);
    this.#push = database.prepare(
      'UPDATE import_run SET progress = @progress, last_call = @call, finished_at = @at WHERE id = @id',
    );
    this.#byId = database.prepare(`${RUN} WHERE id = ?`);
    this.#all = database.prepare(`${RUN} ORDER BY id`);
    this.#add = database.prepare(
      `INSERT INTO import_run (kind, source, files, fingerprint, started_at, progress) VALUES (?, ?, ?, ?, ?, 'null')`,
    );
    this.#advance = database.prepare('UPDATE import_run SET progress = ? WHERE id = ?');
    this.#finish = database.prepare('UPDATE import_run SET finished_at = ? WHERE id = ?');
    this.#undo = database.prepare(
      'UPDATE import_run SET undone_at = @at, finished_at = ifnull(finished_at, @at) WHERE id = @id',
    );
    // The no-op update makes RETURNING return the id of an existing source.
    this.#sourceId = database
      .prepare<[string], number>(
        'INSERT INTO source (name) VALUES (?) ON CONFLICT (name) DO UPDATE SET name = name RETURNING id',
      )
      .pluck();
    this.#sourceOf = database.prepare(
      `SELECT source.id AS sourceId, name AS source, priority, started_at AS runAt, last_call IS NOT NULL AS isPush
       FROM import_run JOIN source ON source.name = import_run.source WHERE import_run.id = ?`,
    );
    this.#sources = database.prepare(
      `SELECT name, priority, count(import_run.id) AS runs FROM source LEFT JOIN import_run ON import_run.source = name
       GROUP BY name ORDER BY priority DESC, name`,
    );
    this.#setPriority = database.prepare('UPDATE source SET priority = ? WHERE name = ?');
  }

  open({ kind, source, files, fingerprint, at }: NewRun): ImportRun {
    this.#sourceId.get(source);
    const row =
      this.#unfinished.get(fingerprint) ??
      this.#byId.get(this.#add.run(kind, source, JSON.stringify(files), fingerprint, at).lastInsertRowid);
    return runOf(row as RunRow);
  }

  /**
   * The run for the rows of a call: the latest of its kind and source, if its rows were pushed on the same day (UTC),
   * else a new one. An undone run takes no rows.
   */
  openPush({ kind, source, files, at }: NewCall): PushRun {
    const latest = this.#latest.get(source, kind);
    if (latest && latest.lastCall !== null && latest.undoneAt === null && dayOf(latest.startedAt) === dayOf(at)) {
      // Later than the call before, also if the clock was set back: the rows of a call replace those of earlier ones.
      const call = Math.max(latest.lastCall + 1, Date.parse(at) - Date.parse(latest.startedAt));
      return { run: runOf(latest), call };
    }
    this.#sourceId.get(source);
    const { lastInsertRowid } = this.#add.run(kind, source, JSON.stringify(files), `push ${at}`, at);
    const run = runOf(this.#byId.get(lastInsertRowid) as RunRow);
    this.advancePush({ run, call: 0 }, null, at);
    return { run: { ...run, isPush: true }, call: 0 };
  }

  /** The run is finished after each call. */
  advancePush({ run, call }: PushRun, progress: unknown, at: string): void {
    this.#push.run({ progress: JSON.stringify(progress ?? null), call, at, id: run.id });
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
  }

  runs(): ImportRun[] {
    return this.#all.all().map(runOf);
  }

  run(id: number): ImportRun | null {
    const row = this.#byId.get(id);
    return row ? runOf(row) : null;
  }

  /** Of an existing run. */
  sourceOf(runId: number): RunSource {
    let known = this.#known.get(runId);
    if (known === undefined) {
      const found = this.#sourceOf.get(runId);
      known = found ? { ...found, isPush: found.isPush === 1 } : NO_SOURCE;
      this.#known.set(runId, known);
    }
    return known;
  }

  /** By priority, the highest first. */
  sources(): { name: string; priority: number; runs: number }[] {
    return this.#sources.all();
  }

  /** False if there is no such source. */
  setPriority(name: string, priority: number): boolean {
    this.#known.clear();
    return this.#setPriority.run(priority, name).changes > 0;
  }

  /** The cache may be ahead of a rolled-back transaction, or behind one of another process. */
  forget(): void {
    this.#known.clear();
  }
}

/** The runs with a number above `after`, and those among these numbers. */
export function runsAfter(database: Database, after: number, among: readonly number[]): ImportRun[] {
  const rows = database.prepare<[number, string], RunRow>(
    `${RUN} WHERE id > ? OR id IN (SELECT value FROM json_each(?)) ORDER BY id`,
  );
  return rows.all(after, JSON.stringify(among)).map(runOf);
}

const NO_SOURCE: RunSource = { sourceId: 0, source: '', priority: 0, runAt: '', isPush: false };

const dayOf = (timestamp: string) => timestamp.slice(0, 'YYYY-MM-DD'.length);

function runOf({ lastCall, files, progress, ...row }: RunRow): ImportRun {
  return { ...row, files: JSON.parse(files) as string[], progress: JSON.parse(progress), isPush: lastCall !== null };
}
