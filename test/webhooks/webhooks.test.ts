// Webhooks: endpoints by HTTP, each event, signatures checked by an independent package, and failing receivers.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import Database from 'better-sqlite3';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAccounts } from '../../src/app/account-stores.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import {
  DeliveryAnswer,
  DeliveryList,
  WebhookAnswer,
  WebhookList,
  WebhookWithSecret,
} from '../../src/contract/resources/webhook-events.ts';
import { importFiles } from '../../src/tasks/import-files.ts';
import { company, person, personUrl } from '../support/fixture-records.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { checkErrorBody, type Reply, startTestService, type TestService } from '../support/service.ts';

const ajv = new Ajv2020({ allErrors: true, strict: false });
const is = {
  webhook: ajv.compile(WebhookAnswer),
  withSecret: ajv.compile(WebhookWithSecret),
  webhooks: ajv.compile(WebhookList),
  delivery: ajv.compile(DeliveryAnswer),
  deliveries: ajv.compile(DeliveryList),
};

const HOUR_MS = 3_600_000;

let service: TestService;
let receivers: Receiver[];
beforeEach(async () => {
  receivers = [];
  service = await startTestService(
    {
      companies: [company('acme', 'Acme', { domain: 'acme.example' })],
      people: [person('jane', 1, { emails: [{ email: 'jane@acme.example', status: 'valid' }] })],
    },
    { webhookPrivate: 'true' },
  );
  // The independent package compares the time of an attempt with the system clock.
  service.clock.ms = Date.now();
});
afterEach(async () => {
  for (const receiver of receivers) receiver.close();
  await service.close();
});

async function send(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const json = body === undefined ? {} : { payload: JSON.stringify(body) };
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const reply = await service.request({
    ...{ method: method as 'POST', url: `/v2/webhooks${path}` },
    headers: { 'x-api-key': service.key, ...type, ...headers },
    ...json,
  });
  if (reply.status >= 400) checkErrorBody(reply.body);
  return reply;
}

async function receiver(): Promise<Receiver> {
  const made = await startReceiver();
  receivers.push(made);
  return made;
}

async function subscribe(url: string, ...event_types: string[]) {
  const { status, body, headers } = await send('POST', '', { url, event_types });
  expect([status, is.withSecret(body), is.withSecret.errors]).toEqual([201, true, null]);
  expect(headers['location']).toBe(`/v2/webhooks/${body.id}`);
  return body as { id: string; secret: string };
}

const log = async (id: string, query = '') => {
  const { status, body } = await send('GET', `/${id}/deliveries${query}`);
  expect([status, is.deliveries(body), is.deliveries.errors]).toEqual([200, true, null]);
  return body;
};

const soon = { interval: 20 };
const arrived = (at: Receiver, count: number) => expect.poll(() => at.received.length, soon).toBe(count);

