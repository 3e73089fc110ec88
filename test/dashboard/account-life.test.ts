// Actions of operators on accounts and plans in the dashboard: their effect on members and calls, and their entries
// in the audit log.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { completeRenames, removeAccount, renameAccount } from '../../src/tasks/account-life.ts';
import { type Browser, startTestConsole, type TestConsole } from '../support/console.ts';

let site: TestConsole;
let bob: Browser;
let key: string;
let keyId: string;
let time = 0;
let name: string;

beforeAll(async () => {
  site = await startTestConsole();
});
afterAll(() => site.close());

/** Each test has its own account, with a member and a key. */
beforeEach(async () => {
  time += 1;
  name = `Acme ${time}`;
  bob = await site.member(`Bob${time}`, name);
  const made = await bob.do('keys.create', { body: { name: 'own', allowed_paths: [], expires_at: null } });
  [key, keyId] = [made.body.key, made.body.id];
});

const call = async () => {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const payload = JSON.stringify({ region: 'UTC' });
  const reply = await site.app.inject({ method: 'POST', url: '/v2/utils/current-date', headers, payload });
  return { status: reply.statusCode, body: reply.json() };
};
const account = async (named = name) =>
  (await site.operator.do('accounts.list')).body.rows.find((row: { name: string }) => row.name === named);
const lastNoted = async () => (await site.store.audit.entries(null, 1))[0];
const stores = () => ({ admin: site.service.admin, members: site.store.members, audit: site.store.audit });
const BY = { who: 'command line', address: '' };

test('a renamed account keeps its members, keys, credits and invitations, and releases its name', async () => {
  expect((await call()).status).toBe(200);
  const invitation = { email: `eve${time}@acme.example`, role: 'member', account: name };
  const { body: invited } = await site.operator.do('invitations.create', { body: invitation });
  const newName = `${name} Europe`;
  await site.operator.do('accounts.rename', { body: { account: name, new_name: newName } });
  expect(await lastNoted()).toMatchObject({ who: 'ann@acme.example', action: 'accounts.rename', result: 'ok' });
  expect((await call()).status).toBe(200);
  expect(await account(newName)).toMatchObject({ used: 2 });
  expect((await bob.do('overview')).body.account).toBe(newName);
  expect((await bob.do('keys.list')).body.rows).toMatchObject([{ id: keyId, account: newName }]);
  const rows = (await site.operator.do('invitations.list')).body.rows;
  expect(rows.find(({ id }: { id: string }) => id === invited.id)).toMatchObject({ account: newName });
  // A call from the dashboard uses the account that has the name now, not the account that had it before.
  const path = (named: string) => `/console/api/call/v2/utils/current-date?account=${encodeURIComponent(named)}`;
  const body = { region: 'UTC' };
  await site.operator.request('POST', path(newName), { body });
  await site.operator.do('accounts.create', { body: { name, plan: 'tests' } });
  await site.operator.request('POST', path(name), { body });
  expect([(await account(newName)).used, (await account()).used]).toEqual([3, 1]);
});

test('the audit log names a key by its name at that time and by its identifier, and never a rejected name', async () => {
  const wanted = (named: string) => ({ body: { name: named, allowed_paths: [], expires_at: null } });
  const { body: made } = await bob.do('keys.create', wanted('crm'));
  expect(await lastNoted()).toMatchObject({ action: 'keys.create', subject: `crm (${made.id}) of ${name}` });
  const rotated = await bob.do('keys.rotate', { params: { id: made.id }, body: { grace_hours: 1 } });
  expect((await lastNoted())?.subject).toBe(`crm (${made.id}) to ${rotated.body.id} of ${name}`);
  await bob.do('keys.revoke', { params: { id: rotated.body.id } });
  expect((await lastNoted())?.subject).toBe(`crm (${rotated.body.id}) of ${name}`);
  const ingest = await site.service.admin.createIngestKey({ name: 'nightly', expiresAt: null });
  await site.operator.do('ingest-keys.revoke', { params: { id: ingest.id } });
  expect((await lastNoted())?.subject).toBe(`nightly (${ingest.id}) for ingest`);
  const { status } = await bob.call('keys.create', wanted(made.key));
  expect([status, await lastNoted()]).toMatchObject([422, { subject: `a key of ${name}`, result: 'INVALID_INPUT' }]);
});

