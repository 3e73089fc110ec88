// Sign-in by OpenID Connect: permitted members, and forged, replayed or misdirected callbacks.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openIdProvider, type ProviderSettings } from '../../src/dashboard/open-id.ts';
import { type Browser, startTestConsole, type TestConsole } from '../support/console.ts';
import { type Claims, type OpenIdIssuer, startIssuer } from '../support/open-id-issuer.ts';

const BOB: Claims = { sub: '7', email: 'bob@acme.example', email_verified: true, name: 'Bob' };

let issuer: OpenIdIssuer;
let site: TestConsole;
beforeEach(async () => {
  issuer = await startIssuer(BOB);
  site = await startTestConsole({ openId: provider() });
});
afterEach(async () => {
  await site.close();
  await issuer.close();
});

/** The provider as it is configured, with some other settings. */
const provider = (others: Partial<ProviderSettings> = {}) => {
  const { url, clientId, clientSecret } = issuer;
  return openIdProvider({ issuer: url, clientId, clientSecret, trustsEmail: false, ...others });
};

/** Follows the button to the provider, and returns the callback URL. */
async function begin(browser: Browser, returnTo?: string): Promise<URL> {
  const query = returnTo === undefined ? {} : { return_to: returnTo };
  const reply = await browser.call('session.oidc-start', { query });
  expect(reply.status).toBe(303);
  return issuer.authorize(String(reply.headers['location']));
}

/** The path to which the callback redirects. */
async function finish(browser: Browser, url: URL): Promise<string> {
  const reply = await browser.request('GET', `${url.pathname}${url.search}`);
  expect(reply.status).toBe(303);
  return String(reply.headers['location']);
}

const come = async (browser: Browser, returnTo?: string) => finish(browser, await begin(browser, returnTo));
const invite = () =>
  site.operator.do('invitations.create', { body: { email: 'Bob@acme.example', role: 'operator', account: null } });
/** The messages of the internal errors, which are expected. */
const messages = () => site.faults.splice(0).map((fault) => (fault as Error).message);
const state = async (browser: Browser) => (await browser.do('session.show')).body.state;

