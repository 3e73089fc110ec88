// DuckDB in an expert configuration: one table of numbers sorted by document, so that its zone maps prune ranges and
// cursors; titles by number, with a small table of the words of each title.
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { optionalPackage } from '../optional-package.ts';
import { PAGE_DOCS, type Peer, type PeerPeople, type PeerQuery, type TokenGroup, timedAll } from '../peer.ts';

interface Appender {
  appendInteger(value: number): void;
  appendVarchar(value: string): void;
  endRow(): void;
  closeSync(): void;
}
interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRows(): (number | bigint | string)[][] }>;
  createAppender(table: string): Promise<Appender>;
  closeSync(): void;
}
interface DuckdbPackage {
  readonly version: () => string;
  readonly DuckDBInstance: { create(file: string): Promise<{ connect(): Promise<Connection>; closeSync(): void }> };
}

const COLUMNS = [
  ...['doc', 'industry', 'hq_country', 'country', 'job_level', 'job_function', 'title'],
  ...['employed', 'employees', 'connections'],
] as const;
const COLUMN_OF_LETTER: Readonly<Record<string, string>> = {
  i: 'industry',
  h: 'hq_country',
  c: 'country',
  l: 'job_level',
  f: 'job_function',
};

export async function duckdbPeer(folder: string): Promise<Peer> {
  const { DuckDBInstance, version } = await optionalPackage<DuckdbPackage>('@duckdb/node-api');
  const file = join(folder, 'duck.db');
  rmSync(file, { force: true });
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  const numbers = async (sql: string) =>
    (await connection.runAndReadAll(sql)).getRows().map(([first]) => Number(first));
  return {
    name: 'DuckDB',
    version: version(),
    build: async (people) => {
      await build(connection, people);
      return statSync(file).size;
    },
    pages: (queries) =>
      timedAll(queries, (query) =>
        numbers(`SELECT doc FROM person${whereOf(query, query.after)} ORDER BY doc LIMIT ${PAGE_DOCS}`),
      ),
    counts: (queries) =>
      timedAll(queries, async (query) => (await numbers(`SELECT count(*) FROM person${whereOf(query, -1)}`))[0] ?? 0),
    close: async () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

async function build(connection: Connection, people: PeerPeople): Promise<void> {
  const columns = COLUMNS.map((column) => `${column} INTEGER`).join(', ');
  await connection.run(`CREATE TABLE person (${columns})`);
  await connection.run('CREATE TABLE title_word (word VARCHAR, title INTEGER)');
  const persons = await connection.createAppender('person');
  for (const row of people.rows()) {
    for (const column of COLUMNS) persons.appendInteger(row[column]);
    persons.endRow();
  }
  persons.closeSync();
  const words = await connection.createAppender('title_word');
  for (let title = 1; title <= people.titleCount; title++) {
    for (const word of people.titleTokens(title)) {
      words.appendVarchar(word);
      words.appendInteger(title);
      words.endRow();
    }
  }
  words.closeSync();
  await connection.run('CHECKPOINT');
}

function whereOf({ groups, excluded, employees, minConnections }: PeerQuery, after: number): string {
  const conditions = [
    ...groups.map(groupSql),
    ...excluded.map((group) => `NOT coalesce(${groupSql(group)}, false)`),
    ...(after >= 0 ? [`doc > ${after}`] : []),
    ...(employees ? [`employees >= ${Math.max(0, employees.min ?? 0)}`] : []),
    ...(employees && employees.max !== null ? [`employees <= ${employees.max}`] : []),
    ...(minConnections === null ? [] : [`connections >= ${minConnections}`]),
  ];
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

function groupSql(group: TokenGroup): string {
  const letter = group[0]?.[0]?.[0]?.[0] ?? '';
  if (group[0]?.[0]?.[0] === 'employed') return 'employed = 1';
  if (letter !== 't')
    return `${COLUMN_OF_LETTER[letter]} IN (${group.map(([tokens]) => tokens?.[0]?.slice(1)).join(',')})`;
  const titles = group.map((words) =>
    words
      .map((tokens) => `SELECT title FROM title_word WHERE word IN (${tokens.map((token) => `'${token}'`).join(',')})`)
      .join(' INTERSECT '),
  );
  return `title IN (${titles.map((sql) => `(${sql})`).join(' UNION ')})`;
}
