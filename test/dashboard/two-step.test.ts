// Two-step sign-in: set-up, codes that work once, recovery codes, limits, and that nothing bypasses it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { totpCode, totpStepAt } from '../../src/members/totp.ts';
import { type Browser, PASSWORD, startTestConsole, type TestConsole } from '../support/console.ts';

const STEP_MS = 30_000;
const WINDOW_MS = 15 * 60_000;

let site: TestConsole;
let identity = { subject: 'https://id.example 7', email: { address: 'bob@acme.example' }, name: 'Bob' };
const mails: { to: string; text: string }[] = [];
beforeAll(async () => {
  site = await startTestConsole({
    mailer: { send: async (mail) => void mails.push(mail) },
    publicUrl: 'http://localhost:8080',
    openId: {
      label: 'id.example',
      begin: async () => ({ location: 'https://id.example/authorize', state: '0123456789abcdef', checks: '{}' }),
      finish: async () => identity,
    },
  });
});
afterAll(() => site.close());
// Resets the counted attempts before each test.
beforeEach(() => {
  site.service.clock.ms += WINDOW_MS;
});

const now = () => site.service.clock.ms;
const codeOf = (secret: string, away = 0) => totpCode(secret, totpStepAt(now()) + away);
const nextStep = () => {
  site.service.clock.ms += STEP_MS;
};
const isSignedIn = async (browser: Browser) => (await browser.call('keys.list')).status === 200;

let members = 0;
/** A signed-in member with two-step sign-in; the clock is in the time step after the code that confirmed it. */
async function withTwoSteps() {
  members += 1;
  const name = `Bob${members}`;
  const bob = await site.member(name, 'Acme');
  const email = `${name.toLowerCase()}@acme.example`;
  const { key: secret } = (await bob.do('totp.set-up', { body: { current_password: PASSWORD } })).body;
  const { recovery_codes: codes } = (await bob.do('totp.switch-on', { body: { code: codeOf(secret) } })).body;
  nextStep();
  return { bob, email, secret: String(secret), codes: codes as string[] };
}

const signIn = (browser: Browser, email: string) =>
  browser.do('session.sign-in', { body: { email, password: PASSWORD } });

test('is set up with password and code, and then required at each sign-in', async () => {
  const bob = await site.member('Bob', 'Acme');
  expect((await bob.do('totp.show')).body).toEqual({ on_since: null, recovery_codes_left: 0 });
  const wrong = await bob.call('totp.set-up', { body: { current_password: 'wrong' } });
  expect([wrong.status, wrong.body.error.details[0].path]).toEqual([422, 'current_password']);
  expect((await bob.call('totp.set-up', { body: { current_password: null } })).status).toBe(422);
  expect((await bob.call('totp.switch-on', { body: { code: '123456' } })).status).toBe(409);
  const { key, uri } = (await bob.do('totp.set-up', { body: { current_password: PASSWORD } })).body;
  expect(uri).toContain(`secret=${key}`);
  // Two-step sign-in is not confirmed yet, so the sign-in requires no code.
  expect((await signIn(site.stranger(), 'bob@acme.example')).body.state).toBe('signed_in');
  const far = await bob.call('totp.switch-on', { body: { code: codeOf(key, 3) } });
  expect([far.status, far.body.error.details[0].path]).toEqual([422, 'code']);
  const { recovery_codes: codes } = (await bob.do('totp.switch-on', { body: { code: codeOf(key) } })).body;
  expect(new Set(codes).size).toBe(10);
  expect((await bob.do('session.show')).body.member.has_totp).toBe(true);
  const desk = site.stranger();
  const reply = await signIn(desk, 'bob@acme.example');
  expect([reply.body.state, reply.body.member, reply.body.csrf_token]).toEqual(['needs_code', null, null]);
  expect((await desk.do('session.show')).body.state).toBe('needs_code');
  expect(await isSignedIn(desk)).toBe(false);
  expect((await desk.request('POST', '/console/api/call/v2/utils/current-date', { body: {} })).status).toBe(401);
  // The code that confirmed the set-up cannot be used again.
  expect((await desk.call('session.code', { body: { code: codeOf(key) } })).status).toBe(422);
  nextStep();
  const awaiting = [...desk.cookies.values()];
  const done = await desk.do('session.code', { body: { code: codeOf(key) } });
  expect([done.body.state, done.body.member.email]).toEqual(['signed_in', 'bob@acme.example']);
  expect(await isSignedIn(desk)).toBe(true);
  // Session fixation: the token from before the code is not that of the session.
  expect([...desk.cookies.values()]).not.toEqual(awaiting);
});

