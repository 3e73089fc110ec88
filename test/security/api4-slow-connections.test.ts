// OWASP API4:2023, unrestricted resource consumption, by time: nobody holds a connection by sending slowly, by not sending, or by not
// reading, and nobody else notices. The times are shortened; those of the service are asserted by number.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONNECTION_TIMES, WAITING_MAX } from '../../src/http/connections.ts';
import { listen, readAnswers, requestText } from '../support/raw-http.ts';
import { checkRefusal, startTestService, type TestService } from '../support/service.ts';

const TIMES = { headersMs: 300, requestMs: 600, keepAliveMs: 200, stalledMs: 5000, checkEveryMs: 20 };
/** Node closes an idle connection a second after the time that it told the client. */
const KEEP_ALIVE_BUFFER_MS = 1000;
/** What timers may be late by on a busy machine. */
const LATE_MS = 15_000;
const DRIP_MS = 20;

let service: TestService;
let port: number;
beforeAll(async () => {
  service = await startTestService({}, {}, TIMES);
  port = await listen(service);
});
afterAll(() => service.close());

const used = async () => (await service.admin.accounts()).reduce((sum, account) => sum + account.used, 0);
const request = () => requestText({ key: service.key });

interface Held {
  readonly text: string;
  readonly ms: number;
}

/** Holds a connection open: `start` at once, then one letter of `drip` after the other, until the server ends it. */
async function hold(start: string, drip = ''): Promise<Held> {
  const socket = connect(port, '127.0.0.1');
  const startedMs = performance.now();
  let text = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  if (start !== '') socket.write(start);
  void dripInto(socket, drip);
  await closed;
  return { text, ms: performance.now() - startedMs };
}

async function dripInto(socket: Socket, drip: string): Promise<void> {
  for (const letter of drip) {
    await sleep(DRIP_MS);
    if (socket.destroyed || !socket.writable) return;
    socket.write(letter);
  }
}

function expectTimedOut({ text, ms }: Held, limitMs: number): void {
  const [answer, ...others] = readAnswers(text);
  expect([answer?.status, answer?.headers['connection'], others]).toEqual([408, 'close', []]);
  checkRefusal(JSON.parse(answer?.body ?? ''));
  expect(ms).toBeGreaterThan(limitMs - 50);
  expect(ms).toBeLessThan(limitMs + LATE_MS);
}

it('the service gives headers 10 seconds, requests 30, pauses 72, and silence within a call 60', () => {
  expect(CONNECTION_TIMES).toMatchObject({
    headersMs: 10_000,
    requestMs: 30_000,
    keepAliveMs: 72_000,
    stalledMs: 60_000,
  });
  expect(CONNECTION_TIMES.checkEveryMs).toBeLessThanOrEqual(1000);
});

describe('is told that its time is over, with a 408:', () => {
  it('a connection that says nothing', async () => {
    expectTimedOut(await hold(''), TIMES.headersMs);
  });

  it('headers that come letter by letter', async () => {
    const before = await used();
    expectTimedOut(await hold('', request()), TIMES.headersMs);
    expect((await used()) - before).toBe(0);
  });

  it('headers that never end', async () => {
    expectTimedOut(await hold('GET / HTTP/1.1\r\nHost: x\r\n', 'x-a: b\r\n'.repeat(50)), TIMES.headersMs);
  });

  it('a body that comes letter by letter', async () => {
    const before = await used();
    const slow = requestText({ key: service.key, lines: ['Content-Length: 1000'], body: '' });
    expectTimedOut(await hold(slow, '{"region":"UTC"}'.padEnd(1000)), TIMES.requestMs);
    expect((await used()) - before).toBe(0);
  });

  it('a body in chunks of one letter', async () => {
    const slow = requestText({ key: service.key, lines: ['Transfer-Encoding: chunked'], body: '' });
    expectTimedOut(await hold(slow, '1\r\n \r\n'.repeat(200)), TIMES.requestMs);
  });

  it('a body that stops', async () => {
    expectTimedOut(await hold(requestText({ key: service.key, lines: ['Content-Length: 100'] })), TIMES.requestMs);
  });
});

it('a body that nobody waits for, behind a refused call, is cut without a second answer', async () => {
  const refused = requestText({ key: 'none', lines: ['Content-Length: 1000'], body: '' });
  const { text, ms } = await hold(refused, ' '.repeat(1000));
  expect(readAnswers(text).map((answer) => answer.status)).toEqual([401]);
  expect(ms).toBeLessThan(TIMES.requestMs + LATE_MS);
});

it('a connection that has had its answer is closed after its pause, without a word', async () => {
  const { text, ms } = await hold(request());
  expect(readAnswers(text).map((answer) => answer.status)).toEqual([200]);
  expect(ms).toBeGreaterThan(TIMES.keepAliveMs);
  expect(ms).toBeLessThan(TIMES.keepAliveMs + KEEP_ALIVE_BUFFER_MS + LATE_MS);
});

it('a second request on a connection has its own time', async () => {
  const { text, ms } = await hold(request(), request());
  const [first, second] = readAnswers(text);
  expect([first?.status, second?.status]).toEqual([200, 408]);
  expect(ms).toBeGreaterThan(TIMES.headersMs - 50);
});

describe('who reads no answers', () => {
  const connections = () =>
    new Promise<number>((resolve, reject) => {
      service.running.app.server.getConnections((error, open) => (error ? reject(error) : resolve(open)));
    });
  /** Asks for the same page so many times at once, and reads nothing; answers how long the server bore it. */
  async function askUnread(times: number): Promise<number> {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.pause();
    await once(socket, 'connect');
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(times));
    const startedMs = performance.now();
    await sleep(50);
    while ((await connections()) > 0 && performance.now() - startedMs < 30_000) await sleep(20);
    expect(await connections()).toBe(0);
    socket.destroy();
    return performance.now() - startedMs;
  }

  it('is borne with for a time', async () => {
    const ms = await askUnread(WAITING_MAX);
    expect(ms).toBeGreaterThan(TIMES.stalledMs - 50);
    expect(ms).toBeLessThan(2 * TIMES.stalledMs + LATE_MS);
  });

  it('and asks for more than a hundred at once is cut at once, as each would be held in memory', async () => {
    expect(await askUnread(WAITING_MAX + 1)).toBeLessThan(TIMES.stalledMs - 50);
    expect(await askUnread(1600)).toBeLessThan(TIMES.stalledMs - 50);
  });
});

it('a hundred slow callers keep nobody else waiting', async () => {
  const slow = Array.from({ length: 100 }, () => hold('GET /v2 HTTP/1.1\r\n', 'x'.repeat(100)));
  await sleep(50);
  const startedMs = performance.now();
  const { text } = await hold(requestText({ key: service.key, lines: ['Connection: close'] }));
  expect(readAnswers(text).map((answer) => answer.status)).toEqual([200]);
  expect(performance.now() - startedMs).toBeLessThan(LATE_MS);
  for (const held of await Promise.all(slow))
    expect(readAnswers(held.text).map((answer) => answer.status)).toEqual([408]);
});
