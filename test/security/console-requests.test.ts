// Requests to the dashboard that other sites, other host names and other machines can make a browser send, and the
// protection of its cookies.
import { afterEach, describe, expect, test } from 'vitest';
import { ROUTE_NAMES, ROUTES } from '../../src/dashboard/routes/routes.ts';
import { type Browser, PASSWORD, startTestConsole, type TestConsole } from '../support/console.ts';

let site: TestConsole;
afterEach(() => site.close());

const PLAN = { body: { name: 'made', credits_per_month: 1, requests_per_second: 1 } };
const ANN = { email: 'ann@acme.example', password: PASSWORD };
const rejectionOf = async (answer: Promise<{ status: number; body: { error?: { code: string } } }>) => {
  const { status, body } = await answer;
  return `${status} ${body.error?.code ?? ''}`;
};
const setCookie = (reply: { headers: Readonly<Record<string, unknown>> }) => String(reply.headers['set-cookie']);

describe('forged requests', () => {
  test('every action of a member needs the token of the session', async () => {
    site = await startTestConsole();
    const acts = ROUTE_NAMES.filter((name) => ROUTES[name].method === 'POST' && ROUTES[name].who !== 'public');
    expect(acts.length).toBeGreaterThan(15);
    const other = site.stranger();
    await other.do('session.sign-in', { body: ANN });
    for (const token of [null, '', 'x', other.csrfToken, `${site.operator.csrfToken}x`]) {
      for (const name of acts) {
        const forged = site.operator.call(name, { headers: { 'x-csrf-token': token }, params: { id: 'x' }, body: {} });
        expect(await rejectionOf(forged), `${name} with ${token}`).toBe('403 FORBIDDEN');
      }
    }
    const call = site.operator.request('POST', '/console/api/call/v2/utils/current-date?account=tester', {
      headers: { 'x-csrf-token': null },
      body: { region: 'UTC' },
    });
    expect(await rejectionOf(call)).toBe('403 FORBIDDEN');
  });

  test('a page of another site can send nothing, not even a sign-in', async () => {
    site = await startTestConsole();
    const foreign = [
      'http://evil.example',
      'https://localhost:8080',
      'http://localhost:8081',
      'http://localhost',
      'null',
    ];
    for (const origin of foreign) {
      expect(await rejectionOf(site.operator.call('plans.set', { ...PLAN, headers: { origin } })), origin).toBe(
        '403 FORBIDDEN',
      );
      const signIn = site.stranger().call('session.sign-in', { body: ANN, headers: { origin } });
      expect(await rejectionOf(signIn), origin).toBe('403 FORBIDDEN');
    }
    for (const place of ['cross-site', 'same-site']) {
      const headers = { origin: null, 'sec-fetch-site': place };
      expect(await rejectionOf(site.operator.call('plans.set', { ...PLAN, headers }))).toBe('403 FORBIDDEN');
    }
    expect((await site.service.admin.plans()).map(({ name }) => name)).toEqual(['tests']);
    // Not a browser, but a client with session and token.
    await site.operator.do('plans.set', { ...PLAN, headers: { origin: null } });
  });

  test('a form of another site cannot resemble a request of the page', async () => {
    site = await startTestConsole();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', null]) {
      const reply = site.stranger().call('session.sign-in', { body: ANN, headers: { 'content-type': type } });
      expect(await rejectionOf(reply), String(type)).toBe('422 INVALID_INPUT');
    }
  });

  test('a GET changes nothing', async () => {
    site = await startTestConsole();
    const before = JSON.stringify(await site.service.admin.plans());
    expect((await site.operator.request('GET', '/console/api/session/sign-out')).status).toBe(405);
    for (const name of ROUTE_NAMES.filter((one) => ROUTES[one].method === 'GET')) await site.operator.call(name);
    expect(JSON.stringify(await site.service.admin.plans())).toBe(before);
    expect((await site.operator.do('session.show')).body.state).toBe('signed_in');
  });
});

describe('the host', () => {
  test("over plain http must be the browser's own machine, regardless of the name that resolves to it", async () => {
    site = await startTestConsole();
    for (const host of [
      'evil.example',
      '192.168.1.5:8080',
      'localhost.evil.example',
      '127.0.0.1.evil.example:8080',
      'a@b',
    ]) {
      const reply = site.operator.call('session.show', { headers: { host } });
      expect(await rejectionOf(reply), host).toBe('403 FORBIDDEN');
    }
    for (const host of ['localhost', 'LOCALHOST:8080', '127.0.0.1:8080', '127.1.2.3', '[::1]:8080']) {
      expect((await site.operator.call('session.show', { headers: { host } })).status, host).toBe(200);
    }
  });

  test('is trusted to be https only by a trusted proxy', async () => {
    site = await startTestConsole();
    const headers = { host: 'card.example', 'x-forwarded-proto': 'https' };
    expect(await rejectionOf(site.stranger().call('session.show', { headers }))).toBe('403 FORBIDDEN');
  });
});