describe('sign-in', () => {
  test('admits an invited person, then the member, to the requested page', async () => {
    await invite();
    const browser = site.stranger();
    expect(await come(browser, '/keys?account=acme#new')).toBe('/keys?account=acme#new');
    const { member } = (await browser.do('session.show')).body;
    expect(member).toMatchObject({ email: 'bob@acme.example', name: 'Bob', role: 'operator', has_password: false });
    issuer.claims = { sub: '7' };
    expect(await come(site.stranger())).toBe('/');
    expect((await site.operator.do('invitations.list')).body.rows).toEqual([]);
  });

  test('admits a member with a password, by the address that the provider has verified', async () => {
    await site.member('Bob', 'Acme');
    expect(await come(site.stranger())).toBe('/');
    issuer.claims = { ...BOB, sub: '8' };
    expect(await come(site.stranger())).toBe('/sign-in?problem=not_invited');
  });

  test('admits a member with a new identity at the provider after another invitation', async () => {
    await invite();
    await come(site.stranger());
    issuer.claims = { ...BOB, sub: '8' };
    expect(await come(site.stranger())).toBe('/sign-in?problem=not_invited');
    await invite();
    const browser = site.stranger();
    expect(await come(browser)).toBe('/');
    expect((await browser.do('session.show')).body.member).toMatchObject({ email: 'bob@acme.example' });
    expect(await site.store.members.members()).toHaveLength(2);
    expect(await come(site.stranger())).toBe('/');
    issuer.claims = BOB;
    expect(await come(site.stranger())).toBe('/sign-in?problem=not_invited');
  });

  test('admits no one else', async () => {
    expect(await come(site.stranger())).toBe('/sign-in?problem=not_invited');
    await invite();
    issuer.claims = { ...BOB, email_verified: false };
    expect(await come(site.stranger())).toBe('/sign-in?problem=unverified');
    issuer.claims = { sub: '7' };
    expect(await come(site.stranger())).toBe('/sign-in?problem=unverified');
    expect(messages()).toEqual([
      expect.stringContaining('the address is not verified'),
      expect.stringContaining('sent no address'),
    ]);
    expect(await site.store.members.members()).toHaveLength(1);
    const { rows } = (await site.operator.do('audit.list')).body;
    expect(rows.slice(0, 1)).toMatchObject([{ who: '-', action: 'session.sign-in', result: 'unverified' }]);
  });

  test('admits by the address of the UserInfo endpoint where the ID token has none', async () => {
    await invite();
    issuer.claims = { sub: '7', userInfo: { ...BOB } };
    const browser = site.stranger();
    expect(await come(browser)).toBe('/');
    expect((await browser.do('session.show')).body.member).toMatchObject({ email: 'bob@acme.example', name: 'Bob' });
  });

  test('admits no one by an unverified address of the UserInfo endpoint, or by the address of another subject', async () => {
    await invite();
    issuer.claims = { sub: '7', userInfo: { ...BOB, email_verified: false } };
    expect(await come(site.stranger())).toBe('/sign-in?problem=unverified');
    issuer.claims = { sub: '7', userInfo: { ...BOB, sub: '8' } };
    expect(await come(site.stranger())).toBe('/sign-in?problem=failed');
    expect(messages()).toHaveLength(2);
  });

  test.each([
    ['of the ID token', { sub: '7', email: 'bob@acme.example', userInfo: { sub: '7' } }],
    ['of the UserInfo endpoint', { sub: '7', userInfo: { sub: '7', email: 'bob@acme.example' } }],
  ])('admits by an address %s without email_verified only if the operator trusts the provider', async (_, claims) => {
    await invite();
    issuer.claims = claims;
    expect(await come(site.stranger())).toBe('/sign-in?problem=unverified');
    expect(messages()).toEqual([expect.stringContaining('CARDFILE_OIDC_TRUST_EMAIL')]);
    await site.close();
    site = await startTestConsole({ openId: provider({ trustsEmail: true }) });
    await invite();
    issuer.claims = { ...claims, userInfo: { sub: '7', email: 'bob@acme.example', email_verified: 'false' } };
    expect(await come(site.stranger())).toBe('/sign-in?problem=unverified');
    expect(messages()).toHaveLength(1);
    issuer.claims = claims;
    expect(await come(site.stranger())).toBe('/');
    expect(await site.store.members.members()).toHaveLength(2);
  });

  test('has its button in the session', async () => {
    const { oidc } = (await site.stranger().do('session.show')).body;
    expect(oidc).toEqual({ label: '127.0.0.1', start_path: '/console/api/oidc/start' });
  });
});

