// Valid and invalid input to the routes of the dashboard: each request is answered, never with an internal error, and
// within a rate limit.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROUTE_NAMES, ROUTES, type RouteName } from '../../src/dashboard/routes/routes.ts';
import { startTestConsole, type TestConsole } from '../support/console.ts';

let site: TestConsole;
beforeAll(async () => {
  site = await startTestConsole();
});
afterAll(() => site.close());

const HOSTILE: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  '',
  ' ',
  'x'.repeat(200),
  'x'.repeat(100_000),
  '\u0000',
  '\ud800',
  '😀'.repeat(100),
  '../../etc/passwd',
  "'; DROP TABLE member; --",
  '<script>alert(1)</script>',
  'ann@acme.example',
  'https://www.network.example/in/x',
  '2999-12-31T00:00:00Z',
  '__proto__',
  [],
  ['x'],
  [{ field: 'name', column: 'x' }],
  {},
  { $ne: null },
  { __proto__: { role: 'operator' } },
];

/** Routes that end the session under test. */
const ENDING: readonly RouteName[] = ['session.sign-out', 'session.oidc-start', 'session.oidc-finish'];

describe('every value in every field is answered', () => {
  test.each(ROUTE_NAMES.filter((name) => !ENDING.includes(name)))('%s', async (name) => {
    const fields = Object.keys(ROUTES[name].body?.properties ?? {});
    const texts = Object.keys(ROUTES[name].query?.properties ?? {});
    for (const value of HOSTILE) {
      const text = typeof value === 'string' ? value.slice(0, 2000).toWellFormed() : JSON.stringify(value);
      const input = {
        params: { id: text.slice(0, 80) },
        query: Object.fromEntries(texts.map((field) => [field, text])),
        body: Object.fromEntries(fields.map((field) => [field, value])),
      };
      const { status } = await site.operator.call(name, input);
      expect(status, `${name} ${text.slice(0, 40)}`).toBeLessThan(500);
    }
    expect(site.faults).toEqual([]);
    expect((await site.operator.do('members.list')).body.rows).toHaveLength(1);
  });

  test('rejects bodies that are no objects, or no JSON', async () => {
    for (const raw of [
      '',
      '[]',
      'null',
      '1',
      '"x"',
      '{',
      '{"a":1}{',
      '\u0000',
      Buffer.from([0xff, 0xfe]),
      'x'.repeat(2_000_000),
    ]) {
      const reply = await site.operator.call('plans.set', { raw });
      expect([413, 422], String(raw.slice(0, 10))).toContain(reply.status);
    }
  });
});

test('a caller over the rate limit has to wait; others are not affected', async () => {
  const bob = await site.member('Bob', 'Acme');
  site.pace.isStopped = true;
  const statuses = [];
  for (let time = 0; time < 60; time += 1) statuses.push((await bob.call('session.show')).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(50);
  const rejected = await bob.call('keys.list');
  expect([rejected.status, rejected.headers['retry-after']]).toEqual([429, '1']);
  await site.operator.do('session.show');
  await site.stranger('203.0.113.9').do('session.show');
  site.pace.isStopped = false;
  for (let time = 0; time < 11; time += 1) await site.operator.do('session.show');
  await bob.do('keys.list');
});

test('calls of the API count against the same rate, also those of callers who are not signed in', async () => {
  site.pace.isStopped = true;
  const stranger = site.stranger('203.0.113.9');
  const path = '/console/api/call/v2/utils/current-date';
  const statuses = [];
  for (let time = 0; time < 40; time += 1)
    statuses.push((await stranger.request('POST', path, { body: { region: 'UTC' } })).status);
  expect(statuses).toEqual([...Array(30).fill(401), ...Array(10).fill(429)]);
  expect((await stranger.call('session.show')).status).toBe(429);
  site.pace.isStopped = false;
});

test('the log of answers contains no text of a caller', async () => {
  site.answers.length = 0;
  await site.operator.call('keys.list', { query: { account: 'ann@acme.example' } });
  const [ann] = await site.store.members.members();
  expect(site.answers).toEqual([{ route: 'keys.list', status: 404, ms: expect.any(Number), memberId: ann?.id }]);
});
