// Plans and accounts on the command line: rename, move, suspend and remove, while two serving threads answer calls.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, endServers, type RunningServer, run, serve, succeed } from '../support/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-life-'));
const data = join(folder, 'data');
let server: RunningServer;
let key = '';

const jsonOf = async (...args: string[]) => JSON.parse(await succeed(...args, '--json', '--data', data));

beforeAll(async () => {
  await jsonOf('plans', 'set', 'pro', '--credits', '100', '--rps', '50');
  await jsonOf('accounts', 'create', 'acme', '--plan', 'pro');
  key = (await jsonOf('keys', 'create', '--account', 'acme')).key;
  server = await serve('--workers', '2', '--data', data);
});
afterAll(async () => {
  endServers();
  rmSync(folder, { recursive: true });
});

/** Calls over separate connections, so that both threads answer some of them. */
async function answers() {
  const headers = { 'x-api-key': key, connection: 'close' };
  const made = Array.from({ length: 12 }, async () => {
    const answer = await fetch(`${server.base}/v2/account/key-info`, { headers });
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
    const body = (await answer.json()) as any;
    return `${answer.status} ${body.error?.message ?? body.plan ?? ''}`;
  });
  return [...new Set(await Promise.all(made))];
}

it('rejects a suspended account on every thread within a second, and accepts it when resumed', async () => {
  expect(await answers()).toEqual([expect.stringMatching(/^200/)]);
  expect(await jsonOf('accounts', 'suspend', 'acme')).toMatchObject({ state: 'suspended' });
  await sleep(1000);
  expect(await answers()).toEqual([expect.stringMatching(/^401 the account of this key is suspended/)]);
  expect(await jsonOf('accounts', 'list')).toMatchObject([{ name: 'acme', state: 'suspended' }]);
  await jsonOf('accounts', 'resume', 'acme');
  await sleep(1000);
  expect(await answers()).toEqual([expect.stringMatching(/^200/)]);
});

it('renames an account and moves it to another plan without a change of its keys', async () => {
  await jsonOf('plans', 'set', 'tiny', '--credits', '1', '--rps', '50');
  expect(await jsonOf('accounts', 'rename', 'acme', 'acme europe')).toMatchObject({ name: 'acme europe' });
  expect(await jsonOf('accounts', 'move', 'acme europe', '--plan', 'tiny')).toMatchObject({
    plan: 'tiny',
    remaining: 1,
  });
  expect(await jsonOf('plans', 'rename', 'tiny', 'small')).toEqual({ renamed: 'tiny', name: 'small' });
  const inUse = await run('plans', 'remove', 'small', '--data', data);
  expect([inUse.code, inUse.stderr]).toEqual([1, expect.stringContaining('acme europe')]);
  await sleep(1000);
  expect((await answers()).every((answer) => answer.startsWith('200'))).toBe(true);
});

it('removes an account, keeps its usage, and records every action in the audit log', async () => {
  const charged = await call(server.base, key, '/v2/utils/current-date', { region: 'UTC' });
  expect(charged.status).toBe(200);
  await jsonOf('members', 'invite', 'ann@acme.example', '--account', 'acme europe');
  const removed = await jsonOf('accounts', 'remove', 'acme europe');
  expect(removed).toMatchObject({ removed: 'acme europe', removed_members: [] });
  await sleep(1000);
  expect(await answers()).toEqual([expect.stringMatching(/^401 .*revoked/)]);
  expect(await jsonOf('accounts', 'list')).toEqual([]);
  expect(await jsonOf('accounts', 'list', '--removed')).toMatchObject([
    { name: removed.kept_as, used: 1, state: 'removed' },
  ]);
  const usage = await jsonOf('usage', '--account', removed.kept_as, '--by', 'account');
  expect(usage).toMatchObject([{ account: removed.kept_as, credits: 1 }]);
  expect(await jsonOf('plans', 'remove', 'small')).toEqual({ removed: 'small' });
  const { openMembers } = await import('../../src/app/account-stores.ts');
  const { readConfig } = await import('../../src/app/config.ts');
  const store = await openMembers(readConfig({ data }, {}).config);
  const noted = (await store.audit.entries(null, 100)).map(({ who, action }) => `${who}: ${action}`).reverse();
  await store.close();
  expect(noted.filter((line) => !line.includes('dashboard.link'))).toEqual(
    [
      ...['plans.set', 'accounts.create', 'keys.create', 'accounts.suspend', 'accounts.resume', 'plans.set'],
      // A renaming is recorded before it begins, too.
      ...[
        'accounts.rename',
        'accounts.rename',
        'accounts.move',
        'plans.rename',
        'invitations.create',
        'accounts.remove',
        'plans.remove',
      ],
    ].map((action) => `command line: ${action}`),
  );
});