test('a suspended account is rejected with the reason in API and dashboard until it is resumed', async () => {
  await site.operator.do('accounts.suspend', { body: { account: name } });
  expect(await account()).toMatchObject({ suspended_at: expect.any(String) });
  const rejected = await call();
  expect([rejected.status, rejected.body.error]).toMatchObject([
    401,
    { code: 'UNAUTHORIZED', message: expect.stringContaining('suspended') },
  ]);
  const own = await bob.request('POST', '/console/api/call/v2/utils/current-date', { body: { region: 'UTC' } });
  expect([own.status, own.body.error.message]).toEqual([403, expect.stringContaining('suspended')]);
  expect((await bob.do('accounts.list')).body.rows).toMatchObject([{ name, used: 0 }]);
  await site.operator.do('accounts.resume', { body: { account: name } });
  expect((await call()).status).toBe(200);
  expect(await lastNoted()).toMatchObject({ action: 'accounts.resume', subject: name });
});

test('an account that moves to another plan has its credits from the next call on', async () => {
  const plan = { name: `tiny ${time}`, credits_per_month: 1, requests_per_second: 5 };
  await site.operator.do('plans.set', { body: plan });
  await site.operator.do('accounts.move', { body: { account: name, plan: plan.name } });
  expect([(await call()).status, (await call()).status]).toEqual([200, 402]);
  const inUse = await site.operator.call('plans.remove', { body: { plan: plan.name } });
  expect([inUse.status, inUse.body.error.message]).toEqual([422, expect.stringContaining(name)]);
  await site.operator.do('plans.rename', { body: { plan: plan.name, new_name: `small ${time}` } });
  expect(await account()).toMatchObject({ plan: `small ${time}`, remaining: 0 });
  await site.operator.do('accounts.move', { body: { account: name, plan: 'tests' } });
  await site.operator.do('plans.remove', { body: { plan: `small ${time}` } });
  expect(await lastNoted()).toMatchObject({ action: 'plans.remove', subject: `small ${time}`, result: 'ok' });
  expect((await site.operator.call('plans.remove', { body: { plan: plan.name } })).status).toBe(404);
});

test('a removed account loses its keys and members and keeps its usage; its operators stay', async () => {
  await call();
  const zoe = await site.member(`Zoe${time}`, name);
  const [{ id }] = (await site.operator.do('members.list')).body.rows.filter(
    (row: { name: string }) => row.name === `Zoe${time}`,
  );
  await site.operator.do('members.change', { params: { id }, body: { role: 'operator', account: name } });
  const invitation = { email: `eve${time}@acme.example`, role: 'member', account: name };
  const { body: invited } = await site.operator.do('invitations.create', { body: invitation });
  const { body: removed } = await site.operator.do('accounts.remove', { body: { account: name } });
  expect(removed).toEqual({
    kept_as: expect.stringContaining(`${name} (removed`),
    removed_members: [`bob${time}@acme.example`],
  });
  expect(await lastNoted()).toMatchObject({ action: 'accounts.remove', subject: expect.stringContaining('bob') });
  expect((await call()).status).toBe(401);
  expect((await bob.call('overview')).status).toBe(401);
  expect(await site.store.members.invitations()).not.toContainEqual(expect.objectContaining({ id: invited.id }));
  await zoe.do('session.sign-in', { body: { email: `zoe${time}@acme.example`, password: 'correct horse battery' } });
  expect((await zoe.do('session.show')).body.member).toMatchObject({ role: 'operator', account: null });
  expect(await account()).toBeUndefined();
  const usage = await site.service.admin.usage({ accountName: removed.kept_as });
  expect(usage).toMatchObject([{ credits: 1 }]);
});

test('an action on an account or plan that another operator has renamed or removed says so', async () => {
  await site.operator.do('accounts.remove', { body: { account: name } });
  const { operator } = site;
  const ofAccount = [
    await operator.call('accounts.rename', { body: { account: name, new_name: `${name} b` } }),
    await operator.call('accounts.move', { body: { account: name, plan: 'tests' } }),
    await operator.call('accounts.suspend', { body: { account: name } }),
    await operator.call('accounts.resume', { body: { account: name } }),
    await operator.call('accounts.grant', { body: { account: name, credits: 1 } }),
    await operator.call('accounts.remove', { body: { account: name } }),
    await operator.call('keys.create', { body: { account: name, name: 'x', allowed_paths: [], expires_at: null } }),
  ];
  const fault = (kind: string, named: string) =>
    `there is no ${kind} named '${named}': it may have been renamed or removed`;
  for (const { status, body } of ofAccount) expect([status, body.error.message]).toEqual([404, fault('account', name)]);
  const ofPlan = [
    await operator.call('plans.rename', { body: { plan: 'none', new_name: 'some' } }),
    await operator.call('plans.remove', { body: { plan: 'none' } }),
    await operator.call('accounts.create', { body: { name, plan: 'none' } }),
  ];
  for (const { status, body } of ofPlan) expect([status, body.error.message]).toEqual([404, fault('plan', 'none')]);
});

