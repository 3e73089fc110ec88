import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventLoop } from '../../ops/scheduling/schedule.ts';
import { hashKey } from '../key-format.ts';
import { openAccounts } from './open-accounts.ts';

test('rejects a key within a second of its revocation elsewhere, also while the clock is set back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-accounts-'));
  const file = join(folder, 'accounts.db');
  const time = { now: Date.UTC(2030, 0, 1), elapsed: 0 };
  const clock = { now: () => time.now };
  const here = openAccounts({ file, clock, schedule: { ...eventLoop, elapsedMs: () => time.elapsed } });
  await here.admin.setPlan({ name: 'pro', creditsPerMonth: 10, requestsPerSecond: 5 });
  await here.admin.createAccount('Acme', 'pro');
  const { id, key } = await here.admin.createKey({ accountName: 'Acme', name: '', allowedPaths: [], expiresAt: null });
  expect(await here.accounts.authenticate(hashKey(key))).toMatchObject({ keyId: id });
  const other = openAccounts({ file, clock });
  await other.admin.revokeKey(id);
  for (let call = 0; call < 10; call += 1) {
    time.elapsed += 100;
    time.now -= 1;
    await here.accounts.authenticate(hashKey(key));
  }
  expect(await here.accounts.authenticate(hashKey(key))).toBeNull();
  await other.accounts.close();
  await here.accounts.close();
  rmSync(folder, { recursive: true });
});
