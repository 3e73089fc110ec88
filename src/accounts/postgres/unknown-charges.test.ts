import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Database } from '../../ops/postgres/database.ts';
import { UnknownCharges } from './unknown-charges.ts';

test('a charge survives a restart, even after an incomplete line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-undecided-'));
  const file = join(folder, 'undecided-charges.jsonl');
  writeFileSync(file, '{"requestId":"0197');
  // Nothing listens at this port.
  const database = new Database({
    url: 'postgres://127.0.0.1:1/none',
    role: 'test',
    connections: 1,
    statementMs: 1000,
  });
  const schedule = { every: () => () => undefined, soon: () => undefined, elapsedMs: () => 0 };
  const options = { database, schedule, file, onFailure: () => undefined };
  const requestId = '01970000-0000-7000-8000-000000000001';
  const charge = { requestId, bucket: 1, kindId: 1, credits: 1, at: 1, token: null };
  const charges = new UnknownCharges(options);
  expect(await charges.decide([charge])).toBeNull();
  await charges.close();
  const restarted = new UnknownCharges(options);
  expect(restarted.undecided).toBe(1);
  await restarted.close();
  expect(readdirSync(folder)).toHaveLength(1);
  await database.close();
  rmSync(folder, { recursive: true });
});