test('repeating an interrupted removal or renaming completes it', async () => {
  await site.service.admin.renameAccount(name, `${name} b`);
  const taken = await site.operator.call('accounts.create', { body: { name, plan: 'tests' } });
  expect([taken.status, taken.body.error.message]).toEqual([422, expect.stringContaining(`bob${time}@acme.example`)]);
  expect(await renameAccount(stores(), { name, newName: `${name} b`, ...BY })).toMatchObject({ name: `${name} b` });
  expect((await bob.do('overview')).body.account).toBe(`${name} b`);
  await site.service.admin.removeAccount(`${name} b`);
  expect(await removeAccount(stores(), `${name} b`)).toMatchObject({ members: [`bob${time}@acme.example`] });
  await site.operator.do('accounts.create', { body: { name, plan: 'tests' } });
});

/** The stores of a process that ends before the members are changed. */
const dying = () => ({
  ...stores(),
  members: Object.assign(Object.create(site.store.members) as typeof site.store.members, {
    ...{ members: () => site.store.members.members(), invitations: () => site.store.members.invitations() },
    accountNames: () => site.store.members.accountNames(),
    followAccount: () => Promise.reject(new Error('killed')),
  }),
});

test('an interrupted renaming is completed for lists and searches, also without members', async () => {
  const { lists, searches } = site.store;
  const given = { accountName: `Bare ${time}`, name: 'Leads', kind: 'people' as const };
  await site.service.admin.createAccount(given.accountName, 'tests');
  const list = await lists.create({ ...given, madeBy: 'ann@acme.example' });
  await searches.save({ ...given, query: '', savedBy: 'ann@acme.example' });
  const newName = `${given.accountName} b`;
  await expect(renameAccount(dying(), { name: given.accountName, newName, ...BY })).rejects.toThrow('killed');
  expect(await lists.listsOf(newName)).toEqual([]);
  await site.service.admin.renameAccount(newName, `${newName} c`);
  await completeRenames(stores());
  expect(await lists.listsOf(`${newName} c`)).toMatchObject([{ id: list.id }]);
  expect(await searches.searchesOf(`${newName} c`)).toHaveLength(1);
});

test('an interrupted renaming is not taken for one of an account whose name begins with the same words', async () => {
  const short = `Short ${time}`;
  const long = `${short} to the point`;
  await site.service.admin.createAccount(short, 'tests');
  await site.service.admin.createAccount(long, 'tests');
  const list = await site.store.lists.create({ accountName: short, name: 'Leads', kind: 'people', madeBy: 'ann' });
  await expect(renameAccount(dying(), { name: short, newName: `${short} b`, ...BY })).rejects.toThrow('killed');
  await renameAccount(stores(), { name: long, newName: `${long} b`, ...BY });
  await completeRenames(stores());
  expect(await site.store.lists.listsOf(`${short} b`)).toMatchObject([{ id: list.id }]);
});

test('no account takes the name of an interrupted renaming with its lists', async () => {
  const given = { accountName: name, name: 'Leads', kind: 'people' as const, madeBy: 'ann@acme.example' };
  await site.store.lists.create(given);
  await expect(renameAccount(dying(), { name, newName: `${name} b`, ...BY })).rejects.toThrow('killed');
  await site.operator.do('accounts.create', { body: { name, plan: 'tests' } });
  expect(await site.store.lists.listsOf(name)).toEqual([]);
  const removed = await site.operator.do('accounts.remove', { body: { account: `${name} b` } });
  expect(removed.body.removed_members).toEqual([`bob${time}@acme.example`]);
  await site.store.lists.create({ ...given, accountName: `${name} c` });
  const taken = await site.operator.call('accounts.create', { body: { name: `${name} c`, plan: 'tests' } });
  expect([taken.status, taken.body.error.message]).toEqual([422, expect.stringContaining('lists or saved searches')]);
});

test('a rejected renaming is not completed later, and neither is a removal', async () => {
  const other = `Other ${time}`;
  await site.service.admin.createAccount(other, 'tests');
  const list = { accountName: name, name: 'Leads', kind: 'people' as const, madeBy: 'ann@acme.example' };
  await site.store.lists.create(list);
  await expect(renameAccount(stores(), { name, newName: other, ...BY })).rejects.toThrow('exists already');
  await site.service.admin.removeAccount(name);
  await completeRenames(stores());
  expect(await site.store.lists.listsOf(other)).toEqual([]);
  expect(await removeAccount(stores(), name)).toMatchObject({ members: [`bob${time}@acme.example`] });
  expect(await site.store.lists.listsOf(name)).toEqual([]);
});

