// Clients that disconnect: their calls are free, and logs, metrics and usage distinguish them from failures of the
// service.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listen } from '../support/raw-http.ts';
import { startTestService, type TestService } from '../support/service.ts';

const PATH = '/v2/utils/current-date';
const BODY = '{"region":"UTC"}';

let service: TestService;
let port: number;
beforeEach(async () => {
  service = await startTestService();
  port = await listen(service);
});
afterEach(() => service.close());

const head = (lines: readonly string[]) =>
  [`POST ${PATH} HTTP/1.1`, 'host: localhost', 'content-type: application/json', ...lines, '', ''].join('\r\n');

/** Waits until the log has `count` lines of calls, and returns all lines. */
async function loggedCalls(count: number): Promise<{ status: number; level: number; msg: string }[]> {
  for (let turn = 0; turn < 200; turn += 1) {
    const lines = service.log.map((line) => JSON.parse(line));
    if (lines.filter(({ msg }) => msg === 'call').length >= count) return lines;
    await sleep(20);
  }
  throw new Error(`the log has no ${count} calls: ${service.log.join('')}`);
}

async function hangUp(sent: readonly string[], end: 'destroy' | 'resetAndDestroy'): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  // A reset discards unread data, so wait until the server has seen the request.
  const begun = once(service.running.app.server, 'request');
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
