// Behavior on real connections: bodies in pieces, unread bodies, concurrent calls, and clients that disconnect.
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { company, companyUrl } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';

const PATH = '/v2/enrichment/company';
const ACME = JSON.stringify({ company_network_url: companyUrl('acme') });
const MIB = 1024 * 1024;

let service: TestService;
let port: number;
beforeAll(async () => {
  service = await startTestService({ companies: [company('acme', 'Acme')] });
  await service.running.app.listen({ host: '127.0.0.1', port: 0 });
  port = (service.running.app.server.address() as AddressInfo).port;
});
afterAll(() => service.close());

const used = async () => (await service.admin.accounts()).reduce((sum, account) => sum + account.used, 0);

interface Post {
  readonly headers?: Record<string, string>;
  readonly agent?: Agent;
  readonly key?: string;
  /** Sent one after the other; more than one part makes a chunked body. */
  readonly parts?: readonly (string | Buffer)[];
}

interface Received {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: a test reads an answer of any endpoint
  readonly body: any;
}

async function received(response: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: JSON.parse(Buffer.concat(chunks).toString('utf8')),
  };
}

async function post({ headers = {}, agent, key = service.key, parts = [ACME] }: Post): Promise<Received> {
  const length = parts.length === 1 ? { 'content-length': String(Buffer.byteLength(parts[0] ?? '')) } : {};
  const request = httpRequest({
    host: '127.0.0.1',
    port,
    path: PATH,
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...length, ...headers },
    ...(agent ? { agent } : {}),
  });
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  for (const part of parts) {
    request.write(part);
    await new Promise((resolve) => setImmediate(resolve));
  }
  request.end();
  const [response] = await answered;
  return received(response);
}

/** Opens a connection, writes, and collects the answer until `isEnough` or until the server closes it. */
async function talk(text: string | Buffer, isEnough: (answer: string) => boolean = () => false): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(text);
  let answer = '';
  for await (const chunk of socket) {
    answer += chunk;
    if (isEnough(answer)) break;
  }
  socket.destroy();
  return answer;
}

const head = (lines: readonly string[] = []) =>
  [
    `POST ${PATH} HTTP/1.1`,
    'Host: localhost',
    `x-api-key: ${service.key}`,
    'Content-Type: application/json',
    ...lines,
    '',
    '',
  ].join('\r\n');

describe('a body', () => {
  it('may arrive in pieces that split a character', async () => {
    const bytes = Buffer.from(JSON.stringify({ company_network_url: '/company/acmé' }));
    const cut = bytes.indexOf('é') + 1;
    const { status, body } = await post({ parts: [bytes.subarray(0, 5), bytes.subarray(5, cut), bytes.subarray(cut)] });
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect((await post({ parts: [...ACME] })).status).toBe(200);
  });

  it.each([
    ['declared', [Buffer.alloc(2 * MIB, ' ')]],
    [
      'in chunks',
      Array(32)
        .fill(Buffer.alloc(MIB / 16, ' '))
        .concat(Buffer.from('x')),
    ],
    ['one byte over the limit in chunks', [Buffer.alloc(MIB, ' '), Buffer.from(' ')]],
  ])('above the limit is a 413 that the client can read: %s', async (_, parts) => {
    const { status, body, headers } = await post({ parts });
    expect([status, body.error.code]).toEqual([413, 'INVALID_INPUT']);
    expect(headers['x-credits-used']).toBe('0');
  });

  it('of exactly the limit is accepted in chunks', async () => {
    const { status } = await post({ parts: [ACME, Buffer.alloc(MIB - Buffer.byteLength(ACME), ' ')] });
    expect(status).toBe(200);
  });

  it('without an end is rejected after 16 MiB, and the connection is closed', async () => {
    const socket = connect(port, '127.0.0.1');
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, ' '), Buffer.from('\r\n')]);
    socket.write(head(['Transfer-Encoding: chunked']));
    for (let sent = 0; sent <= 16 * MIB; sent += 65_536) if (!socket.write(chunk)) await once(socket, 'drain');
    let answer = '';
    for await (const data of socket) answer += data;
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  });

  it('that ends early is free and affects no other call', async () => {
    const before = await used();
    const socket = connect(port, '127.0.0.1');
    socket.write(`${head(['Content-Length: 100'])}{"company_`);
    await sleep(50);
    socket.destroy();
    await sleep(50);
    expect((await used()) - before).toBe(0);
    expect((await post({})).status).toBe(200);
  });

  it('of a rejected call is discarded, so that the connection serves the next call', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const large = [Buffer.alloc(MIB / 2, ' ')];
    const statuses = [
      (await post({ agent, key: 'none', parts: large })).status,
      (await post({ agent })).status,
      (await post({ agent, headers: { 'content-type': 'text/plain' }, parts: large })).status,
      (await post({ agent })).status,
    ];
    agent.destroy();
    expect(statuses).toEqual([401, 200, 422, 200]);
  });

  it('is requested with 100 Continue if the client waits for it', async () => {
    const answer = await talk(`${head([`Content-Length: ${ACME.length}`, 'Expect: 100-continue'])}${ACME}`, (text) =>
      text.includes('"found"'),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  });
});

