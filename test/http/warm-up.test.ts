// The calls that a serving thread makes to itself: they execute the code of each endpoint, and have no side effects.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SharedContext } from '../../src/api/context.ts';
import { ENDPOINTS, OPERATIONS } from '../../src/contract/endpoints/endpoints.ts';
import { faultsOf } from '../../src/http/body/validate.ts';
import { threadScheduler } from '../../src/ops/scheduling/fair-scheduler.ts';
import { WarmUp, warmUpCalls } from '../../src/serve/warm-up.ts';
import { FIXTURE } from '../support/fixture.ts';
import { startTestService, type TestService } from '../support/service.ts';

const LARGE = { people: 1_000_000 };

let service: TestService;
beforeEach(async () => {
  service = await startTestService(FIXTURE);
});
afterEach(() => service.close());

/** Logged facts are added to `facts`. */
function warmUpOf(api: SharedContext, facts: object[] = []): WarmUp {
  return new WarmUp({ api, scheduler: threadScheduler, log: { debug: (each) => facts.push(each) } });
}

describe('the calls', () => {
  it('are valid, and include each endpoint that has a body and is no bulk call', () => {
    for (const [operation, body] of warmUpCalls()) expect(faultsOf(operation, body as never), operation).toEqual([]);
    const single = OPERATIONS.filter((name) => ENDPOINTS[name].body !== null && ENDPOINTS[name].itemsOf === null);
    expect(new Set(warmUpCalls().map(([operation]) => operation))).toEqual(new Set(single));
  });
});

describe('warming up', () => {
  it('executes calls before the thread is ready, without a charge and without a log line of a call', async () => {
    const facts: object[] = [];
    const warmUp = warmUpOf(service.running.api, facts);
    warmUp.begin(LARGE);
    expect(warmUp.isRunning).toBe(true);
    await warmUp.over();
    expect(warmUp.isRunning).toBe(false);
    expect(facts).toMatchObject([{ calls: expect.any(Number) }]);
    expect((facts[0] as { calls: number }).calls).toBeGreaterThan(0);
    expect((await service.call('key-info')).body.remaining_credits).toBe(1_000_000);
    expect(service.log.filter((line) => line.includes('"msg":"call"'))).toHaveLength(1);
  });

  it('is for the first edition only, and not for a small one', async () => {
    const small = warmUpOf(service.running.api);
    small.begin({ people: 100 });
    expect(small.isRunning).toBe(false);
    small.begin(LARGE);
    expect(small.isRunning).toBe(false);
    await small.over();
  });

  it('ends at a store that cannot be reached', async () => {
    const facts: object[] = [];
    const failure = new Error('out of reach');
    const warmUp = warmUpOf({ ...service.running.api, searchable: () => Promise.reject(failure) }, facts);
    warmUp.begin(LARGE);
    await warmUp.over();
    expect(facts).toEqual([{ err: failure, calls: 0 }]);
    expect(warmUp.isRunning).toBe(false);
  });

  it('ends at once if it has not begun', async () => {
    await warmUpOf(service.running.api).over();
  });
});
