// Lists of the dashboard that have not been run yet, in the database: any server shows and runs them.
import type { Database } from '../ops/postgres/database.ts';
import { statement } from '../ops/postgres/statement.ts';

/** `description` is JSON that this module does not read. */
export interface DraftRow {
  readonly id: string;
  readonly accountId: string;
  /** Milliseconds of the epoch. */
  readonly createdAt: number;
  readonly description: string;
}

const ADD = statement<[id: string, accountId: string, createdAt: number, description: string]>(
  'add a draft',
  'INSERT INTO draft (id, account_id, created_at, description) VALUES ($1, $2, $3, $4)',
);
const FIND = statement<[id: string], { description: string }>(
  'find a draft',
  'SELECT description FROM draft WHERE id = $1 ORDER BY id',
);
const OF_ACCOUNT = statement<[accountId: string], { description: string }>(
  'drafts of an account',
  'SELECT description FROM draft WHERE account_id = $1 ORDER BY created_at DESC, id DESC',
);
const BEFORE = statement<[ms: number], { id: string }>(
  'old drafts',
  'SELECT id FROM draft WHERE created_at < $1 ORDER BY created_at, id',
);
const REMOVE = statement<[id: string]>('remove a draft', 'DELETE FROM draft WHERE id = $1');

export class DraftTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add({ id, accountId, createdAt, description }: DraftRow): Promise<void> {
    await this.#database.run(ADD, id, accountId, createdAt, description);
  }

  /** The description; null if there is none. */
  async find(id: string): Promise<string | null> {
    return (await this.#database.read(FIND, id))[0]?.description ?? null;
  }

  /** Descriptions, the newest first. */
  async ofAccount(accountId: string): Promise<string[]> {
    return (await this.#database.read(OF_ACCOUNT, accountId)).map(({ description }) => description);
  }

  /** Ids of all drafts created before this time. */
  async createdBefore(ms: number): Promise<string[]> {
    return (await this.#database.read(BEFORE, ms)).map(({ id }) => id);
  }

  async remove(id: string): Promise<void> {
    await this.#database.run(REMOVE, id);
  }
}
