// Import runs: where each stands, so that an interrupted one is taken up behind its last batch.
import type { Database, Statement } from 'better-sqlite3';
import type { ImportRun } from '../writer-port.ts';

type RunRow = Omit<ImportRun, 'progress'> & { readonly progress: string };

const RUN = `SELECT id, kind, source, fingerprint, started_at AS startedAt, finished_at AS finishedAt, progress FROM import_run`;

export class RunBook {
  readonly #unfinished: Statement<[string], RunRow>;
  readonly #byId: Statement<[number | bigint], RunRow>;
  readonly #all: Statement<[], RunRow>;
  readonly #add: Statement<[string, string, string, string]>;
  readonly #advance: Statement<[string, number]>;
  readonly #finish: Statement<[string, number]>;
  readonly #sourceId: Statement<[string], number>;

  constructor(database: Database) {
    this.#unfinished = database.prepare(
      `${RUN} WHERE fingerprint = ? AND finished_at IS NULL ORDER BY id DESC LIMIT 1`,
    );
    this.#byId = database.prepare(`${RUN} WHERE id = ?`);
    this.#all = database.prepare(`${RUN} ORDER BY id`);
    this.#add = database.prepare(
      `INSERT INTO import_run (kind, source, fingerprint, started_at, progress) VALUES (?, ?, ?, ?, 'null')`,
    );
    this.#advance = database.prepare('UPDATE import_run SET progress = ? WHERE id = ?');
    this.#finish = database.prepare('UPDATE import_run SET finished_at = ? WHERE id = ?');
    // The update that changes nothing makes RETURNING answer the id of a source that is there already.
    this.#sourceId = database
      .prepare<[string], number>(
        'INSERT INTO source (name) VALUES (?) ON CONFLICT (name) DO UPDATE SET name = name RETURNING id',
      )
      .pluck();
  }

  open({
    kind,
    source,
    fingerprint,
    at,
  }: {
    kind: ImportRun['kind'];
    source: string;
    fingerprint: string;
    at: string;
  }): ImportRun {
    const row =
      this.#unfinished.get(fingerprint) ?? this.#byId.get(this.#add.run(kind, source, fingerprint, at).lastInsertRowid);
    return runOf(row as RunRow);
  }

  advance(run: ImportRun, progress: unknown): void {
    this.#advance.run(JSON.stringify(progress ?? null), run.id);
  }

  finish(run: ImportRun, at: string): void {
    this.#finish.run(at, run.id);
  }

  runs(): ImportRun[] {
    return this.#all.all().map(runOf);
  }

  /** The number under which a source is kept. */
  sourceId(name: string): number {
    return this.#sourceId.get(name) as number;
  }
}

function runOf(row: RunRow): ImportRun {
  return { ...row, progress: JSON.parse(row.progress) };
}