describe('an endpoint', () => {
  it('is created with a secret that is shown once, changed, and removed', async () => {
    const { id, secret } = await subscribe(' https://hooks.acme.test/a\n', 'batch.completed');
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { body: shown } = await send('GET', `/${id}`);
    expect([is.webhook(shown), shown.enabled, JSON.stringify(shown).includes('whsec_')]).toEqual([true, true, false]);
    expect(shown.url).toBe('https://hooks.acme.test/a');
    const { body: listed } = await send('GET', '');
    expect([is.webhooks(listed), listed.results]).toEqual([true, [shown]]);
    const change = { url: 'https://hooks.acme.test/b', event_types: ['credits.low'], enabled: false };
    const { body: changed } = await send('PATCH', `/${id}`, { ...change, url: `${change.url} ` });
    expect(changed).toEqual({ ...shown, ...change });
    const { status, body } = await send('PATCH', `/${id}`, { url: 'https://hooks.acme.test/\tb' });
    expect([status, body.error.message]).toEqual([422, expect.stringContaining('must not contain blanks')]);
    expect((await send('POST', `/${id}/test`)).body.error.code).toBe('CONFLICT');
    expect((await send('DELETE', `/${id}`)).status).toBe(204);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/rotate'],
      ['GET', '/deliveries'],
      ['POST', '/deliveries/dlv_1/replay'],
    ] as const)
      expect((await send(method, `/${id}${path}`)).status, `${method} ${path}`).toBe(404);
    expect((await service.call('key-info')).body.remaining_credits).toBe(1_000_000);
  });

  it('belongs to its account', async () => {
    const { id } = await subscribe('https://hooks.acme.test/a', 'batch.completed');
    const other = await service.makeAccount({ name: 'other', creditsPerMonth: 5, requestsPerSecond: 1000 });
    const headers = { 'x-api-key': other };
    expect((await send('GET', '', undefined, headers)).body.results).toEqual([]);
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { enabled: false }],
      ['DELETE', '', undefined],
      ['POST', '/test', undefined],
      ['POST', '/rotate', undefined],
      ['GET', '/deliveries', undefined],
    ] as const)
      expect((await send(method, `/${id}${path}`, body, headers)).status, `${method} ${path}`).toBe(404);
    const limited = await service.makeKey({ allowedPaths: ['/v2/search/people'] });
    expect((await send('GET', '', undefined, { 'x-api-key': limited })).status).toBe(401);
    const allowed = await service.makeKey({ allowedPaths: ['/v2/webhooks'] });
    expect((await send('GET', `/${id}/deliveries`, undefined, { 'x-api-key': allowed })).status).toBe(200);
  });

  it.each([
    ['no URL', { event_types: ['batch.completed'] }, 'url'],
    ['no event', { url: 'https://hooks.acme.test/', event_types: [] }, 'event_types'],
    ['an unknown event', { url: 'https://hooks.acme.test/', event_types: ['batch.complete'] }, 'event_types[0]'],
    ['another key', { url: 'https://hooks.acme.test/', event_types: ['batch.completed'], secret: 'x' }, 'secret'],
    ['another scheme', { url: 'ftp://hooks.acme.test/', event_types: ['batch.completed'] }, 'url'],
    ['a user name', { url: 'https://me@hooks.acme.test/', event_types: ['batch.completed'] }, 'url'],
    ['a tab', { url: 'https://hooks.acme.test/a\tb', event_types: ['batch.completed'] }, 'url'],
    ['a line break', { url: 'https://hooks.acme\n.test/', event_types: ['batch.completed'] }, 'url'],
    ['a control character', { url: '\u0000https://hooks.acme.test/', event_types: ['batch.completed'] }, 'url'],
    ['a blank', { url: 'https://hooks.acme.test/a b', event_types: ['batch.completed'] }, 'url'],
    ['no URL text', { url: 'hooks', event_types: ['batch.completed'] }, 'url'],
  ])('is rejected with %s', async (_, body, path) => {
    const { status, body: rejection } = await send('POST', '', body);
    expect([status, rejection.error.details[0].path]).toEqual([422, path]);
    expect((await send('GET', '')).body.results).toEqual([]);
  });

  it('is rejected by a change without members, with a wrong page, and with a wrong method', async () => {
    const { id } = await subscribe('https://hooks.acme.test/a', 'batch.completed');
    expect((await send('PATCH', `/${id}`, {})).status).toBe(422);
    for (const query of ['?max_results=0', '?max_results=101', '?cursor=x', '?max_result=1'])
      expect((await send('GET', `/${id}/deliveries${query}`)).status, query).toBe(422);
    const { status, headers } = await send('PUT', `/${id}`, {});
    expect([status, headers['allow']]).toEqual([405, 'GET, PATCH, DELETE']);
  });

  it('is created once with an Idempotency-Key, and at most a few times without a key', async () => {
    const body = { url: 'https://hooks.acme.test/a', event_types: ['batch.completed'] };
    const key = { 'idempotency-key': 'first' };
    const first = await send('POST', '', body, key);
    const again = await send('POST', '', body, key);
    expect([again.status, again.body, again.headers['idempotency-replayed']]).toEqual([201, first.body, 'true']);
    expect((await send('POST', '', { ...body, url: 'https://hooks.acme.test/b' }, key)).status).toBe(422);
    for (let made = 1; made < LIMITS.webhooksMax; made += 1) expect((await send('POST', '', body)).status).toBe(201);
    const rejected = await send('POST', '', body);
    expect([rejected.status, rejected.body.error.code]).toEqual([409, 'CONFLICT']);
  });
});

