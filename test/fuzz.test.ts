// Generated requests to every endpoint: each answer is documented, never a 500, matches its schema, and is charged
// exactly if it is a 200. CARDFILE_FUZZ_SEED repeats a run.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ENDPOINTS, OPERATIONS, type Operation } from '../src/contract/endpoints/endpoints.ts';
import { fixtureDictionary } from './fuzz/dictionary.ts';
import { payloads } from './support/body-arbitraries.ts';
import { FIXTURE } from './support/fixture.ts';
import { checkAnswer, costOf, type Reply, startTestService, type TestService } from './support/service.ts';

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
  fc.oneof({ weight: 10, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd });

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

/** Numbers of answers by operation and status, and their credits. */
class Answers {
  paid = 0;
  readonly #counts = new Map<string, number>();

  add(operation: Operation, reply: Reply): void {
    const name = `${operation} ${reply.status}`;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    this.paid += costOf(ENDPOINTS[operation], reply);
  }

  count(operation: Operation, ...statuses: number[]): number {
    return statuses.reduce((sum, status) => sum + (this.#counts.get(`${operation} ${status}`) ?? 0), 0);
  }
}

async function send({ operation, ...request }: Request): Promise<Reply> {
  const reply = await service.request({ ...request, url: ENDPOINTS[operation].path, method: request.method as 'POST' });
  if (request.method === 'HEAD') expect(reply.status).toBe(405);
  else checkAnswer(operation, reply);
  expect(reply.status, JSON.stringify(reply.body)).not.toBe(500);
  expect(reply.headers['x-request-id']).toBeTypeOf('string');
  return reply;
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
    const answers = new Answers();
    await fc.assert(
      fc.asyncProperty(fc.array(requests, { minLength: BATCH, maxLength: BATCH }), async (batch) => {
        await Promise.all(batch.map(async (each) => answers.add(each.operation, await send(each))));
      }),
      { seed: SEED, numRuns: BODIES / BATCH, endOnFailure: true },
    );
    expect((await used()) - before).toBe(answers.paid);
    // About 20 of each are expected, so that no run lacks one by chance. Of many invalid keys, most are answered 429.
    for (const operation of OPERATIONS) {
      expect(answers.count(operation, 200, 404), `${operation} answered`).toBeGreaterThan(0);
      expect(answers.count(operation, 401, 429), `${operation} with an invalid key`).toBeGreaterThan(0);
      expect(answers.count(operation, 405), `${operation} with another method`).toBeGreaterThan(0);
      if (operation === 'key-info') continue;
      expect(answers.count(operation, 422), `${operation} with an invalid body`).toBeGreaterThan(0);
    }
  },
  TIMEOUT_MS,
);
