// SQL statements for lists of records in PostgreSQL.
import { statement } from '../../ops/postgres/statement.ts';
import type { ListedRecord } from '../port.ts';
import type { ListRow } from '../stored-rows.ts';

const COLUMNS = `id, account_name AS "accountName", name, kind, made_by AS "madeBy", created_at AS "createdAt",
  changed_at AS "changedAt", forgotten,
  (SELECT count(*) FROM listed_record WHERE list_id = record_list.id) AS records`;

export const LISTS_OF = statement<[accountName: string], ListRow>(
  'lists of an account',
  `SELECT ${COLUMNS} FROM record_list WHERE account_name = $1::text ORDER BY name`,
);

export const ONE_LIST = statement<[accountName: string, id: string], ListRow>(
  'one list of an account',
  `SELECT ${COLUMNS} FROM record_list WHERE account_name = $1::text AND id = $2::text`,
);

export const ENTER_LIST = statement<
  [id: string, accountName: string, name: string, kind: string, madeBy: string, now: number]
>(
  'make a list',
  `INSERT INTO record_list (id, account_name, name, kind, made_by, created_at, changed_at)
  VALUES ($1::text, $2::text, $3::text, $4::text, $5::text, $6::bigint, $6::bigint)`,
);

export const RENAME_LIST = statement<[id: string, name: string]>(
  'rename a list',
  'UPDATE record_list SET name = $2::text WHERE id = $1::text',
);

export const TOUCH_LIST = statement<[id: string, now: number]>(
  'note a change of a list',
  'UPDATE record_list SET changed_at = $2::bigint WHERE id = $1::text',
);

export const DELETE_LIST = statement<[id: string]>('delete a list', 'DELETE FROM record_list WHERE id = $1::text');

export const DELETE_RECORDS = statement<[listId: string]>(
  'delete the records of a list',
  'DELETE FROM listed_record WHERE list_id = $1::text',
);

export const RECORDS_OF_LIST = statement<[listId: string], ListedRecord>(
  'records of a list',
  'SELECT slug, row FROM listed_record WHERE list_id = $1::text ORDER BY place',
);

/** The slugs differ. */
export const ADD_RECORDS = statement<[listId: string, slugs: readonly string[], rows: readonly string[]]>(
  'add records to a list',
  `INSERT INTO listed_record (list_id, slug, place, row)
  SELECT $1::text, given.slug, last.place + given.at, given.row
  FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS given (slug, row, at),
    (SELECT coalesce(max(place), 0) AS place FROM listed_record WHERE list_id = $1::text) AS last
  ON CONFLICT (list_id, slug) DO UPDATE SET row = excluded.row`,
);

export const DROP_RECORDS = statement<[listId: string, slugs: readonly string[]]>(
  'remove records from a list',
  'DELETE FROM listed_record WHERE list_id = $1::text AND slug = ANY ($2::text[])',
);

export const LISTS_FOLLOW = statement<[name: string, newName: string]>(
  'lists follow an account',
  'UPDATE record_list SET account_name = $2::text WHERE account_name = $1::text',
);

export const DELETE_LISTED_OF = statement<[accountName: string]>(
  'delete the listed records of an account',
  'DELETE FROM listed_record WHERE list_id IN (SELECT id FROM record_list WHERE account_name = $1::text)',
);

export const DELETE_LISTS_OF = statement<[accountName: string]>(
  'delete the lists of an account',
  'DELETE FROM record_list WHERE account_name = $1::text',
);
