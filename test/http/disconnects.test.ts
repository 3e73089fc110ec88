// Clients that disconnect: their calls are free, and logs, metrics and usage distinguish them from failures of the
// service.
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src/dashboard/routes/routes.ts';
import { startTestConsole } from '../support/console.ts';
import { listen } from '../support/raw-http.ts';
import { startTestService, type TestService } from '../support/service.ts';

const PATH = '/v2/utils/current-date';
const BODY = '{"region":"UTC"}';

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
  await listen(service);
});
afterEach(() => service.close());

const head = (lines: readonly string[]) =>
  [`POST ${PATH} HTTP/1.1`, 'host: localhost', 'content-type: application/json', ...lines, '', ''].join('\r\n');

/** Waits until the log has `count` lines of calls, and returns all lines. */
async function loggedCalls(count: number): Promise<{ status: number; level: number; msg: string }[]> {
  for (let turn = 0; turn < 200; turn += 1) {
    const lines = service.log.map((line) => JSON.parse(line));
    // On a busy machine a call is logged as a slow one.
    if (lines.filter(({ msg }) => /^(?:slow )?call$/.test(msg)).length >= count) return lines;
    await sleep(20);
  }
  throw new Error(`the log has no ${count} calls: ${service.log.join('')}`);
}

type End = 'destroy' | 'resetAndDestroy';

async function hangUp(sent: readonly string[], end: End, { server } = service.running.app): Promise<void> {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  // A reset discards unread data, so wait until the server has seen the request.
  const begun = once(server, 'request');
  for (const part of sent) socket.write(part);
  await begun;
  socket[end]();
}

const used = async () => (await service.admin.accounts()).reduce((sum, account) => sum + account.used, 0);
const statusesOf = (lines: readonly { status: number; msg: string }[]) =>
  new Set(lines.filter(({ msg }) => msg === 'call').map(({ status }) => status));
const failures = (lines: readonly { status: number; msg: string; level: number }[]) =>
  lines.filter(({ status, level, msg }) => status >= 500 || level >= 50 || msg === 'call failed');

describe('a client that disconnects while it sends', () => {
  const withKey = () => `x-api-key: ${service.key}`;
  it.each<[string, (key: string) => string[]]>([
    ['a declared body, before its first byte', (key) => [head([key, 'content-length: 1000'])]],
    ['a declared body, after a part of it', (key) => [head([key, 'content-length: 1000']), '{"reg']],
    ['chunks', (key) => [head([key, 'transfer-encoding: chunked']), '5\r\n{"reg\r\n', '5\r\nion']],
    ['a body with an Idempotency-Key', (key) => [head([key, 'idempotency-key: a', 'content-length: 1000']), '{"reg']],
  ])('%s: logs 499 and no failure', async (_, sent) => {
    for (const end of ['destroy', 'resetAndDestroy'] as const) await hangUp(sent(withKey()), end);
    const lines = await loggedCalls(2);
    expect(statusesOf(lines)).toEqual(new Set([499]));
    expect(failures(lines)).toEqual([]);
    const metrics = await service.running.app.inject('/metrics');
    expect(metrics.body).toMatch(/cardfile_requests_total\{path="\/v2\/utils\/current-date",status="499"\} 2/);
    expect(metrics.body).not.toMatch(/status="5\d\d"/);
    expect(await used()).toBe(0);
  });

  it('may repeat the call with the same Idempotency-Key', async () => {
    await hangUp([head([withKey(), 'idempotency-key: again', 'content-length: 1000']), '{"reg'], 'destroy');
    await loggedCalls(1);
    const again = await service.call('current-date', undefined, { raw: BODY, headers: { 'idempotency-key': 'again' } });
    expect([again.status, again.headers['x-credits-used']]).toEqual([200, '1']);
  });
});

describe('a call whose socket closes before the call is read', () => {
  const request = (key: string | null, idempotencyKey?: string) =>
    head([
      ...(key === null ? [] : [`x-api-key: ${key}`]),
      ...(idempotencyKey === undefined ? [] : [`idempotency-key: ${idempotencyKey}`]),
      `content-length: ${BODY.length}`,
    ]) + BODY;
  /** Closes each socket from now on, and removes its address, before its request is handled. */
  const loseSockets = () => {
    service.running.app.server.prependListener('request', ({ socket }) => {
      Object.defineProperty(socket, 'remoteAddress', { get: () => undefined });
      socket.destroy();
    });
  };

  it('throws nothing, with or without a key, although it has no address', async () => {
    loseSockets();
    for (let turn = 0; turn < 25; turn += 1) await hangUp([request(null)], 'destroy');
    await hangUp([request(service.key)], 'destroy');
    const lines = await loggedCalls(26);
    expect(failures(lines)).toEqual([]);
    expect(statusesOf(lines)).toEqual(new Set([401, 429, 499]));
  });

  it('is not charged, and does not reserve its Idempotency-Key', async () => {
    loseSockets();
    await hangUp([request(service.key, 'lost')], 'destroy');
    expect(statusesOf(await loggedCalls(1))).toEqual(new Set([499]));
    expect(await used()).toBe(0);
    const again = await service.call('current-date', undefined, { raw: BODY, headers: { 'idempotency-key': 'lost' } });
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, undefined]);
  });
});

