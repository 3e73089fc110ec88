// Access to data in the dashboard: each route is tried signed out, as a member on the data of another account, and as
// a member who was an operator.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROUTE_NAMES, ROUTES, type RouteName } from '../../src/dashboard/routes/routes.ts';
import { type Browser, startTestConsole, type TestConsole } from '../support/console.ts';
import type { Reply } from '../support/service.ts';

let site: TestConsole;
let bob: Browser;
/** Data of the account Bolt, of which Bob is no member. */
let foreignKey: string;
beforeAll(async () => {
  site = await startTestConsole({ records: {} });
  bob = await site.member('Bob', 'Acme');
  await site.member('Eve', 'Bolt');
  const draft = { account: 'Bolt', name: 'secret-name-of-bolt', allowed_paths: [], expires_at: null };
  foreignKey = (await site.operator.do('keys.create', { body: draft })).body.id;
  await bob.do('keys.create', { body: { name: 'own', allowed_paths: [], expires_at: null } });
  const call = '/console/api/call/v2/utils/current-date?account=Bolt';
  await site.operator.request('POST', call, { body: { region: 'UTC' } });
});
afterAll(() => site.close());

const ofWho = (...who: string[]) => ROUTE_NAMES.filter((name) => who.includes(ROUTES[name].who));
const OF_ACCOUNTS = ['billing', 'read_only', 'member'];

/** Required members of queries, except the account. */
const EXTRA_QUERY: Partial<Record<RouteName, Readonly<Record<string, string>>>> = {
  'uploads.part': { offset: '0' },
  'drafts.create': { file: 'x.csv' },
};

const LISTED = {
  ...{ network_url: '/in/ann', name: 'Ann', job_title: null, job_level: null, job_function: null, company_name: null },
  ...{ company_network_url: null, domain: null, industry: null, employee_count: null, city: null, country_code: null },
};

/** A valid request of a route for data of Bolt. */
function foreign(name: RouteName): Parameters<Browser['call']>[1] {
  const bodies: Partial<Record<RouteName, object>> = {
    'session.change-password': { current_password: 'x', new_password: 'y' },
    'totp.set-up': { current_password: 'x' },
    'totp.switch-on': { code: '000000' },
    'totp.switch-off': { current_password: 'x', code: '000000' },
    'totp.new-recovery-codes': { code: '000000' },
    'keys.create': { account: 'Bolt', name: '', allowed_paths: [], expires_at: null },
    'keys.rotate': { grace_hours: 0 },
    'invitations.create': { email: 'eve@acme.example', role: 'operator', account: null },
    'members.change': { role: 'operator', account: null },
    'uploads.create': { file: 'x.csv', bytes: 1 },
    'uploads.preview': { kind: 'people' },
    'imports.start': { upload: 'upl_1', kind: 'people' },
    'imports.undo': { run: 1 },
    'records.split': { kind: 'company', named: 'acme', rows: [1] },
    'records.merge': { kind: 'company', named: 'acme', other: 'bolt' },
    'records.gone': { account: 'Bolt', people: [], companies: [] },
    'searches.save': { account: 'Bolt', name: 'mine', kind: 'people', query: '' },
    'lists.create': { account: 'Bolt', name: 'mine', kind: 'people' },
    'lists.add': { rows: [LISTED] },
    'lists.drop': { records: [LISTED.network_url] },
    'lists.rename': { name: 'mine' },
    'watches.create': { account: 'Bolt', origin: 'lst_0123456789abcdef01' },
    'webhooks.create': { account: 'Bolt', url: 'https://hooks.bolt.example/', event_types: ['batch.completed'] },
    'webhooks.change': { enabled: false },
    'webhooks.replay': { delivery: 'dlv_0123456789abcdef01' },
    'records.forget': { named: 'ann' },
    'drafts.preview': { operation: 'email', map: {} },
    'drafts.run': { operation: 'email', map: {}, fields: ['email'], max_credits: 1 },
    'batches.resume': { max_credits: null },
    'reviews.decide': { id: 1, decision: 'accept' },
    'suppressions.add': { kind: 'email', value: 'ann@acme.example' },
    'suppressions.check': { kind: 'email', value: 'ann@acme.example' },
    'suppressions.remove': { kind: 'email', value: 'ann@acme.example' },
    'plans.set': { name: 'tests', credits_per_month: null, requests_per_second: 10_000 },
    'accounts.create': { name: 'Mine', plan: 'tests' },
    'accounts.grant': { account: 'Acme', credits: 1_000_000 },
    'accounts.rename': { account: 'Acme', new_name: 'Mine' },
    'accounts.move': { account: 'Acme', plan: 'tests' },
    'accounts.suspend': { account: 'Bolt' },
    'accounts.resume': { account: 'Acme' },
    'accounts.remove': { account: 'Bolt' },
    'plans.rename': { plan: 'tests', new_name: 'mine' },
    'plans.remove': { plan: 'tests' },
  };
  const takesAccount = 'account' in (ROUTES[name].query?.properties ?? {});
  return {
    params: { id: foreignKey },
    query: { ...(takesAccount ? { account: 'Bolt' } : {}), ...EXTRA_QUERY[name] },
    body: bodies[name] ?? {},
  };
}