describe('an event', () => {
  it('is signed as the independent package expects, with both secrets after a rotation', async () => {
    const target = await receiver();
    const { id, secret } = await subscribe(target.url, 'batch.completed');
    service.running.deliveries.start();
    const tested = await send('POST', `/${id}/test`);
    expect([tested.status, is.delivery(tested.body), tested.body.state]).toEqual([202, true, 'pending']);
    await arrived(target, 1);
    const { body: rotated } = await send('POST', `/${id}/rotate`);
    expect([is.withSecret(rotated), rotated.secret === secret]).toEqual([true, false]);
    await send('POST', `/${id}/test`);
    await arrived(target, 2);
    service.clock.ms += LIMITS.previousSecretHours * HOUR_MS + 1;
    await send('POST', `/${id}/test`);
    await arrived(target, 3);
    const isSigned = ({ text, headers }: Receiver['received'][number], by: string) => {
      try {
        return new Webhook(by).verify(text, headers as Record<string, string>) !== null;
      } catch {
        return false;
      }
    };
    const [before, during, after] = target.received;
    if (!before || !during || !after) throw new Error('three events are expected');
    expect(before.body).toEqual({
      type: 'webhook.test',
      timestamp: tested.body.created_at,
      data: { webhook_id: id },
    });
    expect(before.headers['webhook-id']).toBe(tested.body.event_id);
    expect([isSigned(before, secret), isSigned(before, rotated.secret)]).toEqual([true, false]);
    expect([isSigned(during, secret), isSigned(during, rotated.secret)]).toEqual([true, true]);
    expect(String(after.headers['webhook-signature']).split(' ')).toHaveLength(1);
    expect(isSigned({ ...before, text: `${before.text} ` }, secret)).toBe(false);
  });

  it('is sent for batches, low and exhausted credits, imports and editions', async () => {
    const target = await receiver();
    const url = target.url;
    const key = await service.makeAccount({ name: 'small', creditsPerMonth: 11, requestsPerSecond: 10_000 });
    const headers = { 'x-api-key': key };
    const event_types = ['batch.completed', 'batch.paused', 'credits.low', 'credits.exhausted'];
    await send('POST', '', { url, event_types }, headers);
    await subscribe(url, 'import.completed', 'edition.published');
    service.running.deliveries.start();
    const types = () => target.received.map(({ body }) => body.type as string).toSorted();
    const batch = async (found: number) => {
      const rows = Array.from({ length: found }, () => `${personUrl('jane')}\n`).join('');
      const query = 'operation=email';
      const csv = { 'content-type': 'text/csv', ...headers };
      const payload = `person_network_url\n${rows}`;
      return service.request({ method: 'POST', url: `/v2/batches?${query}`, headers: csv, payload });
    };
    const { body: first } = await batch(10);
    await expect.poll(types, soon).toEqual(['batch.completed', 'credits.low']);
    const [completed] = target.received.filter(({ body }) => body.type === 'batch.completed');
    expect(completed?.body.data).toEqual({ batch_id: first.id, state: 'completed' });
    const [low] = target.received.filter(({ body }) => body.type === 'credits.low');
    expect(low?.body.data).toMatchObject({ remaining_credits: 1, credits: 11 });
    await batch(2);
    await expect.poll(types, soon).toContain('credits.exhausted');
    expect(types()).toEqual(['batch.completed', 'batch.paused', 'credits.exhausted', 'credits.low']);
    target.received.length = 0;
    await service.import({ companies: [company('globex', 'Globex')] });
    await service.index();
    await expect.poll(types, soon).toEqual(['edition.published', 'import.completed']);
    const [imported] = target.received.filter(({ body }) => body.type === 'import.completed');
    expect(imported?.body.data).toEqual({ import_id: expect.any(Number), kind: 'companies' });
  });
});