describe('the callback', () => {
  test('redirects only into the dashboard', async () => {
    await invite();
    const led = [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      'javascript:alert(1)',
    ];
    const more = [
      '/\t/evil.example',
      '/%5cevil.example/..//',
      'evil.example',
      '',
      '/..//evil.example',
      '/x\r\nset-cookie: a=b',
    ];
    for (const returnTo of [...led, ...more]) {
      const location = await come(site.stranger(), returnTo);
      expect(new URL(location, 'http://localhost:8080').origin, returnTo).toBe('http://localhost:8080');
      expect(location, returnTo).toMatch(/^\/(?!\/)/);
    }
  });

  test('returns to a path that is too long for the cookie without its query', async () => {
    await invite();
    const query = (length: number) => `?${'q'.repeat(length)}`;
    expect(await come(site.stranger(), `/people${query(900)}`)).toBe(`/people${query(900)}`);
    expect(await come(site.stranger(), `/people${query(8000)}`)).toBe('/people');
    expect(await come(site.stranger(), `/${'p'.repeat(8000)}`)).toBe('/');
  });

  test('is not valid in another browser, a second time, or without the cookie', async () => {
    await invite();
    const browser = site.stranger();
    const url = await begin(browser);
    expect(await finish(site.stranger(), url)).toBe('/sign-in?problem=expired');
    const other = site.stranger();
    await begin(other);
    expect(await finish(other, url)).toBe('/sign-in?problem=expired');
    expect(await finish(browser, url)).toBe('/');
    expect(await finish(browser, url)).toBe('/sign-in?problem=expired');
    expect(await state(other)).toBe('signed_out');
  });

  test('rejects a token of the provider for another client, time or sign-in', async () => {
    await invite();
    const wrongs = [
      { aud: 'another' },
      { iss: 'https://evil.example' },
      { exp: Math.floor(Date.now() / 1000) - 3600 },
      { nonce: 'another' },
    ];
    for (const overrides of wrongs) {
      issuer.claims = { ...BOB, overrides };
      const browser = site.stranger();
      expect(await come(browser), JSON.stringify(overrides)).toBe('/sign-in?problem=failed');
      expect(await state(browser)).toBe('signed_out');
    }
    expect(messages()).toEqual([
      expect.stringContaining('"aud" (audience)'),
      expect.stringContaining('"iss" (issuer)'),
      expect.stringContaining('"exp" (expiration time)'),
      expect.stringContaining('"nonce"'),
    ]);
  });

  test.each([
    ['behind', -240, '/'],
    ['ahead', 240, '/'],
    ['behind', -600, '/sign-in?problem=failed'],
    ['ahead', 600, '/sign-in?problem=failed'],
  ])('accepts a provider whose clock is %s by at most five minutes: %i seconds', async (_, seconds, path) => {
    await invite();
    const iat = Math.floor(Date.now() / 1000) + seconds;
    issuer.claims = { ...BOB, overrides: { iat, nbf: iat, exp: iat + 30 } };
    expect(await come(site.stranger())).toBe(path);
    expect(messages()).toHaveLength(path === '/' ? 0 : 1);
  });

  test('reports a sign-in that the person cancelled', async () => {
    const browser = site.stranger();
    const url = await begin(browser);
    url.search = `?error=access_denied&state=${url.searchParams.get('state')}`;
    expect(await finish(browser, url)).toBe('/sign-in?problem=cancelled');
  });

  test('leads to the sign-in page, never to JSON, if a parameter is repeated or there are too many attempts', async () => {
    const browser = site.stranger();
    const url = await begin(browser);
    url.searchParams.append('iss', 'https://evil.example');
    url.searchParams.append('iss', 'https://evil.example');
    expect(await finish(browser, url)).toBe('/sign-in?problem=failed');
    const wrong = new URL(`/console/api/oidc/finish?code=x&state=${'x'.repeat(43)}`, url);
    const led = new Set<string>();
    for (let attempt = 0; attempt < 60; attempt += 1) led.add(await finish(site.stranger(), wrong));
    expect([...led]).toEqual(['/sign-in?problem=expired', '/sign-in?problem=too_many']);
    const started = await site.stranger().request('GET', '/console/api/oidc/start?return_to=/a&return_to=/b');
    expect([started.status, started.headers['location']]).toEqual([303, '/sign-in?problem=failed']);
  });

  test('keeps its checks for ten minutes in a cookie that other sites cannot read', async () => {
    const reply = await site.stranger().call('session.oidc-start');
    expect(String(reply.headers['set-cookie'])).toMatch(
      /^cardfile-openid-[\w-]{43}=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const location = new URL(String(reply.headers['location']));
    expect(reply.headers['set-cookie']).toContain(`-${location.searchParams.get('state')}=`);
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      redirect_uri: 'http://localhost:8080/console/api/oidc/finish',
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    });
  });
});