/** All stored data that a route could have changed. */
async function stored(): Promise<string> {
  const { admin } = site.service;
  const members = (await site.store.members.members()).map((member) => ({ ...member, lastSeenAt: null }));
  const invitations = await site.store.members.invitations();
  return JSON.stringify([await admin.accounts(), await admin.plans(), await admin.keys(), members, invitations]);
}

describe('signed out', () => {
  test.each(ofWho('signed-in', ...OF_ACCOUNTS, 'operator'))('%s is rejected, and changes nothing', async (name) => {
    const before = await stored();
    const reply = await site.stranger().call(name, foreign(name));
    expect([reply.status, reply.body.error?.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(await stored()).toBe(before);
  });
});

describe('a member', () => {
  test.each(ofWho('operator'))('cannot use the operator’s %s, and changes nothing', async (name) => {
    const before = await stored();
    const reply = await bob.call(name, foreign(name));
    expect([reply.status, reply.body.error?.code]).toEqual([403, 'FORBIDDEN']);
    expect(await stored()).toBe(before);
  });

  test.each(ofWho(...OF_ACCOUNTS))('sees and changes nothing of another account by %s', async (name) => {
    const before = await stored();
    const reply: Reply = await bob.call(name, foreign(name));
    const shown = JSON.stringify(reply.body);
    expect(shown).not.toContain('secret-name-of-bolt');
    expect(shown).not.toContain('Bolt');
    // The list of accounts has no account parameter and shows the own account.
    if (name !== 'accounts.list') expect([403, 404]).toContain(reply.status);
    expect(await stored()).toBe(before);
  });

  /** An answer without its request id. */
  const shown = ({ body }: Reply) =>
    JSON.parse(JSON.stringify(body, (name, value) => (name === 'request_id' ? '' : value)));

  test('gets the same answer for an existing account as for an unknown one', async () => {
    for (const name of ['overview', 'keys.list', 'usage.show', 'usage.csv'] as const) {
      const [there, missing] = [
        await bob.call(name, { query: { account: 'Bolt' } }),
        await bob.call(name, { query: { account: 'Nowhere' } }),
      ];
      expect([there.status, shown(there)]).toEqual([missing.status, shown(missing)]);
    }
    const rotate = { body: { grace_hours: 0 } };
    const there = await bob.call('keys.rotate', { ...rotate, params: { id: foreignKey } });
    expect(shown(there)).toEqual(shown(await bob.call('keys.rotate', { ...rotate, params: { id: 'key_none' } })));
  });

  test('sees the own account by default', async () => {
    expect((await bob.do('overview')).body.account).toBe('Acme');
    expect((await bob.do('keys.list')).body.rows).toMatchObject([{ name: 'own', account: 'Acme' }]);
    expect((await bob.do('accounts.list')).body.rows).toMatchObject([{ name: 'Acme' }]);
    expect((await bob.do('usage.show', { query: { by: 'account' } })).body.rows).toEqual([]);
  });

  test('calls as the own account only', async () => {
    const used = async () => (await site.service.admin.accounts()).map(({ name, used: credits }) => [name, credits]);
    const before = await used();
    const path = '/console/api/call/v2/utils/current-date';
    const foreignCall = await bob.request('POST', `${path}?account=Bolt`, { body: { region: 'UTC' } });
    expect(foreignCall.status).toBe(403);
    expect((await site.stranger().request('POST', path, { body: { region: 'UTC' } })).status).toBe(401);
    expect(await used()).toEqual(before);
    expect((await bob.request('POST', path, { body: { region: 'UTC' } })).status).toBe(200);
    expect(await used()).toEqual(before.map(([name, credits]) => [name, Number(credits) + (name === 'Acme' ? 1 : 0)]));
  });

  test('cannot use the key of another account: the header is ignored', async () => {
    const headers = { 'x-api-key': site.service.key };
    const reply = await bob.request('GET', '/console/api/call/v2/account/key-info', { headers });
    expect(reply.body.id).toMatch(/^dashboard_/);
  });
});

describe('a demoted operator', () => {
  test('loses the role from the next request on, in every session', async () => {
    const zoe = await site.member('Zoe', 'Acme');
    const [{ id }] = (await site.operator.do('members.list')).body.rows.filter(
      (row: { name: string }) => row.name === 'Zoe',
    );
    await site.operator.do('members.change', { params: { id }, body: { role: 'operator', account: 'Acme' } });
    const signIn = { body: { email: 'zoe@acme.example', password: 'correct horse battery' } };
    await zoe.do('session.sign-in', signIn);
    await zoe.do('members.list');
    await site.operator.do('members.change', { params: { id }, body: { role: 'member', account: 'Acme' } });
    expect((await zoe.call('members.list')).status).toBe(401);
    await zoe.do('session.sign-in', signIn);
    expect((await zoe.call('members.list')).status).toBe(403);
    expect((await zoe.call('keys.list', { query: { account: 'Bolt' } })).status).toBe(403);
    await site.operator.do('members.remove', { params: { id } });
    expect((await zoe.call('keys.list')).status).toBe(401);
  });
});