describe('a failed import', () => {
  it('is reported once for each failure, and as completed once its file is whole', async () => {
    const target = await receiver();
    await subscribe(target.url, 'import.failed', 'import.completed');
    service.running.deliveries.start();
    // Imports before the first look for events are not reported.
    const { accounts } = await openAccounts(service.config);
    await expect.poll(async () => (await accounts.webhooks.mark('imports')) !== null, soon).toBe(true);
    await accounts.close();
    const file = join(service.config.data, 'companies.jsonl.gz');
    const lines = Array.from({ length: 3000 }, (_, n) => JSON.stringify(company(`c-${n}`, `Name ${randomUUID()}`)));
    const packed = gzipSync(lines.join('\n'));
    const importFile = (bytes: Buffer) => {
      writeFileSync(file, bytes);
      return importFiles(service.config, { kind: 'companies', files: [file], source: 'board', index: false });
    };
    const half = packed.subarray(0, packed.length / 2);
    const types = () => target.received.map(({ body }) => body.type as string);
    await expect(importFile(half)).rejects.toThrow('the compressed data ends too early');
    await expect.poll(types, soon).toEqual(['import.failed']);
    // Waits as long as several queries for events take.
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(types()).toEqual(['import.failed']);
    await expect(importFile(half)).rejects.toThrow('the compressed data ends too early');
    await expect.poll(types, soon).toEqual(['import.failed', 'import.failed']);
    await importFile(packed);
    await expect.poll(types, soon).toEqual(['import.failed', 'import.failed', 'import.completed']);
    const runs = target.received.map(({ body }) => body.data as { import_id: number; kind: string });
    // The repetition continued the run; the import of the whole file is another run.
    expect([runs[1], runs[2]?.kind]).toEqual([runs[0], 'companies']);
    expect(runs[2]?.import_id).toBeGreaterThan(runs[0]?.import_id ?? Number.POSITIVE_INFINITY);
  });
});

