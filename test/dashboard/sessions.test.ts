// Sign-in and sign-out: the first operator, invitations, passwords, and the end of a session.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashPassword } from '../../src/members/password.ts';
import { joined, PASSWORD, startTestConsole, type TestConsole } from '../support/console.ts';

const HOUR_MS = 3_600_000;
let site: TestConsole;
beforeEach(async () => {
  site = await startTestConsole();
});
afterEach(() => site.close());

const ANN = { email: 'ann@acme.example', password: PASSWORD };

test('the set-up link creates the first operator and signs in, once', async () => {
  const { body } = await site.operator.do('session.show');
  expect(body).toMatchObject({
    state: 'signed_in',
    oidc: null,
    member: { role: 'operator', email: ANN.email, account: null },
  });
  const token = await site.setUpToken();
  const zoe = { token, email: 'Zoe@Acme.example', name: 'Zoe', password: PASSWORD };
  expect((await site.stranger().do('set-up', { body: zoe })).body.member).toMatchObject({ email: 'zoe@acme.example' });
  const again = await site.stranger().call('set-up', { body: { ...zoe, email: 'eve@acme.example' } });
  expect([again.status, again.body.error.code]).toEqual([404, 'NOT_FOUND']);
});

test('a set-up link of the command line replaces a forgotten password of an operator', async () => {
  const token = await site.setUpToken();
  const mended = { ...ANN, token, name: 'Ann', password: 'another long password' };
  await site.stranger().do('set-up', { body: mended });
  expect((await site.operator.call('members.list')).status).toBe(401);
  expect((await site.stranger().call('session.sign-in', { body: ANN })).status).toBe(401);
  await site.stranger().do('session.sign-in', { body: { ...ANN, password: mended.password } });
});

test('a password that is changed while it is checked signs in no more', async () => {
  const { members } = site.store;
  const byEmail = members.byEmail.bind(members);
  members.byEmail = async (email) => {
    members.byEmail = byEmail;
    const found = await byEmail(email);
    await members.setPassword(found?.member.id ?? '', await hashPassword('another long password'));
    return found;
  };
  expect((await site.stranger().call('session.sign-in', { body: ANN })).status).toBe(401);
  await site.stranger().do('session.sign-in', { body: { ...ANN, password: 'another long password' } });
});

test('only the right password signs in', async () => {
  const browser = site.stranger();
  expect((await browser.do('session.show')).body).toMatchObject({
    state: 'signed_out',
    member: null,
    csrf_token: null,
  });
  const wrong = await browser.call('session.sign-in', { body: { ...ANN, password: 'wrong horse battery' } });
  const unknown = await browser.call('session.sign-in', { body: { ...ANN, email: 'unknown@acme.example' } });
  expect(wrong.status).toBe(401);
  const { code, message } = wrong.body.error;
  expect(unknown.body.error).toMatchObject({ code, message });
  expect(browser.cookies.size).toBe(0);
  const { body } = await browser.do('session.sign-in', { body: { ...ANN, email: ' ANN@acme.example' } });
  expect(body).toMatchObject({ state: 'signed_in', idle_ends_at: '2030-05-15T14:00:00.000Z' });
  expect(body.ends_at).toBe('2030-05-16T00:00:00.000Z');
});

test('signing out ends the session, also for the same cookie', async () => {
  const cookies = new Map(site.operator.cookies);
  expect((await site.operator.do('session.sign-out')).body.state).toBe('signed_out');
  expect(site.operator.cookies.size).toBe(0);
  for (const [name, value] of cookies) site.operator.cookies.set(name, value);
  expect((await site.operator.call('keys.list')).status).toBe(401);
});

test('a session ends two hours after its last use and twelve hours after its start', async () => {
  const { clock } = site.service;
  for (let hour = 1; hour < 12; hour += 1) {
    clock.ms += HOUR_MS;
    expect((await site.operator.do('session.show')).body.state, `hour ${hour}`).toBe('signed_in');
  }
  clock.ms += HOUR_MS;
  expect((await site.operator.do('session.show')).body.state).toBe('signed_out');
  await site.operator.do('session.sign-in', { body: ANN });
  clock.ms += 2 * HOUR_MS;
  expect((await site.operator.call('members.list')).body.error.code).toBe('UNAUTHORIZED');
});

test('a changed password ends the other sessions and keeps this one', async () => {
  const other = site.stranger();
  await other.do('session.sign-in', { body: ANN });
  const change = { current_password: PASSWORD, new_password: 'another long password' };
  const wrong = await site.operator.call('session.change-password', {
    body: { ...change, current_password: 'nonsense' },
  });
  expect(wrong.body.error.details[0].path).toBe('current_password');
  const weak = await site.operator.call('session.change-password', { body: { ...change, new_password: 'short' } });
  expect([weak.status, weak.body.error.details[0].path]).toEqual([422, 'new_password']);
  await site.operator.do('session.change-password', { body: change });
  await site.operator.do('members.list');
  expect((await other.call('members.list')).status).toBe(401);
  expect((await site.stranger().call('session.sign-in', { body: ANN })).status).toBe(401);
});

