// Bytes on real connections: requests with parts removed, repeated, flipped or overwritten by parser tokens. All
// answers must be complete and documented, and no connection may stay open.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { listen, type RawAnswer, talk } from '../support/raw-http.ts';
import { checkErrorBody, type TestService } from '../support/service.ts';
import type { FuzzRequest } from './requests.ts';

/** Concurrent connections. */
const CONCURRENCY = 40;
/** A connection without data for this time is considered complete. */
const QUIET_MS = 25;
// 403: metrics through a proxy.
const STATUSES = [100, 200, 302, 400, 401, 402, 403, 404, 405, 413, 422, 429, 431];

const TOKENS = [
  '\r\n',
  '\n',
  '\r',
  '\0',
  '\x80',
  ' ',
  '\t',
  ':',
  '%',
  '0\r\n\r\n',
  'ffffffffffffffff\r\n',
  '\r\n\r\n',
  '\r\nContent-Length: 5',
  '\r\nContent-Length: 0',
  '\r\nTransfer-Encoding: chunked',
  '\r\nTransfer-Encoding: xchunked',
  '\r\nHost: other.example',
  '\r\n folded',
  '\r\nExpect: 100-continue',
  '\r\nConnection: close',
  '\r\nUpgrade: websocket\r\nConnection: upgrade',
  'HTTP/1.0',
  '//',
  '/../',
  'http://other.example/',
];

/** A change of some bytes, at a fraction of the length. */
interface Edit {
  readonly kind: 'insert' | 'overwrite' | 'cut' | 'double';
  readonly at: number;
  readonly length: number;
  readonly bytes: Buffer;
}

const edits: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('insert', 'overwrite', 'cut', 'double'),
  at: fc.nat(999).map((thousandths) => thousandths / 1000),
  length: fc.nat(40),
  bytes: fc.oneof(
    fc.constantFrom(...TOKENS).map((token) => Buffer.from(token, 'latin1')),
    fc.uint8Array({ minLength: 1, maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
  ),
});

function edited(text: Buffer, { kind, at, length, bytes }: Edit): Buffer {
  const start = Math.floor(at * text.length);
  const [before, after] = [text.subarray(0, start), text.subarray(start)];
  switch (kind) {
    case 'insert':
      return Buffer.concat([before, bytes, after]);
    case 'overwrite':
      return Buffer.concat([before, bytes, after.subarray(bytes.length)]);
    case 'cut':
      return Buffer.concat([before, after.subarray(length)]);
    case 'double':
      return Buffer.concat([before, after.subarray(0, length), after]);
  }
}

function bytesOf({ method, url, headers, payload }: FuzzRequest): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [
    `${method} ${url} HTTP/1.1`,
    'Host: localhost',
    ...lines,
    `Content-Length: ${Buffer.byteLength(payload)}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(payload)]);
}

/** The bytes of one connection: up to three requests, corrupted, or random bytes. */
function connections(requests: fc.Arbitrary<FuzzRequest>): fc.Arbitrary<Buffer> {
  const some = fc.array(requests.map(bytesOf), { minLength: 1, maxLength: 3 }).map((texts) => Buffer.concat(texts));
  const spoilt = fc.tuple(some, fc.array(edits, { maxLength: 4 })).map(([text, all]) => all.reduce(edited, text));
  const noise = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes));
  return fc.oneof({ weight: 9, arbitrary: spoilt }, { weight: 1, arbitrary: noise });
}

/** Throws if the answer is undocumented. */
function checkRaw({ status, headers, body }: RawAnswer): void {
  assert(STATUSES.includes(status), `undocumented status ${status}`);
  const isWhole = body.length > 0 && body.length === Number(headers['content-length']);
  if (status >= 400 && isWhole && headers['content-type']?.startsWith('application/json'))
    checkErrorBody(JSON.parse(Buffer.from(body, 'latin1').toString('utf8')));
}

export interface SocketReport {
  readonly connections: number;
  readonly statuses: Map<number, number>;
  readonly charged: number;
}

/** Fuzzes a service over `count` connections. */
export async function fuzzSockets(
  service: TestService,
  requests: fc.Arbitrary<FuzzRequest>,
  { count, seed }: { count: number; seed: number },
): Promise<SocketReport> {
  const { server } = service.running.app;
  const port = await listen(service);
  const statuses = new Map<number, number>();
  let charged = 0;
  const inputs = fc.sample(connections(requests), { numRuns: count, seed });
  const runOne = async (bytes: Buffer) => {
    try {
      for (const answer of (await talk(port, [bytes], { quietMs: QUIET_MS })).answers) {
        checkRaw(answer);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        charged += Number(answer.headers['x-credits-used'] ?? 0);
      }
    } catch (error) {
      throw new Error(`seed ${seed}: the answer to ${JSON.stringify(bytes.toString('latin1'))}`, { cause: error });
    }
  };
  const next = inputs.values();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const bytes of next) await runOne(bytes);
    }),
  );
  await assertNobodyLeft(server);
  return { connections: count, statuses, charged };
}

async function assertNobodyLeft(server: TestService['running']['app']['server']): Promise<void> {
  let left = 0;
  for (let turn = 0; turn < 50; turn += 1) {
    left = await new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
    if (left === 0) return;
    await sleep(50);
  }
  assert.fail(`${left} connections stay open`);
}
