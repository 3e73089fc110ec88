// Uploads in the database: any server receives their parts and imports them. The importing server has a claim, which
// another server may take over when it is no longer renewed. Times come from the clock of the database.
import { randomUUID } from 'node:crypto';
import type { Database } from '../ops/postgres/database.ts';
import { putPart } from '../ops/postgres/shared-files.ts';
import { DATABASE_NOW, statement } from '../ops/postgres/statement.ts';

/** A claim that has not been renewed for this long may be taken over. */
const CLAIM_MS = 10_000;

/** An upload; texts are JSON that this module does not read. */
export interface UploadRow {
  readonly id: string;
  readonly description: string;
  readonly received: number;
  /** Null until an import begins. */
  readonly import: string | null;
  /** Imports that ended without a result since the last progress. */
  readonly attempts: number;
  /** Whether a process executes its import. */
  readonly isHeld: boolean;
  /** Whether its import has no result yet. */
  readonly isPending: boolean;
}

/** A claim that ends much later than a new one was made before the clock of the database was set back. */
const IS_HELD = `(held_until >= ${DATABASE_NOW} AND held_until <= ${DATABASE_NOW} + ${2 * CLAIM_MS})`;
const COLUMNS = `id, description, received, import, attempts, ${IS_HELD} AS "isHeld",
  import_state IS NOT DISTINCT FROM 'pending' AS "isPending"`;

const ADD = statement<[id: string, description: string]>(
  'add an upload',
  `INSERT INTO upload (id, description, received, attempts, held_until) VALUES ($1, $2, 0, 0, 0)`,
);
const FIND = statement<[id: string], UploadRow>(
  'find an upload',
  `SELECT ${COLUMNS} FROM upload WHERE id = $1 ORDER BY id`,
);
const LOCK = statement<[id: string], UploadRow>(
  'lock an upload',
  `SELECT ${COLUMNS} FROM upload WHERE id = $1 ORDER BY id FOR UPDATE`,
);
const ALL = statement<[], UploadRow>('all uploads', `SELECT ${COLUMNS} FROM upload ORDER BY id`);
const RECEIVE = statement<[id: string, received: number]>(
  'note a part of an upload',
  'UPDATE upload SET received = $2 WHERE id = $1',
);
const DESCRIBE = statement<[id: string, description: string, received: number, state: string | null]>(
  'describe an upload',
  'UPDATE upload SET description = $2, received = $3, import = $4 WHERE id = $1',
);
const BEGIN = statement<[id: string, state: string]>(
  'begin an import',
  `UPDATE upload SET import = $2, import_state = 'pending', attempts = 0, holder = NULL, held_until = 0 WHERE id = $1`,
);
const PENDING = statement<[], { id: string }>(
  'imports that no server has',
  `SELECT id FROM upload WHERE import_state = 'pending' AND NOT ${IS_HELD} ORDER BY id`,
);
const CLAIM = statement<[id: string, holder: string], UploadRow>(
  'claim an import',
  `UPDATE upload SET holder = $2, held_until = ${DATABASE_NOW} + ${CLAIM_MS}, attempts = attempts + 1
   WHERE id = $1 AND import_state = 'pending' AND NOT ${IS_HELD} RETURNING ${COLUMNS}`,
);
const REPORT = statement<
  [id: string, holder: string, state: string, isOver: boolean, hasAdvanced: boolean],
  { id: string }
>(
  'report on an import',
  `UPDATE upload SET import = $3, import_state = CASE WHEN $4::boolean THEN 'over' ELSE import_state END,
     attempts = CASE WHEN $5::boolean THEN 0 ELSE attempts END, held_until = ${DATABASE_NOW} + ${CLAIM_MS}
   WHERE id = $1 AND holder = $2 RETURNING id`,
);
const RELEASE = statement<[id: string, holder: string]>(
  'let an import go',
  'UPDATE upload SET holder = NULL, held_until = 0 WHERE id = $1 AND holder = $2',
);
const REMOVE = statement<[id: string]>('remove an upload', 'DELETE FROM upload WHERE id = $1');
const REMOVE_FILES = statement<[content: string, rejects: string]>(
  'remove the files of an upload',
  'DELETE FROM file_part WHERE file IN ($1, $2)',
);

