// SQLite FTS5 in an expert configuration: contentless, no columns, no positions, one merged segment; numbers in a
// table by document. Documents are in the order of employers, so an employee range is a range of row ids.
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { PAGE_DOCS, type Peer, type PeerPeople, type PeerQuery, type TokenGroup, timedAll } from '../peer.ts';

export function fts5Peer(folder: string): Peer {
  const file = join(folder, 'fts5.db');
  rmSync(file, { force: true });
  const database = new Database(file);
  database.pragma('journal_mode = off');
  database.pragma('synchronous = off');
  database.pragma('cache_size = -1000000');
  database.pragma('mmap_size = 4000000000');
  database.exec(`CREATE VIRTUAL TABLE fts USING fts5(x, content='', detail=none, columnsize=0);
    CREATE TABLE person (doc INTEGER PRIMARY KEY, employees INTEGER, connections INTEGER);`);
  const statements = new Map<string, Database.Statement<(string | number)[], number>>();
  const execute = (query: PeerQuery, shape: 'page' | 'count') => {
    const { sql, values } = sqlOf(query, shape, database);
    const known = statements.get(sql) ?? database.prepare<(string | number)[], number>(sql).pluck();
    statements.set(sql, known);
    return known.all(...values);
  };
  return {
    name: 'SQLite FTS5',
    version: String(database.prepare('SELECT sqlite_version()').pluck().get()),
    build: async (people) => build(database, people, file),
    pages: (queries) => timedAll(queries, (query) => execute(query, 'page').map((rowid) => rowid - 1)),
    counts: (queries) => timedAll(queries, (query) => execute(query, 'count')[0] ?? 0),
    close: async () => {
      database.close();
    },
  };
}

function build(database: Database.Database, people: PeerPeople, file: string): number {
  const addWords = database.prepare('INSERT INTO fts (rowid, x) VALUES (?, ?)');
  const addPerson = database.prepare('INSERT INTO person VALUES (?, ?, ?)');
  database.transaction(() => {
    for (const row of people.rows()) {
      addWords.run(row.doc + 1, `everyone ${people.tokens(row).join(' ')}`);
      addPerson.run(row.doc + 1, row.employees, row.connections);
    }
  })();
  database.exec(
    `INSERT INTO fts (fts) VALUES ('optimize'); CREATE INDEX person_by_employees ON person (employees, doc); ANALYZE person;`,
  );
  return statSync(file).size;
}

function sqlOf(
  { groups, excluded, employees, minConnections, after }: PeerQuery,
  shape: 'page' | 'count',
  database: Database.Database,
): { sql: string; values: (string | number)[] } {
  const wanted = groups.length === 0 ? 'everyone' : groups.map(groupText).join(' AND ');
  const match = excluded.length === 0 ? wanted : `(${wanted}) NOT ${excluded.map(groupText).join(' NOT ')}`;
  const values: (string | number)[] = [match];
  let where = 'fts MATCH ?';
  let from = shape === 'page' ? after + 2 : 1;
  if (employees) {
    const range = rowsOf(database, employees);
    from = Math.max(from, range.first);
    where += ' AND fts.rowid <= ?';
    values.push(range.last);
  }
  where += ' AND fts.rowid >= ?';
  values.push(from);
  let join = '';
  if (minConnections !== null) {
    join = ' CROSS JOIN person ON person.doc = fts.rowid';
    where += ' AND person.connections >= ?';
    values.push(minConnections);
  }
  const sql =
    shape === 'page'
      ? `SELECT fts.rowid FROM fts${join} WHERE ${where} ORDER BY fts.rowid LIMIT ${PAGE_DOCS}`
      : `SELECT count(*) FROM fts${join} WHERE ${where}`;
  return { sql, values };
}

const ranges = new WeakMap<
  Database.Database,
  Database.Statement<number[], { first: number | null; last: number | null }>
>();

function rowsOf(
  database: Database.Database,
  { min, max }: NonNullable<PeerQuery['employees']>,
): { first: number; last: number } {
  const statement =
    ranges.get(database) ??
    database.prepare<number[], { first: number | null; last: number | null }>(
      `SELECT (SELECT doc FROM person WHERE employees <= ? ORDER BY employees DESC, doc LIMIT 1) AS first,
         (SELECT doc FROM person WHERE employees >= ? ORDER BY employees, doc DESC LIMIT 1) AS last`,
    );
  ranges.set(database, statement);
  const found = statement.get(max ?? 2 ** 40, Math.max(0, min ?? 0));
  return { first: found?.first ?? 2 ** 40, last: found?.last ?? 0 };
}

function groupText(group: TokenGroup): string {
  const any = (texts: string[]) => (texts.length === 1 ? texts[0]! : `(${texts.join(' OR ')})`);
  return any(
    group.map((words) => {
      const all = words.map((tokens) => any([...tokens]));
      return all.length === 1 ? all[0]! : `(${all.join(' AND ')})`;
    }),
  );
}
