// Saved searches in SQLite.
import type { Database } from 'better-sqlite3';
import type { Clock } from '../../ops/clock.ts';
import { checkedName } from '../member-input.ts';
import { checkNewSearch, restoredSearch, unknownSearch } from '../member-rules.ts';
import type { NewSearch, SavedSearch, SavedSearches } from '../port.ts';
import { newId, type SearchRow, searchOf } from '../stored-rows.ts';

const COLUMNS = `id, account_name AS accountName, name, kind, query, saved_by AS savedBy, created_at AS createdAt`;

export class SearchRepository implements SavedSearches {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async searchesOf(accountName: string): Promise<SavedSearch[]> {
    const all = `SELECT ${COLUMNS} FROM saved_search WHERE account_name = ? ORDER BY name`;
    return this.#database.prepare<[string], SearchRow>(all).all(accountName).map(searchOf);
  }

  async save(given: NewSearch): Promise<SavedSearch> {
    const name = checkedName(given.name, 'search');
    const row: SearchRow = { ...given, name, id: given.id ?? newId('sea'), createdAt: this.#clock.now() };
    const enter = this.#database.transaction(() => {
      const others = this.#database.prepare<[string], { name: string }>(
        'SELECT name FROM saved_search WHERE account_name = ?',
      );
      checkNewSearch(name, others.all(given.accountName));
      if (this.#database.prepare('SELECT 1 FROM saved_search WHERE id = ?').get(row.id)) throw restoredSearch();
      this.#database
        .prepare(
          `INSERT INTO saved_search (id, account_name, name, kind, query, saved_by, created_at)
          VALUES (@id, @accountName, @name, @kind, @query, @savedBy, @createdAt)`,
        )
        .run(row);
    });
    enter.immediate();
    return searchOf(row);
  }

  async remove(accountName: string, id: string): Promise<SavedSearch> {
    const removed = this.#database
      .prepare<[string, string], SearchRow>(
        `DELETE FROM saved_search WHERE account_name = ? AND id = ? RETURNING ${COLUMNS}`,
      )
      .get(accountName, id);
    if (removed === undefined) throw unknownSearch();
    return searchOf(removed);
  }
}
