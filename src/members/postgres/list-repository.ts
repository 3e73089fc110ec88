// Lists of records in PostgreSQL.
import type { Clock } from '../../ops/clock.ts';
import type { Database, Session } from '../../ops/postgres/database.ts';
import { checkedName } from '../member-input.ts';
import { checkListLength, checkListName, checkNewList, unknownList } from '../member-rules.ts';
import type { ListedRecord, NewRecordList, RecordList, RecordLists } from '../port.ts';
import { listOf, newId } from '../stored-rows.ts';
import { changeMembers } from './change-members.ts';
import {
  ADD_RECORDS,
  DELETE_LIST,
  DELETE_RECORDS,
  DROP_RECORDS,
  ENTER_LIST,
  LISTS_OF,
  ONE_LIST,
  RECORDS_OF_LIST,
  RENAME_LIST,
  TOUCH_LIST,
} from './list-statements.ts';

export class ListRepository implements RecordLists {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async listsOf(accountName: string): Promise<RecordList[]> {
    return (await this.#database.read(LISTS_OF, accountName)).map(listOf);
  }

  create({ accountName, name: entered, kind, madeBy }: NewRecordList): Promise<RecordList> {
    return changeMembers(this.#database, async (session) => {
      const name = checkedName(entered, 'list');
      checkNewList(name, await session.run(LISTS_OF, accountName));
      const id = newId('lst');
      await session.run(ENTER_LIST, id, accountName, name, kind, madeBy, this.#clock.now());
      return known(session, accountName, id);
    });
  }

  rename(accountName: string, id: string, entered: string): Promise<RecordList> {
    return changeMembers(this.#database, async (session) => {
      const name = checkedName(entered, 'list');
      await known(session, accountName, id);
      const lists = await session.run(LISTS_OF, accountName);
      checkListName(
        name,
        lists.filter((list) => list.id !== id),
      );
      await session.run(RENAME_LIST, id, name);
      return known(session, accountName, id);
    });
  }

  removeList(accountName: string, id: string): Promise<RecordList> {
    return changeMembers(this.#database, async (session) => {
      const removed = await known(session, accountName, id);
      await session.run(DELETE_RECORDS, id);
      await session.run(DELETE_LIST, id);
      return removed;
    });
  }

  async recordsOf(accountName: string, id: string): Promise<ListedRecord[]> {
    if ((await this.#database.read(ONE_LIST, accountName, id)).length === 0) throw unknownList();
    return [...(await this.#database.read(RECORDS_OF_LIST, id))];
  }

  add(accountName: string, id: string, records: readonly ListedRecord[]): Promise<RecordList> {
    // If a record is given twice, its last values count, because one statement cannot write a row twice.
    const rows = [...new Map(records.map(({ slug, row }) => [slug, row]))];
    return changeMembers(this.#database, async (session) => {
      await known(session, accountName, id);
      await session.run(
        ADD_RECORDS,
        id,
        rows.map(([slug]) => slug),
        rows.map(([, row]) => row),
      );
      await session.run(TOUCH_LIST, id, this.#clock.now());
      const after = await known(session, accountName, id);
      checkListLength(after.records);
      return after;
    });
  }

  drop(accountName: string, id: string, slugs: readonly string[]): Promise<RecordList> {
    return changeMembers(this.#database, async (session) => {
      await known(session, accountName, id);
      await session.run(DROP_RECORDS, id, slugs);
      await session.run(TOUCH_LIST, id, this.#clock.now());
      return known(session, accountName, id);
    });
  }
}

async function known(session: Session, accountName: string, id: string): Promise<RecordList> {
  const [row] = await session.run(ONE_LIST, accountName, id);
  if (row === undefined) throw unknownList();
  return listOf(row);
}
