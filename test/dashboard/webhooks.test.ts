// Webhook endpoints in the dashboard: of one account, changed by its members, with a secret that is answered once.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../../src/contract/limits.ts';
import { type Browser, startTestConsole, type TestConsole } from '../support/console.ts';

const ADDRESS = 'https://hooks.acme.test/cardfile';
const WANTED = { url: ADDRESS, event_types: ['credits.low', 'batch.completed'] };

let site: TestConsole;
let bob: Browser;
let eve: Browser;
let id: string;
beforeAll(async () => {
  site = await startTestConsole();
  bob = await site.member('Bob', 'Acme');
  eve = await site.member('Eve', 'Bolt');
});
afterAll(() => site.close());

const log = async (query = {}) => (await bob.do('webhooks.deliveries', { params: { id }, query })).body;

test('are added with a secret that later answers do not contain', async () => {
  const { body } = await bob.do('webhooks.create', { body: WANTED });
  expect(body).toMatchObject({ ...WANTED, account: 'Acme', enabled: true, secret: expect.stringMatching(/^whsec_/) });
  ({ id } = body);
  const listed = (await bob.do('webhooks.list')).body;
  expect([listed.rows.length, listed.max]).toEqual([1, LIMITS.webhooksMax]);
  expect(JSON.stringify(listed)).not.toContain(body.secret);
  const rotated = (await bob.do('webhooks.rotate', { params: { id } })).body;
  expect([rotated.secret === body.secret, rotated.previous_secret_until === null]).toEqual([false, false]);
  const acts = (await site.operator.do('audit.list')).body.rows;
  expect(acts[0]).toMatchObject({ action: 'webhooks.rotate', subject: `${WANTED.url} (${id}) of Acme`, result: 'ok' });
  expect(JSON.stringify(acts)).not.toContain('whsec_');
});

test('belong to one account, which an operator names', async () => {
  expect((await eve.do('webhooks.list')).body.rows).toEqual([]);
  expect((await eve.call('webhooks.list', { query: { account: 'Acme' } })).status).toBe(403);
  const acts = ['webhooks.rotate', 'webhooks.test', 'webhooks.remove', 'webhooks.deliveries'] as const;
  for (const act of acts) expect((await eve.call(act, { params: { id } })).status, act).toBe(404);
  expect((await site.operator.call('webhooks.list')).status).toBe(422);
  expect((await site.operator.do('webhooks.list', { query: { account: 'Acme' } })).body.rows).toHaveLength(1);
});

test('are rejected with a reason at the field', async () => {
  const at = async (body: object) => {
    const { status, body: rejection } = await bob.call('webhooks.create', { body: { ...WANTED, ...body } });
    return [status, rejection.error.details?.[0]?.path];
  };
  expect(await at({ url: 'http://hooks.acme.test/' })).toEqual([422, 'url']);
  expect(await at({ url: 'https://127.0.0.1/' })).toEqual([422, 'url']);
  expect(await at({ event_types: [] })).toEqual([422, 'event_types']);
});

test('list their deliveries in pages, each with its payload', async () => {
  for (let count = 0; count < 51; count += 1) await bob.do('webhooks.test', { params: { id } });
  const { rows, cursor } = await log();
  expect(rows).toHaveLength(50);
  expect(rows[0]).toMatchObject({ event_type: 'webhook.test', state: 'pending', attempts: 0 });
  expect(JSON.parse(rows[0].payload)).toMatchObject({ type: 'webhook.test', data: { webhook_id: id } });
  const last = await log({ cursor });
  expect([last.rows.length, last.cursor]).toEqual([1, null]);
  expect(new Set([...rows, ...last.rows].map((row: { id: string }) => row.id)).size).toBe(51);
  expect((await bob.call('webhooks.deliveries', { params: { id }, query: { cursor: 'x' } })).status).toBe(422);
});

test('receive nothing while they are off: waiting deliveries fail, and can be sent again', async () => {
  await bob.do('webhooks.change', { params: { id }, body: { enabled: false } });
  const [{ id: delivery, state }] = (await log()).rows;
  expect(state).toBe('failed');
  const body = { delivery };
  const rejected = await bob.call('webhooks.replay', { params: { id }, body });
  expect([rejected.status, rejected.body.error.message]).toEqual([409, 'this endpoint is off; switch it on first']);
  expect((await bob.call('webhooks.test', { params: { id } })).status).toBe(409);
  await bob.do('webhooks.change', { params: { id }, body: { enabled: true, event_types: ['credits.low'] } });
  expect((await bob.do('webhooks.replay', { params: { id }, body })).body).toMatchObject({
    id: delivery,
    state: 'pending',
  });
  expect((await bob.call('webhooks.replay', { params: { id }, body: { delivery: 'dlv_none' } })).status).toBe(404);
});

test('are limited in number, and removed with their log', async () => {
  for (let count = 1; count < LIMITS.webhooksMax; count += 1) await bob.do('webhooks.create', { body: WANTED });
  const beyond = await bob.call('webhooks.create', { body: WANTED });
  expect([beyond.status, beyond.body.error.message]).toEqual([409, 'the account has 10 endpoints; remove one first']);
  await bob.do('webhooks.remove', { params: { id } });
  expect((await bob.call('webhooks.deliveries', { params: { id } })).status).toBe(404);
  expect((await bob.do('webhooks.list')).body.rows).toHaveLength(LIMITS.webhooksMax - 1);
});