describe('a failing receiver', () => {
  it('gets the same event again after increasing pauses, and is disabled after three days', async () => {
    const target = await receiver();
    target.answer = { status: 500 };
    const { id } = await subscribe(target.url, 'batch.completed');
    service.running.deliveries.start();
    await send('POST', `/${id}/test`);
    await arrived(target, 1);
    const pauses: number[] = [];
    for (let attempt = 1; attempt < 10; attempt += 1) {
      await expect.poll(async () => (await log(id)).results[0].attempts, soon).toBe(attempt);
      const [{ state, last_status, next_attempt_at }] = (await log(id)).results;
      expect([state, last_status]).toEqual(['pending', 500]);
      pauses.push(Date.parse(next_attempt_at) - service.clock.ms);
      service.clock.ms = Date.parse(next_attempt_at);
      await arrived(target, attempt + 1);
    }
    await expect.poll(async () => (await send('GET', `/${id}`)).body.enabled, soon).toBe(false);
    const { body } = await send('GET', `/${id}`);
    expect(body.disabled_reason).toMatch(/^every attempt since .* failed, the last one: the answer has status 500$/);
    expect((await log(id)).results).toMatchObject([{ state: 'failed', attempts: 10, next_attempt_at: null }]);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    const hours = pauses.reduce((sum, pause) => sum + pause, 0) / HOUR_MS;
    expect(hours).toBeGreaterThan(72);
    expect(hours).toBeLessThan(92);
    expect(new Set(target.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(target.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10);
    target.answer = { status: 204 };
    await send('PATCH', `/${id}`, { enabled: true });
    const [{ id: delivery }] = (await log(id)).results;
    expect((await send('POST', `/${id}/deliveries/${delivery}/replay`)).status).toBe(202);
    expect((await send('POST', `/${id}/deliveries/dlv_none/replay`)).status).toBe(404);
    await expect.poll(async () => (await log(id)).results[0].state, soon).toBe('delivered');
    expect((await send('GET', `/${id}`)).body).toMatchObject({ enabled: true, disabled_reason: null });
  });

  it('is disabled at once by 410, and a redirect is a failure that is not followed', async () => {
    const [gone, moved, target] = [await receiver(), await receiver(), await receiver()];
    gone.answer = { status: 410 };
    moved.answer = { status: 307, headers: { location: target.url } };
    const { id } = await subscribe(gone.url, 'batch.completed');
    const { id: other } = await subscribe(moved.url, 'batch.completed');
    service.running.deliveries.start();
    await send('POST', `/${id}/test`);
    await send('POST', `/${other}/test`);
    await expect.poll(async () => (await send('GET', `/${id}`)).body.enabled, soon).toBe(false);
    await expect.poll(async () => (await log(other)).results[0].attempts, soon).toBe(1);
    expect((await log(other)).results[0]).toMatchObject({
      ...{ state: 'pending', last_status: 307 },
      last_error: 'the answer has status 307; redirects are not followed, so change the URL to their target',
    });
    expect(target.received).toEqual([]);
  });

  it('is disabled by a further test event if too many deliveries wait for it', async () => {
    const { id } = await subscribe('https://hooks.acme.test/a', 'batch.completed');
    await send('POST', `/${id}/test`);
    const database = new Database(join(service.config.data, 'accounts.db'));
    database.exec(`WITH RECURSIVE copy (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM copy LIMIT ${LIMITS.deliveriesPendingMax - 1})
      INSERT INTO delivery SELECT id || n, webhook_id, event_id, event_type, payload, state, attempts, next_at,
        last_status, last_error, last_at, created_at FROM delivery, copy`);
    database.close();
    const { status, body } = await send('POST', `/${id}/test`);
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('the endpoint is disabled')]);
    const reason = expect.stringContaining(`${LIMITS.deliveriesPendingMax} events waited`);
    expect((await send('GET', `/${id}`)).body).toMatchObject({ enabled: false, disabled_reason: reason });
    expect((await log(id)).results[0].state).toBe('failed');
  });

  it('is tried later if it requests it, and a receiver that never answers delays no other', async () => {
    const [busy, silent, quick] = [await receiver(), await receiver(), await receiver()];
    busy.answer = { status: 429, headers: { 'retry-after': '600' } };
    silent.answer = { status: null };
    const { id } = await subscribe(busy.url, 'batch.completed');
    const { id: slow } = await subscribe(silent.url, 'batch.completed');
    const { id: fast } = await subscribe(quick.url, 'batch.completed');
    for (let sent = 0; sent < 20; sent += 1) await send('POST', `/${slow}/test`);
    service.running.deliveries.start();
    await send('POST', `/${id}/test`);
    for (let sent = 0; sent < 5; sent += 1) await send('POST', `/${fast}/test`);
    await arrived(quick, 5);
    expect(silent.received.length).toBeLessThanOrEqual(4);
    await expect.poll(async () => (await log(id)).results[0].attempts, soon).toBe(1);
    const [{ next_attempt_at }] = (await log(id)).results;
    expect(Date.parse(next_attempt_at) - service.clock.ms).toBeGreaterThanOrEqual(599_000);
    const first = await log(fast, '?max_results=3');
    const second = await log(fast, `?max_results=3&cursor=${first.cursor}`);
    expect([first.results_length, second.results_length, second.cursor]).toEqual([3, 2, null]);
    const ids = [...first.results, ...second.results].map((one: { id: string }) => one.id);
    expect(new Set(ids).size).toBe(5);
    silent.close();
  });
});