test('accepts each code once, even from two places at the same time', async () => {
  const { email, secret } = await withTwoSteps();
  const desks = [site.stranger(), site.stranger(), site.stranger()];
  for (const desk of desks) await signIn(desk, email);
  const code = codeOf(secret);
  const replies = await Promise.all(desks.map((desk) => desk.call('session.code', { body: { code } })));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  nextStep();
  const other = desks[replies.findIndex(({ status }) => status === 422)] as Browser;
  expect((await other.call('session.code', { body: { code } })).body.error.message).toContain('used already');
  // A code of the next time step is accepted, also with spaces as apps show them.
  await other.do('session.code', { body: { code: codeOf(secret, 1).replace(/(...)/, '$1 ') } });
});

test('accepts each recovery code once; new codes invalidate the old ones', async () => {
  const { bob, email, secret, codes } = await withTwoSteps();
  const [first = '', second = ''] = codes;
  const desk = site.stranger();
  await signIn(desk, email);
  await desk.do('session.code', { body: { code: first.toLowerCase().replaceAll('-', ' ') } });
  expect((await desk.do('totp.show')).body.recovery_codes_left).toBe(9);
  await signIn(desk, email);
  expect((await desk.call('session.code', { body: { code: first } })).status).toBe(422);
  const fresh = (await bob.do('totp.new-recovery-codes', { body: { code: codeOf(secret) } })).body.recovery_codes;
  expect((await desk.call('session.code', { body: { code: second } })).status).toBe(422);
  await desk.do('session.code', { body: { code: fresh[0] } });
  const stored = ['members.db', 'members.db-wal'].map((file) =>
    readFileSync(join(site.service.config.data, file), 'latin1'),
  );
  for (const code of [...codes, ...fresh]) {
    expect(stored.join('')).not.toContain(code);
    expect(stored.join('')).not.toContain(code.replaceAll('-', ''));
  }
});

