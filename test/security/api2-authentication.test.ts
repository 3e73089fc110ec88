// OWASP API2:2023, broken authentication: only the exact text of a live key authenticates, the store looks up hashes
// only, and guessing affects only its sender. test/http/keys.test.ts has revocation, expiry and rotation.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { generateKey, hashKey } from '../../src/accounts/key-format.ts';
import { OPERATIONS } from '../../src/contract/endpoints/endpoints.ts';
import { listen, requestText, talk } from '../support/raw-http.ts';
import { startTestService, type TestService } from '../support/service.ts';

const UTC = { region: 'UTC' };

let service: TestService;
let port: number;
beforeAll(async () => {
  service = await startTestService();
  port = await listen(service);
});
afterAll(() => service.close());
// Resets the limit of attempts from the test before.
beforeEach(() => {
  service.clock.ms += 1000;
});

/** Hashes that the store looks up while `work` runs. */
async function lookedUp(work: () => Promise<unknown>): Promise<string[]> {
  const { accounts } = service.running;
  const lookups: string[] = [];
  const authenticate = accounts.authenticate.bind(accounts);
  accounts.authenticate = (keyHash) => {
    lookups.push(keyHash);
    return authenticate(keyHash);
  };
  try {
    await work();
  } finally {
    accounts.authenticate = authenticate;
  }
  return lookups;
}

const flipped = (key: string, index: number) =>
  key.slice(0, index) + (key[index] === 'x' ? 'y' : 'x') + key.slice(index + 1);

describe('is rejected without a look-up:', () => {
  it('a key with any one character changed', async () => {
    const statuses = new Set<number>();
    const lookups = await lookedUp(async () => {
      for (let at = 0; at < service.key.length; at += 1) {
        service.clock.ms += 100;
        const { status } = await service.call('current-date', UTC, { key: flipped(service.key, at) });
        statuses.add(status);
      }
    });
    expect([...statuses]).toEqual([401]);
    expect(lookups).toEqual([]);
  });

  it.each<[string, (key: string) => string]>([
    ['in capital letters', (key) => key.toUpperCase()],
    ['in lower case', (key) => key.toLowerCase()],
    ['one character short', (key) => key.slice(0, -1)],
    ['one character longer', (key) => `${key}0`],
    ['without its prefix', (key) => key.slice('cf_live_'.length)],
    ['with another prefix', (key) => key.replace('live', 'test')],
    ['in quotes', (key) => `"${key}"`],
    ['as a bearer token', (key) => `Bearer ${key}`],
    ['percent-encoded', (key) => key.replace('_', '%5f')],
    ['with a blank inside', (key) => `${key.slice(0, 20)} ${key.slice(20)}`],
    ['twice in one header', (key) => `${key}, ${key}`],
    ['with a letter that looks the same', (key) => key.replace('c', '\u0441')],
    ['its hash, as stored', (key) => hashKey(key)],
    ['its masked form', (key) => `${key.slice(0, 12)}…${key.slice(-4)}`],
  ])('a key %s', async (_, spoil) => {
    const key = spoil(service.key);
    expect(key).not.toBe(service.key);
    const lookups = await lookedUp(async () => {
      expect((await service.call('current-date', UTC, { key })).status).toBe(401);
    });
    expect(lookups).toEqual([]);
  });
});

it('the store looks up a hash, never a key', async () => {
  const unknown = generateKey();
  const lookups = await lookedUp(async () => {
    await service.call('current-date', UTC);
    await service.call('current-date', UTC, { key: unknown });
  });
  expect(lookups).toEqual([hashKey(service.key), hashKey(unknown)]);
});

it('no endpoint answers a call without a key', async () => {
  for (const operation of OPERATIONS) {
    service.clock.ms += 100;
    expect((await service.call(operation, {}, { key: null })).status).toBe(401);
  }
});

describe('on a connection', () => {
  const statusesOf = async (text: string) =>
    (await talk(port, [text], { quietMs: 100 })).answers.map(({ status }) => status);

  it('blanks around the key are ignored', async () => {
    expect(await statusesOf(requestText({ key: `  ${service.key}\t ` }))).toEqual([200]);
  });

  it('two headers with keys are rejected, whichever is right', async () => {
    for (const keys of [
      [service.key, 'none'],
      ['none', service.key],
      [service.key, service.key],
    ]) {
      const [first = '', second = ''] = keys;
      expect(await statusesOf(requestText({ key: first, lines: [`X-Api-Key: ${second}`] }))).toEqual([401]);
    }
  });

  it('one call with a key does not authenticate the next one', async () => {
    const { answers } = await talk(port, [requestText({ key: service.key }), requestText({ key: 'none' })], {
      quietMs: 100,
    });
    expect(answers.map(({ status }) => status)).toEqual([200, 401]);
  });
});

describe('guessing from one address', () => {
  const guess = async (count: number, remoteAddress: string) => {
    const statuses: number[] = [];
    for (let turn = 0; turn < count; turn += 1) {
      const headers = { 'x-api-key': generateKey() };
      statuses.push(
        (await service.request({ method: 'GET', url: '/v2/account/key-info', remoteAddress, headers })).status,
      );
    }
    return statuses;
  };
  const keyInfo = (remoteAddress: string, key = service.key) =>
    service.request({ method: 'GET', url: '/v2/account/key-info', remoteAddress, headers: { 'x-api-key': key } });

  it('is limited after 20 attempts, over all endpoints together', async () => {
    const statuses = await guess(25, '192.0.2.10');
    expect(statuses).toEqual([...Array<number>(20).fill(401), ...Array<number>(5).fill(429)]);
    const { status, headers } = await service.request({
      method: 'POST',
      url: '/v2/utils/current-date',
      remoteAddress: '192.0.2.10',
      headers: { 'x-forwarded-for': '192.0.2.99', forwarded: 'for=192.0.2.98' },
    });
    expect([status, headers['retry-after']]).toEqual([429, '1']);
  });

  it('locks out neither a caller with a key at the same address nor another address', async () => {
    await guess(25, '192.0.2.20');
    expect((await keyInfo('192.0.2.20')).status).toBe(200);
    expect((await keyInfo('192.0.2.21', generateKey())).status).toBe(401);
  });
});

it('an unknown, a revoked and an expired key are rejected with the same message', async () => {
  const [revoked, expiring] = [
    await service.makeKey({}),
    await service.makeKey({ expiresAt: new Date(service.clock.ms + 500).toISOString() }),
  ];
  const { body } = await service.call('key-info', undefined, { key: revoked });
  await service.admin.revokeKey(body.id);
  service.clock.ms += 1000;
  const answers = [];
  for (const key of [generateKey(), revoked, expiring, 'none'])
    answers.push((await service.call('current-date', UTC, { key })).body.error);
  expect(new Set(answers.map(({ code, message }) => JSON.stringify([code, message]))).size).toBe(1);
  expect(new Set(answers.flatMap(Object.keys))).toEqual(new Set(['code', 'message', 'request_id']));
});
