// The tables of members.db in their PostgreSQL form, for moving a data folder into PostgreSQL.
import type { MovedTable } from '../../ops/postgres/move-rows.ts';

const PLACE = 'row_number() OVER (ORDER BY rowid) AS place';

export const MEMBER_TABLES: readonly MovedTable[] = [
  {
    table: 'member',
    columns: {
      ...{ id: 'text', place: 'bigint', email: 'text', name: 'text', role: 'text', account_name: 'text' },
      ...{ password_hash: 'text', subject: 'text', created_at: 'bigint', last_seen_at: 'bigint' },
      ...{ totp_secret: 'text', totp_on_since: 'bigint', totp_step: 'bigint' },
    },
    rows: `SELECT id, ${PLACE}, email, name, role, account_name, password_hash, subject, created_at, last_seen_at,
      totp_secret, totp_on_since, totp_step FROM member`,
  },
  {
    table: 'recovery_code',
    columns: { member_id: 'text', code_hash: 'text' },
    rows: 'SELECT member_id, code_hash FROM recovery_code',
  },
  {
    table: 'session',
    columns: { token_hash: 'text', member_id: 'text', began_at: 'bigint', seen_at: 'bigint', awaits_code: 'smallint' },
    rows: 'SELECT token_hash, member_id, began_at, seen_at, awaits_code FROM session',
  },
  {
    table: 'invitation',
    columns: {
      ...{ id: 'text', place: 'bigint', token_hash: 'text', email: 'text', role: 'text', account_name: 'text' },
      ...{ created_at: 'bigint', expires_at: 'bigint', invited_by: 'text' },
    },
    rows: `SELECT id, ${PLACE}, token_hash, email, role, account_name, created_at, expires_at, invited_by FROM invitation`,
  },
  {
    table: 'sign_in_attempt',
    columns: { id: 'bigint', subject: 'text', at: 'bigint' },
    rows: 'SELECT id, subject, at FROM sign_in_attempt',
  },
  {
    table: 'saved_search',
    columns: {
      ...{ id: 'text', account_name: 'text', name: 'text', kind: 'text', query: 'text', saved_by: 'text' },
      created_at: 'bigint',
    },
    rows: 'SELECT id, account_name, name, kind, query, saved_by, created_at FROM saved_search',
  },
  {
    table: 'record_list',
    columns: {
      ...{ id: 'text', account_name: 'text', name: 'text', kind: 'text', made_by: 'text', created_at: 'bigint' },
      ...{ changed_at: 'bigint', forgotten: 'bigint' },
    },
    rows: 'SELECT id, account_name, name, kind, made_by, created_at, changed_at, forgotten FROM record_list',
  },
  {
    table: 'listed_record',
    columns: { list_id: 'text', slug: 'text', place: 'bigint', row: 'text' },
    rows: 'SELECT list_id, slug, place, row FROM listed_record',
  },
  {
    table: 'audit',
    columns: {
      ...{ id: 'bigint', at: 'bigint', who: 'text', action: 'text', subject: 'text', address: 'text', result: 'text' },
    },
    rows: 'SELECT id, at, who, action, subject, address, result FROM audit',
  },
];