describe('a request that is not HTTP', () => {
  it.each([
    ['nonsense', 'nonsense\r\n\r\n'],
    ['two content lengths', `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}`],
    [
      'a length and chunks',
      `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
    ],
    ['endless headers', `GET ${PATH} HTTP/1.1\r\nHost: x\r\n${'x-filler: y\r\n'.repeat(4000)}\r\n`],
  ])('is rejected, and the connection is closed: %s', async (_, text) => {
    expect(await talk(text)).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect((await post({})).status).toBe(200);
  });
});

it('answers HEAD with 405 without a body', async () => {
  const answer = await talk(`HEAD ${PATH} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 405 /);
  expect(answer).toMatch(/\r\nallow: POST\r\n/i);
  expect(answer).toMatch(/\r\n\r\n$/);
});

it('answers pipelined calls in their order and charges each', async () => {
  const before = await used();
  const one = `${head([`Content-Length: ${ACME.length}`])}${ACME}`;
  const last = `${head(['Content-Length: 2', 'Connection: close'])}{}`;
  const answer = await talk(`${one}${one}${last}`);
  expect([...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1])).toEqual(['200', '200', '422']);
  expect((await used()) - before).toBe(2);
});

describe('after another request on its connection, and with Expect: 100-continue,', () => {
  /** Status of each answer, and headers and body of the last. */
  async function behind(headText: string, body: string) {
    const first = `${head([`Content-Length: ${ACME.length}`])}${ACME}`;
    const [, ...answers] = (await talk(`${first}${headText}${body}`)).split('HTTP/1.1 ');
    const [lines = '', text = ''] = answers.at(-1)?.split('\r\n\r\n') ?? [];
    return { statuses: answers.map((answer) => answer.slice(0, 3)), lines: lines.toLowerCase(), text };
  }

  it('a call gets its complete answer', async () => {
    const body = JSON.stringify({ company: { keywords: ['Acme'] }, include_total: true });
    const search = head([`Content-Length: ${body.length}`, 'Expect: 100-continue', 'Connection: close']);
    const answer = await behind(search.replace(PATH, '/v2/search/companies'), body);
    expect(answer.statuses).toEqual(['200', '100', '200']);
    expect(JSON.parse(answer.text)).toMatchObject({ total_results: 1 });
    expect(answer.lines).toContain(`content-length: ${Buffer.byteLength(answer.text)}`);
  });

  it.each(['/healthz', '/openapi.json', '/v2/nowhere', '/nowhere'])('%s gets its complete answer', async (path) => {
    const alone = await fetch(`http://127.0.0.1:${port}${path}`);
    const lines = `GET ${path} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`;
    const answer = await behind(lines, '');
    expect(answer.statuses).toEqual(['200', '100', String(alone.status)]);
    expect(answer.lines).toContain(`content-length: ${Buffer.byteLength(answer.text)}`);
    expect(answer.text).toHaveLength((await alone.text()).length);
  });
});

it('charges one of two concurrent calls with one Idempotency-Key; the other repeats it or retries', async () => {
  let inFlight = 0;
  for (let turn = 0; turn < 20; turn += 1) {
    const before = await used();
    const headers = { 'idempotency-key': `concurrent ${turn}` };
    const replies = await Promise.all([post({ headers }), post({ headers })]);
    expect((await used()) - before).toBe(1);
    expect(replies.filter((reply) => reply.status === 200 && !reply.headers['idempotency-replayed'])).toHaveLength(1);
    const other = replies.find((reply) => reply.status !== 200);
    if (other) {
      inFlight += 1;
      expect([other.status, other.headers['retry-after'], other.body.error.code]).toEqual([
        429,
        '1',
        'RATE_LIMIT_EXCEEDED',
      ]);
    }
    expect((await post({ headers })).headers['idempotency-replayed']).toBe('true');
  }
  expect(inFlight).toBeGreaterThan(0);
});

it('answers and charges each of many concurrent calls once', async () => {
  const before = await used();
  const replies = await Promise.all(Array.from({ length: 200 }, () => post({})));
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]));
  expect(new Set(replies.map((reply) => reply.headers['x-credits-remaining'])).size).toBe(200);
  expect((await used()) - before).toBe(200);
});