test('a repetition with the same Idempotency-Key has the first answer: no credits or keys are added twice', async () => {
  const headers = { 'idempotency-key': `first ${time}` };
  const granted = { headers, body: { account: name, credits: 100 } };
  const [first, again] = [
    await site.operator.do('accounts.grant', granted),
    await site.operator.do('accounts.grant', granted),
  ];
  expect(again.body).toEqual(first.body);
  const other = { headers, body: { account: name, credits: 200 } };
  expect((await site.operator.call('accounts.grant', other)).status).toBe(422);
  const before = (await account()).remaining;
  await site.operator.do('accounts.grant', { ...granted, headers: { 'idempotency-key': `second ${time}` } });
  expect((await account()).remaining).toBe(before + 100);
  const wanted = { headers, body: { name: 'crm', allowed_paths: [], expires_at: null } };
  const [made, shown] = [await bob.do('keys.create', wanted), await bob.do('keys.create', wanted)];
  expect(shown.body).toEqual(made.body);
  expect((await bob.do('keys.list')).body.rows).toHaveLength(2);
  const used = await site.app.inject({ url: '/v2/account/key-info', headers: { 'x-api-key': shown.body.key } });
  expect(used.statusCode).toBe(200);
  // A rejection is not stored.
  const unknown = { headers: { 'idempotency-key': 'x' }, body: { account: `${name} new`, credits: 5 } };
  expect((await site.operator.call('accounts.grant', unknown)).status).toBe(404);
  await site.operator.do('accounts.create', { body: { name: `${name} new`, plan: 'tests' } });
  expect((await site.operator.call('accounts.grant', unknown)).status).toBe(200);
});

test('an action that is done is answered as done, even if neither audit log nor answer can be stored', async () => {
  const { audit } = site.store;
  const { accounts } = site.service.running;
  const [append, settle] = [audit.append.bind(audit), accounts.settleIdempotent.bind(accounts)];
  const fail = () => Promise.reject(new Error('the disk is full'));
  const before = (await account()).remaining;
  const headers = { 'idempotency-key': `unnoted ${time}` };
  const granted = { headers, body: { account: name, credits: 100 } };
  try {
    [audit.append, accounts.settleIdempotent] = [fail, fail];
    expect((await site.operator.do('accounts.grant', granted)).body).toMatchObject({ remaining: before + 100 });
    expect((await bob.call('keys.revoke', { params: { id: 'none' } })).status).toBe(404);
  } finally {
    [audit.append, accounts.settleIdempotent] = [append, settle];
  }
  expect(site.faults.splice(0)).toEqual([
    expect.objectContaining({ message: expect.stringMatching(/no entry for accounts\.grant of mem_\w+, result ok$/) }),
    expect.objectContaining({ message: expect.stringMatching(/keys\.revoke of mem_\w+, result NOT_FOUND$/) }),
  ]);
  // Until the lease of the first attempt ends, its answer may still be stored.
  site.service.clock.ms += 60_000;
  expect((await site.operator.call('accounts.grant', granted)).body.error).toMatchObject({ code: 'CONFLICT' });
  expect((await account()).remaining).toBe(before + 100);
});

test('a path or query with a NUL character, which PostgreSQL does not take, is rejected before the stores', async () => {
  const revoked = await site.operator.call('ingest-keys.revoke', { params: { id: 'ikey_\0' } });
  expect([revoked.status, revoked.body.error.message]).toEqual([422, 'id: contains a NUL character; remove it']);
  expect(await lastNoted()).toMatchObject({ action: 'keys.revoke', subject: '', result: 'INVALID_INPUT' });
  expect((await bob.call('calls.list', { query: { key: '\0' } })).status).toBe(422);
});

test('a rejection names no command or option of the command line', async () => {
  const { operator } = site;
  const rate = { name: 'odd', credits_per_month: 1, requests_per_second: 20_000 };
  const rejected = [
    await operator.call('plans.set', { body: rate }),
    await operator.call('accounts.create', { body: { name: `${name} 2`, plan: 'none' } }),
    await operator.call('accounts.move', { body: { account: name, plan: 'none' } }),
    await operator.call('accounts.rename', { body: { account: 'none', new_name: 'some' } }),
    await operator.call('plans.rename', { body: { plan: 'none', new_name: 'some' } }),
    await operator.call('ingest-keys.revoke', { params: { id: 'none' } }),
    await operator.call('imports.undo', { body: { run: 999 } }),
    await operator.call('reviews.decide', { body: { id: 999, decision: 'same' } }),
  ];
  for (const { status, body } of rejected) {
    expect(status, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
    expect(body.error.message).not.toMatch(/--[a-z]|`?cardfile [a-z]/);
  }
});
