import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openDatabase } from './open-accounts.ts';
import { packedId } from './schema.ts';

const PATH = '/v2/search/people';

describe('the id of a request', () => {
  function stored(ids: readonly string[]) {
    const database = openDatabase(':memory:');
    database.exec(`
      INSERT INTO plan VALUES ('pro', NULL, 1, NULL); INSERT INTO account VALUES ('acc_1', 'Acme', 'pro', 0, NULL, NULL);
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
