// Generated requests to every endpoint: each answer is documented, never a 500, matches its schema, and is charged
// exactly if it is a 200. CARDFILE_FUZZ_SEED repeats a run.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ENDPOINTS, OPERATIONS, type Operation } from '../src/contract/endpoints/endpoints.ts';
import { fixtureDictionary } from './fuzz/dictionary.ts';
import { payloads } from './support/body-arbitraries.ts';
import { FIXTURE } from './support/fixture.ts';
import { checkAnswer, costOf, startTestService, type TestService } from './support/service.ts';

const BODIES = 12_000;
/** Requests in flight; those of a batch share commits, as in a busy service. */
const BATCH = 100;
/** About 15 s on two idle cores. */
const TIMEOUT_MS = 600_000;
const SEED = Number(process.env['CARDFILE_FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

let service: TestService;
beforeAll(async () => {
  service = await startTestService(FIXTURE);
});
afterAll(() => service.close());

interface Request {
  readonly operation: Operation;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly payload: string | Buffer;
}

const printable = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 40,
});
const rarely = <Value>(usual: Value, odd: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 30, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd });

function headersOf(key: string): fc.Arbitrary<Record<string, string>> {
  const optional = fc.record(
    {
      'idempotency-key': fc.oneof(fc.constantFrom('a', 'b', 'c'), printable),
      accept: printable,
      'content-encoding': fc.constantFrom('identity', 'gzip', ''),
      'x-request-id': printable,
      authorization: printable,
      cookie: printable,
    },
    { requiredKeys: [] },
  );
  const always = fc.record({
    'x-api-key': rarely(key, printable),
    'content-type': rarely(
      'application/json',
      fc.oneof(fc.constantFrom('application/json; charset=utf-8', 'text/plain'), printable),
    ),
  });
  return fc.tuple(always, rarely({}, optional)).map(([sent, extra]) => ({ ...sent, ...extra }));
}

/** Results of the requests. */
const seen = new Map<Operation, Map<number, number>>(OPERATIONS.map((operation) => [operation, new Map()]));
let paid = 0;

async function send({ operation, ...request }: Request): Promise<void> {
  const reply = await service.request({ ...request, url: ENDPOINTS[operation].path, method: request.method as 'POST' });
  if (request.method === 'HEAD') expect(reply.status).toBe(405);
  else checkAnswer(operation, reply);
  expect(reply.status, JSON.stringify(reply.body)).not.toBe(500);
  expect(reply.headers['x-request-id']).toBeTypeOf('string');
  const statuses = seen.get(operation) as Map<number, number>;
  statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
  paid += costOf(ENDPOINTS[operation], reply);
}

const used = async () => (await service.admin.accounts()).reduce((sum, account) => sum + account.used, 0);

it(
  `answers ${BODIES} generated bodies as documented, and charges only 200s (seed ${SEED})`,
  async () => {
    const strings = await fixtureDictionary(service);
    const requests = fc.oneof(
      ...OPERATIONS.map((operation) =>
        fc.record<Request>({
          operation: fc.constant(operation),
          method: rarely(
            ENDPOINTS[operation].method,
            fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PROPFIND'),
          ),
          headers: headersOf(service.key),
          payload: payloads(operation, strings),
        }),
      ),
    );
    const before = await used();
    await fc.assert(
      fc.asyncProperty(fc.array(requests, { minLength: BATCH, maxLength: BATCH }), async (batch) => {
        await Promise.all(batch.map(send));
      }),
      { seed: SEED, numRuns: BODIES / BATCH, endOnFailure: true },
    );
    expect((await used()) - before).toBe(paid);
    for (const [operation, statuses] of seen) {
      const reached = operation === 'key-info' ? [200, 401, 405] : [200, 401, 405, 422];
      for (const status of reached) expect(statuses.get(status) ?? 0, `${operation} ${status}`).toBeGreaterThan(0);
    }
  },
  TIMEOUT_MS,
);
