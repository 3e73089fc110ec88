import pg from 'pg';
import { expect, test } from 'vitest';
import { failureOf, isOutOfSpace } from './failures.ts';

const full = (where?: string) =>
  failureOf(Object.assign(new pg.DatabaseError('could not extend file', 1, 'error'), { code: '53100', where }));

test('a full disk of the server is recognized, and one of a worker of a cluster is not', () => {
  expect(isOutOfSpace(full())).toBe(true);
  expect(isOutOfSpace(full('PL/pgSQL function no_space() line 1 at RAISE'))).toBe(true);
  expect(isOutOfSpace(full('while executing command on 127.0.0.1:5711'))).toBe(false);
  expect(isOutOfSpace(full('COPY charge\nwhile executing command on db-2:5432'))).toBe(false);
  expect(isOutOfSpace(new Error('could not extend file'))).toBe(false);
});
