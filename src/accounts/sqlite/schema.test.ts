import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newRequestId } from '../../http/new-request-id.ts';
import { openSqlite } from '../../ops/sqlite-file.ts';
import { IdempotentRequests } from './idempotent-requests.ts';
import { openDatabase } from './open-accounts.ts';
import { packAnswer, unpackAnswer } from './packed-answer.ts';
import { ACCOUNTS_SCHEMA, packedId } from './schema.ts';

const MODULE = new URL('./open-accounts.ts', import.meta.url).href;
const AT = Date.UTC(2026, 10, 30, 23, 59, 59, 999);
const PATH = '/v2/search/people';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-schema-'));
  file = join(folder, 'accounts.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A store of the first schema with two accounts, this many charges of each, a grant, and usage as it was written. */
function writeFirstForm(charges: number): void {
  const steps = ACCOUNTS_SCHEMA.slice(0, 1);
  const database = openSqlite({ file, busyTimeoutMs: 0, synchronous: 'NORMAL', steps });
  database.exec(`
    INSERT INTO plan VALUES ('pro', NULL, 1);
    INSERT INTO account VALUES ('acc_1', 'Acme', 'pro', 0), ('acc_2', 'Globex', 'pro', 0);
    INSERT INTO api_key (id, account_id, hash, name, masked, allowed_paths, created_at)
      VALUES ('key_1', 'acc_1', '1', '', '', '[]', 0), ('key_2', 'acc_2', '2', '', '', '[]', 0);
    INSERT INTO ledger (kind, account_id, month, credits, at) VALUES ('grant', 'acc_1', '2026-11', 70, ${AT});`);
  const charge = database.prepare(`
    INSERT INTO ledger (kind, account_id, month, credits, at, key_id, request_id, path, status)
    VALUES ('charge', ?, ?, 1, ?, ?, ?, '${PATH}', 200)`);
  database.transaction(() => {
    for (let index = 0; index < charges; index += 1) {
      charge.run('acc_1', '2026-11', AT, 'key_1', newRequestId(AT));
      charge.run('acc_2', '2026-12', AT + 1, 'key_2', `call-${index}`);
    }
    database.exec(`
      INSERT INTO balance SELECT account_id, month, sum(credits) FILTER (WHERE kind = 'charge'),
        coalesce(sum(credits) FILTER (WHERE kind = 'grant'), 0) FROM ledger GROUP BY 1, 2;
      INSERT INTO usage SELECT 0, account_id, key_id, path, status, count(*), count(*)
        FROM ledger WHERE key_id IS NOT NULL GROUP BY 2;
      INSERT INTO usage VALUES (0, 'acc_1', 'key_1', '${PATH}', 404, 3, 0);`);
  })();
  database.close();
}

/** All credits and calls that the store reports. */
function told(database: Database.Database): unknown {
  return {
    ledger: database
      .prepare(
        `SELECT kind, account_id, month, credits, at, key_id, request_id, path, status FROM ledger
         ORDER BY account_id, request_id`,
      )
      .all(),
    usage: database.prepare('SELECT * FROM usage ORDER BY account_id, status').all(),
    balance: database.prepare('SELECT * FROM balance ORDER BY account_id').all(),
  };
}

function toldAsItIs(): unknown {
  const database = new Database(file, { readonly: true });
  const all = told(database);
  database.close();
  return all;
}

describe('a store whose charges were rows in full', () => {
  test('reports every credit and call as before', () => {
    writeFirstForm(20);
    const before = toldAsItIs();
    const database = openDatabase(file);
    expect(told(database)).toEqual(before);
    expect(database.prepare('SELECT count(*) FROM charge').pluck().get()).toBe(40);
    expect(database.prepare('SELECT count(*) FROM call_kind').pluck().get()).toBe(3);
    expect(database.pragma('foreign_key_check')).toEqual([]);
    database.close();
  });

  test('is unchanged if the migrating process is killed, and is migrated by the next one', async () => {
    writeFirstForm(8000);
    const before = toldAsItIs();
    const code = `
      const { openDatabase } = await import(${JSON.stringify(MODULE)});
      console.log('begins');
      openDatabase(process.argv[1]);
      console.log('done');
      setTimeout(() => {}, 60_000);`;
    const opening = spawn(process.execPath, ['--input-type=module', '--eval', code, file]);
    const [said] = await once(opening.stdout, 'data');
    await sleep(20);
    opening.kill('SIGKILL');
    await once(opening, 'exit');
    expect(String(said)).not.toContain('done');
    expect(toldAsItIs()).toEqual(before);
    openDatabase(file).close();
    expect(toldAsItIs()).toEqual(before);
  });
});

describe('a store of uncompressed answers', () => {
  test('returns them as before, and knows their size', () => {
    const steps = ACCOUNTS_SCHEMA.slice(0, 2);
    const before = openSqlite({ file, busyTimeoutMs: 0, synchronous: 'NORMAL', steps });
    const body = JSON.stringify({ results: Array(100).fill('Jane Doe') });
    const insert = before.prepare(
      `INSERT INTO idempotent_request VALUES ('acc_1', 'key_1', 'POST', '${PATH}', ?, ?, 'hash', ${AT}, 0, ?, ?)`,
    );
    insert.run('stored', 'token-1', 200, body);
    insert.run('in flight', 'token-2', null, null);
    before.close();
    const database = openDatabase(file);
    const requests = new IdempotentRequests(database);
    const identity = { accountId: 'acc_1', keyId: 'key_1', method: 'POST', path: PATH, bodyHash: 'hash' };
    const found = requests.begin({ ...identity, idempotencyKey: 'stored' }, {}, AT + 1);
    expect(found.state === 'stored' && unpackAnswer(found.answer.answer)).toBe(body);
    expect(requests.begin({ ...identity, idempotencyKey: 'in flight' }, {}, AT + 1).state).toBe('begun');
    const volume = database.prepare('SELECT account_id, bytes FROM answer_volume').raw().all();
    expect(volume).toEqual([['acc_1', packAnswer(body).length]]);
    database.close();
    expect(readFileSync(file).includes('Jane Doe","Jane Doe')).toBe(false);
  });
});

describe('the id of a request', () => {
  function stored(ids: readonly string[]) {
    const database = openDatabase(':memory:');
    database.exec(`
      INSERT INTO plan VALUES ('pro', NULL, 1, NULL);
      INSERT INTO account VALUES ('acc_1', 'Acme', 'pro', 0, NULL, NULL);
      INSERT INTO api_key (id, account_id, hash, name, masked, allowed_paths, created_at)
        VALUES ('key_1', 'acc_1', '1', '', '', '[]', 0);
      INSERT INTO call_kind VALUES (1, 'key_1', '${PATH}', 200);`);
    const add = database.prepare(`INSERT INTO charge SELECT ${packedId('id')}, 0, 1, 1 FROM (SELECT ? AS id)`);
    for (const id of ids) add.run(id);
    const shown = database.prepare('SELECT request_id FROM ledger').pluck().all();
    const bytes = database.prepare('SELECT length(request_id) FROM charge').pluck().all();
    database.close();
    return { shown: new Set(shown), bytes };
  }

  test('takes 16 bytes and is shown unchanged', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid(), { maxLength: 20 }), (ids) => {
        expect(stored(ids)).toEqual({ shown: new Set(ids), bytes: ids.map(() => 16) });
      }),
      { numRuns: 20 },
    );
  });

  test('is kept as text if it is no UUID', () => {
    const ids = ['call-1', 'ab', '-'.repeat(36), 'not a UUID, but as long as one is...', ''];
    expect(stored(ids).shown).toEqual(new Set(ids));
  });
});