export const uploadFile = (id: string, name: 'content' | 'rejects'): string => `${id}/${name}`;

export class UploadTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add(id: string, description: string): Promise<void> {
    await this.#database.run(ADD, id, description);
  }

  async find(id: string): Promise<UploadRow | null> {
    return (await this.#database.read(FIND, id))[0] ?? null;
  }

  async all(): Promise<readonly UploadRow[]> {
    return this.#database.read(ALL);
  }

  /** Appends bytes if `check` accepts the locked row; null if there is no such upload. */
  append(id: string, bytes: Buffer, check: (row: UploadRow) => void): Promise<UploadRow | null> {
    return this.#database.transact(async (session) => {
      const [row] = await session.run(LOCK, id);
      if (row === undefined) return null;
      check(row);
      if (bytes.length === 0) return row;
      const received = row.received + bytes.length;
      await putPart(session, uploadFile(id, 'content'), { position: row.received, bytes });
      await session.run(RECEIVE, id, received);
      return { ...row, received };
    });
  }

  /** Stores an import that any server may begin; null if there is no such upload. */
  begin(id: string, state: string, check: (row: UploadRow) => void): Promise<UploadRow | null> {
    return this.#database.transact(async (session) => {
      const [row] = await session.run(LOCK, id);
      if (row === undefined) return null;
      check(row);
      await session.run(BEGIN, id, state);
      return { ...row, import: state };
    });
  }

  /** Removes an upload with its files; false if there is none. */
  remove(id: string, check: (row: UploadRow) => void): Promise<boolean> {
    return this.#database.transact(async (session) => {
      const [row] = await session.run(LOCK, id);
      if (row === undefined) return false;
      check(row);
      await session.run(REMOVE, id);
      await session.run(REMOVE_FILES, uploadFile(id, 'content'), uploadFile(id, 'rejects'));
      return true;
    });
  }

  /** Stores the description after the files were changed. */
  async describe({
    id,
    description,
    received,
    import: state,
  }: Pick<UploadRow, 'id' | 'description' | 'received' | 'import'>): Promise<void> {
    await this.#database.run(DESCRIBE, id, description, received, state);
  }

  /** Begun imports that no server executes now. */
  async pending(): Promise<string[]> {
    return (await this.#database.read(PENDING)).map(({ id }) => id);
  }

  /** The exclusive right to import; null if another process has it, or if there is nothing to import. */
  async claim(id: string): Promise<UploadClaim | null> {
    const holder = randomUUID();
    const [row] = await this.#database.run(CLAIM, id, holder);
    return row ? new UploadClaim(this.#database, row, holder) : null;
  }
}

export class UploadClaim {
  readonly row: UploadRow;
  readonly #database: Database;
  readonly #holder: string;

  constructor(database: Database, row: UploadRow, holder: string) {
    this.#database = database;
    this.row = row;
    this.#holder = holder;
  }

  /** Stores the state and renews the claim; false if another process has taken it over. */
  async report(state: string, { isOver, hasAdvanced }: Progress): Promise<boolean> {
    return (await this.#database.run(REPORT, this.row.id, this.#holder, state, isOver, hasAdvanced)).length > 0;
  }

  /** Releases the claim, so that another process may take it at once. */
  async release(): Promise<void> {
    await this.#database.run(RELEASE, this.row.id, this.#holder);
  }
}

interface Progress {
  /** The import has ended: no process claims it again. */
  readonly isOver: boolean;
  /** Rows were imported since the claim. */
  readonly hasAdvanced: boolean;
}
