// Finds and removes persons in lists and saved searches in SQLite when they are forgotten.
import type { Database } from 'better-sqlite3';
import { searchNames } from '../member-rules.ts';
import type { MemberTraces, NamedPerson } from '../port.ts';

interface Found {
  readonly listed: readonly { readonly listId: string; readonly slug: string }[];
  /** Ids of saved searches. */
  readonly searches: readonly string[];
}

export class TraceRepository implements MemberTraces {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async forget(named: NamedPerson): Promise<number> {
    const found = this.#database
      .transaction(() => {
        const { listed, searches } = this.#found(named);
        for (const { listId, slug } of listed) {
          this.#run('DELETE FROM listed_record WHERE list_id = ? AND slug = ?', listId, slug);
          this.#run('UPDATE record_list SET forgotten = forgotten + 1 WHERE id = ?', listId);
        }
        for (const id of searches) this.#run('DELETE FROM saved_search WHERE id = ?', id);
        return listed.length + searches.length;
      })
      .immediate();
    // The WAL still contains the pages from before the removal.
    if (found > 0) this.#database.pragma('wal_checkpoint(TRUNCATE)');
    return found;
  }

  async count(named: NamedPerson): Promise<number> {
    const { listed, searches } = this.#found(named);
    return listed.length + searches.length;
  }

  #found(named: NamedPerson): Found {
    const { texts } = named;
    const isNamed = texts.map(() => `instr(row || '/in/' || slug || '"', ?) > 0`).join(' OR ');
    const listed = this.#database
      .prepare<string[], { listId: string; slug: string }>(
        `SELECT list_id AS listId, slug FROM listed_record WHERE ${isNamed || 'false'}`,
      )
      .all(...texts);
    const searches = this.#database
      .prepare<[], { id: string; name: string; query: string }>('SELECT id, name, query FROM saved_search')
      .all()
      .filter((search) => searchNames(search, named))
      .map(({ id }) => id);
    return { listed, searches };
  }

  #run(sql: string, ...values: string[]): void {
    this.#database.prepare(sql).run(...values);
  }
}