test('ends after ten wrong codes, whatever the address, until the window has passed', async () => {
  const { email, secret } = await withTwoSteps();
  for (const address of ['192.0.2.1', '198.51.100.1']) {
    const desk = site.stranger(address);
    await signIn(desk, email);
    for (let time = 0; time < 5; time += 1)
      expect((await desk.call('session.code', { body: { code: '000000' } })).status).toBe(422);
  }
  const desk = site.stranger('192.0.2.99');
  await signIn(desk, email);
  const rejected = await desk.call('session.code', { body: { code: codeOf(secret) } });
  expect([rejected.status, rejected.body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
  site.service.clock.ms += WINDOW_MS;
  // The time to enter the code has ended, too.
  expect((await desk.call('session.code', { body: { code: codeOf(secret) } })).status).toBe(401);
  await signIn(desk, email);
  await desk.do('session.code', { body: { code: codeOf(secret) } });
});

test('is not bypassed by a mailed reset, an invitation or the OpenID provider', async () => {
  const { email, secret } = await withTwoSteps();
  const desk = site.stranger();
  await desk.do('session.forgotten', { body: { email } });
  await expect.poll(() => mails.at(-1)?.to).toBe(email);
  const token = /token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1];
  const reset = await desk.do('invitations.accept', { body: { token, name: 'Bob', password: 'another long secret' } });
  expect(reset.body.state).toBe('needs_code');
  expect(await isSignedIn(desk)).toBe(false);
  await desk.do('session.code', { body: { code: codeOf(secret) } });
  expect(await isSignedIn(desk)).toBe(true);

  const invited = await site.operator.do('invitations.create', { body: { email, role: 'member', account: 'Acme' } });
  const other = site.stranger();
  const invitation = String(invited.body.link).replace(/^.*token=/, '');
  const joined = await other.do('invitations.accept', { body: { token: invitation, name: 'Bob', password: PASSWORD } });
  expect(joined.body.state).toBe('needs_code');

  identity = { ...identity, subject: `https://id.example ${email}`, email: { address: email } };
  const third = site.stranger();
  await third.request('GET', '/console/api/oidc/start');
  expect((await third.request('GET', '/console/api/oidc/finish?code=1&state=0123456789abcdef')).status).toBe(303);
  expect((await third.do('session.show')).body.state).toBe('needs_code');
  expect(await isSignedIn(third)).toBe(false);
});

test('is switched off with password and code only, or by an operator for another member', async () => {
  const { bob, email, secret } = await withTwoSteps();
  const off = (current_password: string | null, code: string) =>
    bob.call('totp.switch-off', { body: { current_password, code } });
  expect((await off(null, codeOf(secret))).body.error.details[0].path).toBe('current_password');
  expect((await off('wrong', codeOf(secret))).body.error.details[0].path).toBe('current_password');
  expect((await off(PASSWORD, '000000')).body.error.details[0].path).toBe('code');
  expect((await bob.do('totp.show')).body.on_since).not.toBeNull();
  expect((await off(PASSWORD, codeOf(secret))).status).toBe(200);
  expect((await off(PASSWORD, codeOf(secret, 1))).status).toBe(409);
  expect((await signIn(site.stranger(), email)).body.state).toBe('signed_in');

  const other = await withTwoSteps();
  const rows = (await site.operator.do('members.list')).body.rows as { id: string; email: string; has_totp: boolean }[];
  const { id = '', has_totp } = rows.find((row) => row.email === other.email) ?? {};
  expect(has_totp).toBe(true);
  expect((await other.bob.call('members.switch-off-totp', { params: { id } })).status).toBe(403);
  await site.operator.do('members.switch-off-totp', { params: { id } });
  expect((await site.operator.call('members.switch-off-totp', { params: { id } })).status).toBe(409);
  expect((await site.operator.call('members.switch-off-totp', { params: { id: 'mem_none' } })).status).toBe(404);
  expect((await signIn(site.stranger(), other.email)).body.state).toBe('signed_in');
  const own = rows.find((row) => row.email === 'ann@acme.example')?.id ?? '';
  expect((await site.operator.call('members.switch-off-totp', { params: { id: own } })).body.error.code).toBe(
    'CONFLICT',
  );
});

test('is named in the audit log, without secrets', async () => {
  const { bob, email, secret, codes } = await withTwoSteps();
  const desk = site.stranger();
  await signIn(desk, email);
  await desk.call('session.code', { body: { code: '000000' } });
  await desk.do('session.code', { body: { code: codes[0] } });
  await bob.do('totp.switch-off', { body: { current_password: PASSWORD, code: codeOf(secret) } });
  const rows = (await site.operator.do('audit.list')).body.rows as Record<string, string>[];
  const own = rows.filter(({ who }) => who === email).map(({ action, subject, result }) => [action, subject, result]);
  expect(own.reverse().slice(1)).toEqual([
    ['totp.set-up', email, 'ok'],
    ['totp.switch-on', email, 'ok'],
    ['session.sign-in', 'with a password', 'needs_code'],
    ['session.code', '', 'INVALID_INPUT'],
    ['session.code', 'with a recovery code', 'ok'],
    ['totp.switch-off', email, 'ok'],
  ]);
  expect(JSON.stringify(rows)).not.toContain(secret);
});
