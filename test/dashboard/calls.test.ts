// The log of requests in the dashboard: the calls of the own account, by key and status, of a real server over its
// port.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Browser, startTestConsole, type TestConsole } from '../support/console.ts';
import { call, endServers } from '../support/program.ts';
import { startDashboard } from '../support/running-dashboard.ts';

let site: TestConsole;
let bob: Browser;
const folder = mkdtempSync(join(tmpdir(), 'cardfile-call-log-'));
beforeAll(async () => {
  site = await startTestConsole();
  bob = await site.member('Bob', 'Acme');
  await site.member('Eve', 'Bolt');
  const [acme, bolt] = ['Acme', 'Bolt'].map((name) => ({ name, id: '' }));
  for (const account of await site.service.admin.accounts())
    for (const one of [acme, bolt]) if (one?.name === account.name) one.id = account.id;
  const logged = (requestId: string, status: number) => ({
    ...{ requestId, at: site.service.clock.ms, path: '/v2/enrichment/email', status, ms: 3.5, credits: 1 },
  });
  site.callStore.enter([
    { keyId: 'key_acme', accountId: acme?.id ?? '', calls: [logged('a1', 200), logged('a2', 404), logged('a3', 500)] },
    { keyId: 'key_bolt', accountId: bolt?.id ?? '', calls: [logged('b1', 422)] },
  ]);
});
afterAll(async () => {
  await site.close();
  endServers();
  rmSync(folder, { recursive: true, force: true });
});

const ids = async (browser: Browser, query = {}) =>
  (await browser.do('calls.list', { query })).body.rows.map(({ id }: { id: string }) => id);

test('shows a member the calls of the own account, and an operator all calls', async () => {
  expect(await ids(bob)).toEqual(['a3', 'a2', 'a1']);
  expect(await ids(bob, { key: 'key_bolt' })).toEqual([]);
  expect((await bob.call('calls.list', { query: { account: 'Bolt' } })).status).toBe(403);
  expect((await ids(site.operator)).sort()).toEqual(['a1', 'a2', 'a3', 'b1']);
  expect(await ids(site.operator, { account: 'Bolt' })).toEqual(['b1']);
});

test('filters by status and key', async () => {
  expect(await ids(bob, { status: 'errors' })).toEqual(['a3', 'a2']);
  expect(await ids(bob, { status: '4xx' })).toEqual(['a2']);
  expect(await ids(bob, { status: '200', key: 'key_acme' })).toEqual(['a1']);
  expect((await bob.call('calls.list', { query: { status: 'bad' } })).status).toBe(422);
});

test('shows bodies of the own account only', async () => {
  const accountId = (await site.service.admin.accounts()).find(({ name }) => name === 'Bolt')?.id ?? '';
  const bodies = { request: '{"a":1}', answer: '{"b":2}', isCut: false };
  const call = { requestId: 'b9', at: site.service.clock.ms, path: '/v2/x', status: 200, ms: 1, credits: 1, bodies };
  site.callStore.enter([{ keyId: 'key_bolt9', accountId, calls: [call] }]);
  const params = { id: 'b9' };
  const kept = { state: 'kept', request: '{"a":1}', answer: '{"b":2}', is_cut: false };
  expect((await site.operator.do('calls.bodies', { params })).body).toEqual(kept);
  expect((await bob.do('calls.bodies', { params })).body.state).toBe('none');
  expect((await bob.call('calls.bodies', { params, query: { account: 'Bolt' } })).status).toBe(403);
});

test('gets every call of a running server with several threads, with its credits', async () => {
  const data = join(folder, 'data');
  vi.stubEnv('CARDFILE_CALL_BODIES', 'on');
  const { server, request } = await startDashboard(data, '--workers', '2');
  vi.unstubAllEnvs();
  await request('POST', 'plans', { name: 'pro', credits_per_month: 100, requests_per_second: 100 });
  await request('POST', 'accounts', { name: 'acme', plan: 'pro' });
  const made = { account: 'acme', name: 'crm', allowed_paths: [], expires_at: null };
  const { key } = (await request('POST', 'keys', made)).body;
  const clock = '/v2/utils/current-date';
  expect((await call(server.base, key, clock, { region: 'UTC' })).status).toBe(200);
  expect((await call(server.base, key, clock, { region: 'Mars' })).status).toBe(422);
  expect((await call(server.base, 'sk_unknown', clock, { region: 'UTC' })).status).toBe(401);
  const listed = async () => (await request('GET', 'calls')).body.rows as Record<string, unknown>[];
  await expect.poll(async () => (await listed()).length).toBe(2);
  const [rejected, answered] = (await listed()).sort((a, b) => Number(b['status']) - Number(a['status']));
  expect(answered).toMatchObject({ account: 'acme', key_name: 'crm', path: clock, status: 200, credits: 1 });
  expect(rejected).toMatchObject({ status: 422, credits: 0 });
  expect(answered?.['ms']).toBeGreaterThan(0);
  expect(answered?.['id']).not.toBe(rejected?.['id']);
  const bodiesOf = async (id: unknown) => (await request('GET', `calls/${id}/bodies`)).body;
  expect(await bodiesOf(answered?.['id'])).toMatchObject({ state: 'kept', request: '{"region":"UTC"}', is_cut: false });
  expect(JSON.parse((await bodiesOf(rejected?.['id'])).answer).error.code).toBe('INVALID_INPUT');
  expect(await bodiesOf('unknown')).toEqual({ state: 'none', request: null, answer: null, is_cut: false });
});