describe('cookies', () => {
  function overHttps(browser: Browser): Browser {
    browser.host = 'card.example';
    browser.origin = 'https://card.example';
    return browser;
  }

  test('over https are limited to this host, not sent by other sites, and not readable by scripts', async () => {
    site = await startTestConsole({ publicUrl: 'https://card.example' });
    const browser = overHttps(site.stranger());
    const reply = await browser.do('session.sign-in', { body: ANN });
    expect(setCookie(reply)).toMatch(/^__Host-cardfile-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    await browser.do('members.list');
    const out = await browser.do('session.sign-out');
    const cleared = setCookie(out);
    expect(cleared).toMatch(/^__Host-cardfile-session=; Max-Age=0; Path=\/; .*HttpOnly; Secure; SameSite=Strict$/);
  });

  test('behind a trusted proxy are cookies of https, and addresses are the addresses of browsers', async () => {
    site = await startTestConsole({ trustedProxies: ['127.0.0.1'] });
    const headers = { host: 'card.example', 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };
    const browser = site.stranger();
    browser.origin = 'https://card.example';
    const reply = await browser.do('session.sign-in', { body: ANN, headers });
    expect(setCookie(reply)).toContain('__Host-');
    const { rows } = (await browser.do('audit.list', { headers })).body;
    expect(rows[0]).toMatchObject({ action: 'session.sign-in', address: '203.0.113.9' });
    const direct = site.stranger('192.0.2.1').call('session.show', { headers });
    expect(await rejectionOf(direct)).toBe('403 FORBIDDEN');
  });

  test('of plain http are not valid over https', async () => {
    site = await startTestConsole({ publicUrl: 'https://card.example' });
    const [, token = ''] = [...site.operator.cookies][0] ?? [];
    const browser = overHttps(site.stranger());
    browser.cookies.set('cardfile-session', token);
    expect((await browser.do('session.show')).body.state).toBe('signed_out');
    browser.cookies.set('__Host-cardfile-session', token);
    expect((await browser.do('session.show')).body.state).toBe('signed_in');
  });

  test('over http on this machine have no Secure attribute: some browsers do not store it there', async () => {
    site = await startTestConsole();
    const reply = await site.stranger().do('session.sign-in', { body: ANN });
    expect(setCookie(reply)).toMatch(/^cardfile-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  });
});

describe('sessions', () => {
  test('a token known before the sign-in is not valid after it', async () => {
    site = await startTestConsole();
    const planted = 'A'.repeat(43);
    const browser = site.stranger();
    browser.cookies.set('cardfile-session', planted);
    await browser.do('session.sign-in', { body: ANN });
    const [, token] = [...browser.cookies][0] ?? [];
    expect(token).not.toBe(planted);
    const attacker = site.stranger();
    attacker.cookies.set('cardfile-session', planted);
    expect((await attacker.do('session.show')).body.state).toBe('signed_out');
  });

  test('another sign-in, or another password, has a new token and ends the old one', async () => {
    site = await startTestConsole();
    const browser = site.stranger();
    const tokens = new Set<string>();
    const use = async (name: 'session.sign-in' | 'session.change-password', body: object) => {
      await browser.do(name, { body });
      tokens.add([...browser.cookies.values()][0] ?? '');
    };
    await use('session.sign-in', ANN);
    await use('session.sign-in', ANN);
    await use('session.change-password', { current_password: PASSWORD, new_password: 'another long password' });
    expect(tokens.size).toBe(3);
    for (const token of [...tokens].slice(0, 2)) {
      const old = site.stranger();
      old.cookies.set('cardfile-session', token);
      expect((await old.do('session.show')).body.state).toBe('signed_out');
    }
  });

  test('a token of any other form is not valid', async () => {
    site = await startTestConsole();
    for (const token of ['', 'x', "' OR 1=1 --", 'A'.repeat(10_000), '%00'.repeat(14), 'é'.repeat(43)]) {
      const browser = site.stranger();
      browser.cookies.set('cardfile-session', encodeURIComponent(token));
      expect((await browser.do('session.show')).body.state).toBe('signed_out');
    }
  });
});

describe('guessing', () => {
  const wrong = { body: { ...ANN, password: 'wrong horse battery' } };

  test('of one password from one address is blocked after ten attempts, for fifteen minutes', async () => {
    site = await startTestConsole();
    const guesser = site.stranger('198.51.100.7');
    for (let time = 0; time < 10; time += 1)
      expect(await rejectionOf(guesser.call('session.sign-in', wrong))).toBe('401 UNAUTHORIZED');
    const rejected = await guesser.call('session.sign-in', { body: ANN });
    expect([rejected.status, rejected.headers['retry-after']]).toEqual([429, '900']);
    // The member under attack can sign in from elsewhere.
    await site.stranger('203.0.113.9').do('session.sign-in', { body: ANN });
    site.service.clock.ms += 15 * 60_000;
    await guesser.do('session.sign-in', { body: ANN });
  });

  test('of many members, or invitation tokens, from one address is blocked as well', async () => {
    site = await startTestConsole();
    const guesser = site.stranger('198.51.100.7');
    const statuses: number[] = [];
    for (let time = 0; time < 60; time += 1) {
      const body = { token: `guess-${time}`, name: 'X', password: PASSWORD };
      statuses.push((await guesser.call('invitations.accept', { body })).status);
    }
    expect(statuses.filter((status) => status === 404)).toHaveLength(50);
    expect(statuses.slice(50)).toEqual(Array(10).fill(429));
    expect((await guesser.call('session.sign-in', wrong)).status).toBe(429);
    const { rows } = (await site.operator.do('audit.list')).body;
    expect(rows.filter((row: { result: string }) => row.result === 'RATE_LIMIT_EXCEEDED')).toEqual([]);
  });

  test('of the current password in a stolen session is blocked after ten attempts', async () => {
    site = await startTestConsole();
    const body = { current_password: 'wrong', new_password: 'another long password' };
    for (let time = 0; time < 10; time += 1) await site.operator.call('session.change-password', { body });
    expect(
      (await site.operator.call('session.change-password', { body: { ...body, current_password: PASSWORD } })).status,
    ).toBe(429);
  });
});
