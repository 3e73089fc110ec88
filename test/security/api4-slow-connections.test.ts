// OWASP API4:2023, unrestricted resource consumption, by time: no client holds a connection by sending slowly, by not
// sending, or by not reading, and other clients are not delayed. The tests shorten the time limits, and one test
// asserts those of the service.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONNECTION_TIMES, WAITING_MAX } from '../../src/http/connections.ts';
import { listen, readAnswers, requestText } from '../support/raw-http.ts';
import { checkErrorBody, startTestService, type TestService } from '../support/service.ts';

const TIMES = { headersMs: 300, requestMs: 600, keepAliveMs: 200, stalledMs: 5000, checkEveryMs: 20 };
/** Node closes an idle connection a second after the time that it announced to the client. */
const KEEP_ALIVE_BUFFER_MS = 1000;
/** The delay of timers on a busy machine. */
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

/** Holds a connection open: sends `start` at once, then `drip` letter by letter, until the server closes it. */
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
  checkErrorBody(JSON.parse(answer?.body ?? ''));
  expect(ms).toBeGreaterThan(limitMs - 50);
  expect(ms).toBeLessThan(limitMs + LATE_MS);
}

it('the limits are 10 seconds for headers, 30 for requests, 72 for idle connections, 60 for silence', () => {
  expect(CONNECTION_TIMES).toMatchObject({
    headersMs: 10_000,
    requestMs: 30_000,
    keepAliveMs: 72_000,
    stalledMs: 60_000,
  });
  expect(CONNECTION_TIMES.checkEveryMs).toBeLessThanOrEqual(1000);
});

describe('is closed with a 408 at its time limit:', () => {
  it('a connection that sends nothing', async () => {
    expectTimedOut(await hold(''), TIMES.headersMs);
  });

  it('headers that arrive letter by letter', async () => {
    const before = await used();
    expectTimedOut(await hold('', request()), TIMES.headersMs);
    expect((await used()) - before).toBe(0);
  });

  it('headers that never end', async () => {
    expectTimedOut(await hold('GET / HTTP/1.1\r\nHost: x\r\n', 'x-a: b\r\n'.repeat(50)), TIMES.headersMs);
  });

  it('a body that arrives letter by letter', async () => {
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

it('an unread body after a rejected call is cut off without a second answer', async () => {
  const rejected = requestText({ key: 'none', lines: ['Content-Length: 1000'], body: '' });
  const { text, ms } = await hold(rejected, ' '.repeat(1000));
  expect(readAnswers(text).map((answer) => answer.status)).toEqual([401]);
  expect(ms).toBeLessThan(TIMES.requestMs + LATE_MS);
});

it('an idle connection after its answer is closed without a message', async () => {
  const { text, ms } = await hold(request());
  expect(readAnswers(text).map((answer) => answer.status)).toEqual([200]);
  expect(ms).toBeGreaterThan(TIMES.keepAliveMs);
  expect(ms).toBeLessThan(TIMES.keepAliveMs + KEEP_ALIVE_BUFFER_MS + LATE_MS);
});

it('a second request on a connection has its own time limit', async () => {
  const { text, ms } = await hold(request(), request());
  const [first, second] = readAnswers(text);
  expect([first?.status, second?.status]).toEqual([200, 408]);
  expect(ms).toBeGreaterThan(TIMES.headersMs - 50);
});

describe('a client that reads no answers', () => {
  const connections = (of: TestService) =>
    new Promise<number>((resolve, reject) => {
      of.running.app.server.getConnections((error, open) => (error ? reject(error) : resolve(open)));
    });
  /**
   * Requests the same page `times` times at once without reading, and returns how long the server kept the
   * connection.
   */
  async function requestUnread(times: number, of = service): Promise<number> {
    const socket = connect(await listen(of), '127.0.0.1');
    socket.on('error', () => {});
    socket.pause();
    await once(socket, 'connect');
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(times));
    const startedMs = performance.now();
    await sleep(50);
    while ((await connections(of)) > 0 && performance.now() - startedMs < 30_000) await sleep(20);
    expect(await connections(of)).toBe(0);
    socket.destroy();
    return performance.now() - startedMs;
  }

  it('is disconnected after a time limit', async () => {
    const ms = await requestUnread(WAITING_MAX);
    expect(ms).toBeGreaterThan(TIMES.stalledMs - 50);
    expect(ms).toBeLessThan(2 * TIMES.stalledMs + LATE_MS);
  });

  it('and requests more than a hundred pages is disconnected at once, as answers take memory', async () => {
    const patient = await startTestService({}, {}, { ...TIMES, stalledMs: CONNECTION_TIMES.stalledMs });
    try {
      for (const times of [WAITING_MAX + 1, 1600])
        expect(await requestUnread(times, patient)).toBeLessThan(CONNECTION_TIMES.stalledMs);
    } finally {
      await patient.close();
    }
  });
});

it('a hundred slow clients delay no other client', async () => {
  const slow = Array.from({ length: 100 }, () => hold('GET /v2 HTTP/1.1\r\n', 'x'.repeat(100)));
  await sleep(50);
  const startedMs = performance.now();
  const { text } = await hold(requestText({ key: service.key, lines: ['Connection: close'] }));
  expect(readAnswers(text).map((answer) => answer.status)).toEqual([200]);
  expect(performance.now() - startedMs).toBeLessThan(LATE_MS);
  for (const held of await Promise.all(slow))
    expect(readAnswers(held.text).map((answer) => answer.status)).toEqual([408]);
});