test('an invitation can be opened, is accepted once, and is listed for operators only', async () => {
  await site.member('Bob', 'Acme');
  const invited = { email: 'eve@acme.example', role: 'member', account: 'Acme' };
  const { body } = await site.operator.do('invitations.create', { body: invited });
  expect(body.link).toMatch(/^http:\/\/localhost:8080\/invite#token=[\w-]{43}$/);
  expect(JSON.stringify((await site.operator.do('invitations.list')).body)).not.toContain('token');
  const token = body.link.replace(/^.*token=/, '');
  const eve = site.stranger();
  expect((await eve.do('invitations.open', { body: { token } })).body).toMatchObject(invited);
  const accepted = await eve.do('invitations.accept', { body: { token, name: 'Eve', password: PASSWORD } });
  expect(accepted.body.member).toMatchObject({ ...invited, name: 'Eve' });
  expect((await site.stranger().call('invitations.open', { body: { token } })).status).toBe(404);
  expect((await site.operator.do('invitations.list')).body.rows).toEqual([]);
});

test('a withdrawn or expired invitation is not valid', async () => {
  const make = async (email: string) => {
    const { body } = await site.operator.do('invitations.create', { body: { email, role: 'operator', account: null } });
    return { id: body.id, token: body.link.replace(/^.*token=/, '') };
  };
  const [withdrawn, expired] = [await make('eve@acme.example'), await make('zoe@acme.example')];
  await site.operator.do('invitations.withdraw', { params: { id: withdrawn.id } });
  const accept = (token: string) =>
    site.stranger().call('invitations.accept', { body: { token, name: 'X', password: PASSWORD } });
  expect((await accept(withdrawn.token)).status).toBe(404);
  site.service.clock.ms += 72 * HOUR_MS;
  expect((await accept(expired.token)).status).toBe(404);
  expect(await site.store.members.members()).toHaveLength(1);
});

test('a member is invited to an existing account, and an operator to none', async () => {
  const invite = (body: object) =>
    site.operator.call('invitations.create', { body: { email: 'eve@acme.example', ...body } });
  expect((await invite({ role: 'member', account: 'Nowhere' })).status).toBe(404);
  expect((await invite({ role: 'member', account: null })).status).toBe(422);
  expect((await invite({ role: 'boss', account: null })).body.error.details[0].message).toContain(
    'billing, read_only, member, operator',
  );
  expect((await invite({ role: 'operator', account: null })).status).toBe(200);
});

test('members are listed, promoted and removed, but never the last operator', async () => {
  const bob = await site.member('Bob', 'Acme');
  const { rows } = (await site.operator.do('members.list')).body;
  expect(rows.map((row: { email: string }) => row.email)).toEqual(['ann@acme.example', 'bob@acme.example']);
  const [ann, { id }] = rows;
  for (const name of ['members.remove', 'members.change'] as const) {
    const last = await site.operator.call(name, { params: { id: ann.id }, body: { role: 'member', account: 'Acme' } });
    expect([last.status, last.body.error.code]).toEqual([409, 'CONFLICT']);
  }
  await site.operator.do('members.change', { params: { id }, body: { role: 'operator', account: null } });
  expect((await bob.call('overview')).status).toBe(401);
  await bob.do('session.sign-in', { body: { email: 'bob@acme.example', password: PASSWORD } });
  await bob.do('members.remove', { params: { id: ann.id } });
  expect((await site.operator.call('overview')).status).toBe(401);
});

test('the audit log records every action: actor, action, target, address and result', async () => {
  const bob = await joined(site.operator, site.stranger('203.0.113.9'), {
    name: 'Bob',
    role: 'operator',
    account: null,
  });
  await bob.call('plans.set', { body: { name: '', credits_per_month: 1, requests_per_second: 1 } });
  await bob.do('plans.set', { body: { name: 'pro', credits_per_month: 1, requests_per_second: 1 } });
  await site.stranger('198.51.100.7').call('session.sign-in', { body: { ...ANN, password: 'wrong' } });
  const { rows } = (await bob.do('audit.list')).body;
  const lines = rows.map((row: Record<string, string>) =>
    [row['who'], row['action'], row['address'], row['result']].join(' '),
  );
  expect(lines.slice(0, 5)).toEqual([
    'ann@acme.example session.sign-in 198.51.100.7 UNAUTHORIZED',
    'bob@acme.example plans.set 203.0.113.9 ok',
    'bob@acme.example plans.set 203.0.113.9 INVALID_INPUT',
    'bob@acme.example invitations.accept 203.0.113.9 ok',
    'ann@acme.example invitations.create 127.0.0.1 ok',
  ]);
  const older = (await bob.do('audit.list', { query: { before: String(rows[3].id) } })).body.rows;
  expect(older).toEqual(rows.slice(4));
  expect(JSON.stringify(rows)).not.toContain(PASSWORD);
});
