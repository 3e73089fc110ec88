import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AccountsError } from '../../accounts/port.ts';
import { openAccounts, openMembers } from '../../app/account-stores.ts';
import { readConfig } from '../../app/config.ts';
import { MembersError } from '../../members/port.ts';
import type { MembersThread } from './members-worker.ts';
import { ThreadPorts } from './thread-ports.ts';

const ENTRY = new URL('./members-worker.ts', import.meta.url);
let folder: string;
let thread: ThreadPorts<MembersThread>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-threads-'));
  const config = readConfig({ data: folder }, {}).config;
  const { accounts } = await openAccounts(config);
  await accounts.close();
  thread = new ThreadPorts(ENTRY, config);
});
afterEach(async () => {
  await thread.close();
  rmSync(folder, { recursive: true });
});

test('a port in another thread answers and rejects like a local one', async () => {
  const admin = thread.port('admin');
  await admin.setPlan({ name: 'pro', creditsPerMonth: null, requestsPerSecond: 5 });
  expect(await admin.plans()).toEqual([{ name: 'pro', creditsPerMonth: null, requestsPerSecond: 5 }]);
  const rejection = await admin.createAccount('Acme', 'basic').catch((error: unknown) => error);
  expect(rejection).toBeInstanceOf(AccountsError);
  expect((rejection as AccountsError).message).toContain("no plan named 'basic'");
  expect((rejection as AccountsError).isUnknown).toBe(true);
  const unknown = await thread
    .port('members')
    .remove('mem_1')
    .catch((error: unknown) => error);
  expect(unknown).toBeInstanceOf(MembersError);
  expect((unknown as MembersError).fault).toBe('unknown');
});

test('calls made before the end are answered, and durable', async () => {
  const entry = { who: 'ann', action: 'keys.create', subject: '', address: '', result: 'ok' };
  const requests = [1, 2, 3].map(() => thread.port('audit').append(entry));
  await thread.close();
  await Promise.all(requests);
  const store = await openMembers(readConfig({ data: folder }, {}).config);
  expect(await store.audit.entries(null, 10)).toHaveLength(3);
  await store.close();
});

test('a removed database of accounts is an error, not an empty database', async () => {
  rmSync(join(folder, 'accounts.db'));
  await expect(thread.port('admin').plans()).rejects.toThrow('accounts.db cannot be opened');
  expect(existsSync(join(folder, 'accounts.db'))).toBe(false);
});

test('a thread that fails to start rejects its callers, and the next call starts another', async () => {
  const broken = new ThreadPorts<MembersThread>(ENTRY, readConfig({ data: join(folder, 'x\0y') }, {}).config);
  for (let time = 0; time < 2; time += 1) await expect(broken.port('members').members()).rejects.toThrow();
  await broken.close();
});