describe('the sign-ins of several tabs', () => {
  test('are independent, each to its own page', async () => {
    await invite();
    const browser = site.stranger();
    const [first, second, third] = [await begin(browser, '/a'), await begin(browser, '/b'), await begin(browser, '/c')];
    expect(await finish(browser, second)).toBe('/b');
    third.search = `?error=access_denied&state=${third.searchParams.get('state')}`;
    expect(await finish(browser, third)).toBe('/sign-in?problem=cancelled');
    expect(await finish(browser, first)).toBe('/a');
    expect([...browser.cookies.keys()]).toEqual(['cardfile-session']);
  });

  test('do not accept the callbacks of each other', async () => {
    await invite();
    const browser = site.stranger();
    const [first, second] = [await begin(browser), await begin(browser)];
    const [code, other] = [first.searchParams.get('code') ?? '', second.searchParams.get('code') ?? ''];
    first.searchParams.set('code', other);
    second.searchParams.set('code', code);
    expect(await finish(browser, first)).toBe('/sign-in?problem=failed');
    expect(await finish(browser, second)).toBe('/sign-in?problem=failed');
    expect(await state(browser)).toBe('signed_out');
    site.faults.length = 0;
  });

  test.each([0, 900])('fit into the headers of a proxy, the oldest are removed: a path of %i more', async (length) => {
    await invite();
    const browser = site.stranger();
    const urls: URL[] = [];
    for (let tab = 0; tab < 20; tab++) {
      site.service.clock.ms += 1000;
      urls.push(await begin(browser, `/people?${tab}${'q'.repeat(length)}`));
    }
    const kept = [...browser.cookies].map(([name, value]) => `${name}=${value}`);
    expect(kept.join('; ').length).toBeLessThan(4200);
    expect(kept.length).toBeGreaterThanOrEqual(2);
    for (const [tab, url] of urls.entries()) {
      const isKept = tab >= urls.length - kept.length;
      expect(await finish(browser, url)).toMatch(isKept ? new RegExp(`^/people\\?${tab}q*$`) : /problem=expired$/);
    }
  });

  test('end after ten minutes, even if a browser keeps the cookie', async () => {
    await invite();
    const browser = site.stranger();
    const [late, inTime] = [await begin(browser), await begin(browser)];
    site.service.clock.ms += 600_000 - 1;
    expect(await finish(browser, inTime)).toBe('/');
    site.service.clock.ms += 1;
    expect(await finish(browser, late)).toBe('/sign-in?problem=expired');
  });

  test('are cookies of this host only, on https', async () => {
    await site.close();
    site = await startTestConsole({ openId: provider(), publicUrl: 'https://cardfile.example' });
    await invite();
    const browser = site.stranger();
    [browser.host, browser.origin] = ['cardfile.example', 'https://cardfile.example'];
    const reply = await browser.call('session.oidc-start');
    expect(String(reply.headers['set-cookie'])).toMatch(
      /^__Host-cardfile-openid-[\w-]{43}=[\w-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(await finish(browser, issuer.authorize(String(reply.headers['location'])))).toBe('/');
  });

  test('are not found by another state', async () => {
    const browser = site.stranger();
    const url = await begin(browser);
    for (const text of ['', '__proto__', 'constructor', `${'x'.repeat(43)};`, 'x'.repeat(5000)]) {
      url.searchParams.set('state', text);
      expect(await finish(browser, url), text).toBe('/sign-in?problem=expired');
    }
    expect(browser.cookies.size).toBe(1);
  });
});

test.each([
  [['client_secret_basic']],
  [['client_secret_post']],
  [['client_secret_post', 'client_secret_basic']],
] as const)('the secret is sent as a provider accepts it: %j', async (methods) => {
  await Promise.all([site.close(), issuer.close()]);
  issuer = await startIssuer(BOB, methods);
  site = await startTestConsole({ openId: provider() });
  await invite();
  expect(await come(site.stranger())).toBe('/');
});

test('an unreachable provider fails one sign-in, and is contacted again', async () => {
  await issuer.close();
  const reply = await site.stranger().call('session.oidc-start');
  expect(reply.headers['location']).toBe('/sign-in?problem=failed');
  expect(messages()).toEqual([expect.stringContaining('ECONNREFUSED')]);
  issuer = await startIssuer(BOB);
});

test('the log has the reason of a provider that rejects the client or is not an OpenID provider', async () => {
  await site.close();
  const { url } = issuer;
  const connect = (at: URL) => provider({ issuer: at, clientSecret: 'wrong' });
  site = await startTestConsole({ openId: connect(url) });
  expect(await come(site.stranger())).toBe('/sign-in?problem=failed');
  expect(messages()).toEqual([expect.stringContaining('it answered invalid_grant')]);
  await expect(connect(new URL('/tenant/', url)).begin('https://cardfile.example')).rejects.toThrow('HTTP status 400');
});