describe('a client that disconnects from a call that is no single call', () => {
  const post = (path: string, type: string, lines: readonly string[]) =>
    [`POST ${path} HTTP/1.1`, 'host: localhost', `content-type: ${type}`, ...lines, '', ''].join('\r\n');
  const CALLS = [
    ['/v2/batches?operation=domain-to-network', 'text/csv', 'domain\nacme.exa'],
    ['/v2/batches/preview?operation=domain-to-network', 'application/jsonl', '{"domain":"acme.example"}\n{"dom'],
    ['/v2/batches', 'application/json', '{"operation":"domain-to-network","items":[{"dom'],
    ['/v2/watches', 'application/json', '{"name":'],
    ['/v2/webhooks', 'application/json', '{"url":'],
    ['/v2/bulk/domain-to-network', 'application/json', '{"items":[{"domain":"acme.exa'],
    ['/ingest/v1/companies', 'application/jsonl', '{"name":"Acme"}\n{"na'],
    ['/mcp', 'application/json', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":'],
    ['/reconcile', 'application/x-www-form-urlencoded', 'queries=%7B'],
  ] as const;

  it('while it sends: logs 499 and no failure, charges nothing and stores nothing', async () => {
    const { key: ingestKey } = await service.admin.createIngestKey({ name: 'test', expiresAt: null });
    for (const [path, type, part] of CALLS) {
      const key = `x-api-key: ${path.startsWith('/ingest') ? ingestKey : service.key}`;
      await hangUp([post(path, type, [key, 'content-length: 1000']), part], 'destroy');
      const chunk = `${part.length.toString(16)}\r\n${part}\r\n`;
      await hangUp([post(path, type, [key, 'transfer-encoding: chunked']), chunk], 'resetAndDestroy');
    }
    const lines = await loggedCalls(2 * CALLS.length);
    expect(statusesOf(lines)).toEqual(new Set([499]));
    expect(failures(lines)).toEqual([]);
    const metrics = await service.running.app.inject('/metrics');
    expect(metrics.body).not.toMatch(/status="[25]\d\d"/);
    expect(await used()).toBe(0);
    const batches = join(service.config.data, 'batches');
    expect(existsSync(batches) ? readdirSync(batches) : []).toEqual([]);
  });

  it('before its answer: makes no call for it, and charges nothing', async () => {
    service.running.app.server.prependListener('request', ({ socket }) => socket.destroy());
    const items = { items: [{ domain: 'acme.example' }] };
    const tool = { name: 'current_date', arguments: { region: 'UTC' } };
    const bodies = [
      ['/v2/bulk/domain-to-network', 'application/json', JSON.stringify(items)],
      ['/mcp', 'application/json', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool })],
      ['/v2/batches/preview?operation=domain-to-network', 'text/csv', 'domain\nacme.example\n'],
    ] as const;
    for (const [path, type, body] of bodies) {
      const lines = ['accept: application/json, text/event-stream', `x-api-key: ${service.key}`];
      await hangUp([post(path, type, [...lines, `content-length: ${body.length}`]) + body], 'destroy');
    }
    await sleep(200);
    const lines = await loggedCalls(2);
    expect(failures(lines)).toEqual([]);
    expect(statusesOf(lines)).toEqual(new Set([499]));
    expect(await used()).toBe(0);
  });

  it('of the dashboard, while it uploads: answers 499 and no failure', async () => {
    const dashboard = await startTestConsole();
    const { app, operator, answers } = dashboard;
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { body } = await operator.do('uploads.create', { body: { file: 'people.csv', bytes: 1000 } });
    const cookie = [...operator.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const own = [`cookie: ${cookie}`, `origin: ${operator.origin}`, `x-csrf-token: ${operator.csrfToken}`];
    const part = `${ROUTES['uploads.part'].path.replace(':id', body.id)}?offset=0`;
    for (const end of ['destroy', 'resetAndDestroy'] as const) {
      const head = `POST ${part} HTTP/1.1\r\nhost: ${operator.host}\r\ncontent-type: application/octet-stream\r\n`;
      await hangUp([`${head}${own.join('\r\n')}\r\ncontent-length: 1000\r\n\r\n`, 'full_na'], end, app);
    }
    const ended = () => answers.filter((answer) => (answer as { route: string }).route === 'uploads.part');
    for (let turn = 0; turn < 200 && ended().length < 2; turn += 1) await sleep(20);
    expect(ended().map((answer) => (answer as { status: number }).status)).toEqual([499, 499]);
    const { body: list } = await operator.do('uploads.list');
    expect(list.rows[0].received).toBe(0);
    await dashboard.close();
  });
});
