// Lists of records in SQLite.
import type { Database } from 'better-sqlite3';
import type { Clock } from '../../ops/clock.ts';
import { prepareAll, type Statements, sql } from '../../ops/sqlite/sqlite-statements.ts';
import { checkedName } from '../member-input.ts';
import { checkListLength, checkListName, checkNewList, unknownList } from '../member-rules.ts';
import type { ListedRecord, NewRecordList, RecordList, RecordLists } from '../port.ts';
import { type ListRow, listOf, newId } from '../stored-rows.ts';

const COLUMNS = `id, account_name AS accountName, name, kind, made_by AS madeBy, created_at AS createdAt,
  changed_at AS changedAt, forgotten,
  (SELECT count(*) FROM listed_record WHERE list_id = record_list.id) AS records`;

const STATEMENTS = {
  all: sql<[string], ListRow>(`SELECT ${COLUMNS} FROM record_list WHERE account_name = ? ORDER BY name`),
  one: sql<[string, string], ListRow>(`SELECT ${COLUMNS} FROM record_list WHERE account_name = ? AND id = ?`),
  enter: sql<[string, string, string, string, string, number, number]>(
    `INSERT INTO record_list (id, account_name, name, kind, made_by, created_at, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ),
  rename: sql<[string, string]>('UPDATE record_list SET name = ? WHERE id = ?'),
  touch: sql<[number, string]>('UPDATE record_list SET changed_at = ? WHERE id = ?'),
  remove: sql<[string]>('DELETE FROM record_list WHERE id = ?'),
  records: sql<[string], ListedRecord>('SELECT slug, row FROM listed_record WHERE list_id = ? ORDER BY place'),
  lastPlace: sql<[string], { place: number | null }>('SELECT max(place) AS place FROM listed_record WHERE list_id = ?'),
  add: sql<[string, string, number, string]>(
    `INSERT INTO listed_record (list_id, slug, place, row) VALUES (?, ?, ?, ?)
      ON CONFLICT (list_id, slug) DO UPDATE SET row = excluded.row`,
  ),
  drop: sql<[string, string]>('DELETE FROM listed_record WHERE list_id = ? AND slug = ?'),
};

export class ListRepository implements RecordLists {
  readonly #statements: Statements<typeof STATEMENTS>;
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#statements = prepareAll(database, STATEMENTS);
    this.#database = database;
    this.#clock = clock;
  }

  async listsOf(accountName: string): Promise<RecordList[]> {
    return this.#statements.all.all(accountName).map(listOf);
  }

  async create({ accountName, name: entered, kind, madeBy }: NewRecordList): Promise<RecordList> {
    const name = checkedName(entered, 'list');
    const id = newId('lst');
    const now = this.#clock.now();
    return this.#write(() => {
      checkNewList(name, this.#statements.all.all(accountName));
      this.#statements.enter.run(id, accountName, name, kind, madeBy, now, now);
      return this.#known(accountName, id);
    });
  }

  async rename(accountName: string, id: string, entered: string): Promise<RecordList> {
    const name = checkedName(entered, 'list');
    return this.#write(() => {
      this.#known(accountName, id);
      const lists = this.#statements.all.all(accountName);
      checkListName(
        name,
        lists.filter((list) => list.id !== id),
      );
      this.#statements.rename.run(name, id);
      return this.#known(accountName, id);
    });
  }

  async removeList(accountName: string, id: string): Promise<RecordList> {
    return this.#write(() => {
      const removed = this.#known(accountName, id);
      this.#statements.remove.run(id);
      return removed;
    });
  }

  async recordsOf(accountName: string, id: string): Promise<ListedRecord[]> {
    this.#known(accountName, id);
    return this.#statements.records.all(id);
  }

  async add(accountName: string, id: string, records: readonly ListedRecord[]): Promise<RecordList> {
    return this.#write(() => {
      this.#known(accountName, id);
      let place = this.#statements.lastPlace.get(id)?.place ?? 0;
      for (const { slug, row } of records) this.#statements.add.run(id, slug, ++place, row);
      this.#statements.touch.run(this.#clock.now(), id);
      const after = this.#known(accountName, id);
      checkListLength(after.records);
      return after;
    });
  }

  async drop(accountName: string, id: string, slugs: readonly string[]): Promise<RecordList> {
    return this.#write(() => {
      this.#known(accountName, id);
      for (const slug of slugs) this.#statements.drop.run(id, slug);
      this.#statements.touch.run(this.#clock.now(), id);
      return this.#known(accountName, id);
    });
  }

  #known(accountName: string, id: string): RecordList {
    const row = this.#statements.one.get(accountName, id);
    if (row === undefined) throw unknownList();
    return listOf(row);
  }

  #write<T>(work: () => T): T {
    return this.#database.transaction(work).immediate();
  }
}
