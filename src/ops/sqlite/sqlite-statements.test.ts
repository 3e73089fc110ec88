import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { prepareAll, sql } from './sqlite-statements.ts';

const STATEMENTS = {
  add: sql<{ name: string; size: number }>('INSERT INTO thing VALUES (@name, @size)'),
  find: sql<[name: string], { size: number }>('SELECT size FROM thing WHERE name = ?'),
};

test('prepares each statement of a table under its name', () => {
  const database = new Database(':memory:');
  database.exec('CREATE TABLE thing (name TEXT, size INTEGER)');
  const { add, find } = prepareAll(database, STATEMENTS);
  add.run({ name: 'a', size: 3 });
  expect(find.get('a')).toEqual({ size: 3 });
  expect(find.get('b')).toBeUndefined();
  // @ts-expect-error: a name is bound, not a number
  expect(find.get(1)).toBeUndefined();
  database.close();
});

test('rejects a statement that does not match the schema', () => {
  expect(() => prepareAll(new Database(':memory:'), STATEMENTS)).toThrow('no such table');
});
