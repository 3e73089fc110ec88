// A serving thread: the real pipeline over the real store, on a simulated connection, clock and schedule. Its
// look-ups are stubs whose answers differ each time, so that repeated work is visible.
import { AddressLimiter } from '../../src/accounts/address-limiter.ts';
import { type BatchingAccounts, UNOBSERVED } from '../../src/accounts/port.ts';
import { LedgerPort } from '../../src/accounts/sqlite/ledger-port.ts';
import { accountsOver } from '../../src/accounts/sqlite/open-accounts.ts';
import { SqliteAccounts } from '../../src/accounts/sqlite/sqlite-accounts.ts';
import type { Catalog, CompanyView, Lookups } from '../../src/catalog/port.ts';
import { AnswerCache } from '../../src/http/answer-cache.ts';
import type { Answer, Services } from '../../src/http/call.ts';
import { ofRequest } from '../../src/http/error-body.ts';
import { pipeline } from '../../src/http/pipeline.ts';
import { storedBodyOf } from '../../src/http/stored-body.ts';
import { UNSCHEDULED } from '../../src/ops/scheduling/turn.ts';
import type { Attempt, Request } from './attempt.ts';
import { BatchRunner } from './batch-runner.ts';
import { CallPort } from './call-port.ts';
import { CheckedLimiter, type RateMemory } from './checked-limiter.ts';
import type { DurableModel } from './durable-model.ts';
import { Life } from './life.ts';
import { PRICED_ENDPOINTS } from './priced-endpoints.ts';
import type { SettingsModel } from './settings-model.ts';
import { type CompiledStatements, SimulatedConnection } from './simulated-connection.ts';
import type { SimulatedLedger, ThreadPort } from './simulated-ledger.ts';
import { SimulatedMessage } from './simulated-message.ts';
import { countIn } from './tally.ts';
import { isInjected, type World } from './world.ts';

/** The simulation has no cacheable operation. */
const NO_ANSWERS = new AnswerCache();
const CURSOR_SECRET = Buffer.alloc(32);
const NOTHING_HIDDEN: Pick<Catalog, 'state'> = { state: async () => ({ generation: 1, hiddenGeneration: 0 }) };

export interface ThreadFixture {
  readonly world: World;
  readonly durable: DurableModel;
  readonly settings: SettingsModel;
  readonly connection: CompiledStatements;
  readonly rates: RateMemory;
  /** The ledger of this thread's process; null if the thread is a separate process. */
  readonly ledger: SimulatedLedger | null;
}

interface Running {
  readonly attempt: Attempt;
  readonly message: SimulatedMessage;
}

export class ServingThread {
  readonly life: Life;
  readonly connection: CompiledStatements;
  readonly #fixture: ThreadFixture;
  readonly batches: BatchRunner;
  readonly #accounts: BatchingAccounts;
  readonly #ledgerPort: ThreadPort | null;
  readonly #addresses: AddressLimiter;
  readonly #running = new Map<string, Running>();
  /** Calls that this thread counted without a charge, by key, path and status. */
  readonly counted: Record<string, number> = {};

  constructor(fixture: ThreadFixture, name: string) {
    this.#fixture = fixture;
    this.connection = fixture.connection;
    this.life = new Life(fixture.world, name);
    this.#addresses = new AddressLimiter(fixture.rates.addresses);
    const connection = new SimulatedConnection(fixture.connection, this.life, (real) =>
      fixture.durable.committed(real),
    );
    const options = { database: connection.asDatabase, clock: fixture.world.time, schedule: this.life.schedule };
    this.#ledgerPort = fixture.ledger?.connect(this.life) ?? null;
    this.#accounts = this.#ledgerPort
      ? new SqliteAccounts({ ...options, observer: UNOBSERVED, link: new LedgerPort(this.#ledgerPort.port) })
      : accountsOver(options).accounts;
    const {
      life,
      fixture: { durable, ledger },
    } = { life: this.life, fixture };
    this.batches = new BatchRunner({ life, accounts: this.#accounts, durable, hasLedger: ledger !== null });
  }

  get runningCount(): number {
    return this.#running.size;
  }

  /** Starts a call. */
  begin(request: Request): Attempt {
    const { durable, world } = this.#fixture;
    world.tally.calls += 1;
    const attempt: Attempt = {
      requestId: `call-${world.tally.calls}`,
      request,
      state: 'running',
      charged: false,
      remainders: new Set(),
      remaining: null,
      token: null,
      begunAtMs: 0,
      chargedBody: null,
      repeatedBody: null,
      gone: false,
      orphaned: false,
      excuses: new Set(),
    };
    const message = new SimulatedMessage(request, this.life);
    durable.begin(attempt);
    this.#running.set(attempt.requestId, { attempt, message });
    world.time.clearReadings();
    world.note(() => `${this.life.name}: ${attempt.requestId} ${request.method} ${request.identity} ${request.body}`);
    const call = { operation: request.operation, requestId: attempt.requestId, message: message.asIncomingMessage };
    const answered = pipeline({ ...call, address: '192.0.2.1' }, this.#servicesFor(attempt));
    answered.then((answer) => this.life.add('answer', () => this.#answer(attempt, answer)));
    return attempt;
  }

  /** Disconnects one of the clients. */
  disconnectAny(): void {
    if (this.#running.size === 0) return;
    const { attempt, message } = this.#fixture.world.random.pick([...this.#running.values()]);
    if (attempt.gone) return;
    attempt.gone = true;
    attempt.excuses.add('caller gone');
    this.#fixture.world.note(() => `the client of ${attempt.requestId} disconnects`);
    message.leave();
  }

  /** The thread has died: its running calls get no answer. */
  cutOff(): void {
    for (const { attempt } of this.#running.values()) {
      this.#end(attempt, 'cut off');
      attempt.orphaned = this.#fixture.ledger?.life.alive === true && !attempt.charged;
    }
    this.#ledgerPort?.hangUp();
  }

  close(): Promise<void> {
    return this.#accounts.close();
  }

  #servicesFor(attempt: Attempt): Services {
    const { durable, rates, settings, world } = this.#fixture;
    const accounts = new CallPort({
      life: this.life,
      accounts: this.#accounts,
      durable,
      settings,
      attempt,
      ledger: this.#fixture.ledger,
      onCount: ({ caller, path, status }) => countIn(this.counted, `${caller.keyId} ${path} ${status}`),
    });
    return {
      endpoint: PRICED_ENDPOINTS[attempt.request.operation],
      answers: NO_ANSWERS,
      api: {
        catalog: NOTHING_HIDDEN as Catalog,
        accounts,
        clock: world.time,
        searchable: () => Promise.reject(new Error('nothing is searched here')),
        lookups: this.#lookups(attempt),
        cursorSecret: () => CURSOR_SECRET,
        phoneCountries: [],
        emailStatusDays: 0,
        networkHost: null,
      },
      accounts,
      limiter: new CheckedLimiter(world, rates, attempt),
      addresses: this.#addresses,
      scheduler: { open: () => UNSCHEDULED },
      monotonicMs: world.time.monotonic,
      onFault: (error) => this.#fault(attempt, error),
    };
  }

  #lookups({ requestId }: Attempt): Lookups {
    const view = { network_url: 'https://network.example/company/known', name: `Known to ${requestId}` } as CompanyView;
    const companiesByDomain = (domain: string) =>
      this.life.park('work', Promise.resolve(domain === 'known.example' ? [view] : []));
    return { companiesByDomain } as unknown as Lookups;
  }

  #fault(attempt: Attempt, error: unknown): void {
    if (!this.life.alive) return;
    const isExpected =
      isInjected(error) ||
      (attempt.excuses.has('lost lease') && /lost its idempotency lease/.test(String(error))) ||
      (attempt.gone && /aborted/.test(String(error)));
    this.#fixture.world.check(
      isExpected,
      () => `${attempt.requestId}: ${error instanceof Error ? error.stack : error}`,
    );
  }

  /** The answer is sent, and reaches a client that is still connected. */
  #answer(attempt: Attempt, answer: Answer): void {
    const { world } = this.#fixture;
    this.#end(attempt, attempt.gone ? 'cut off' : 'answered');
    world.note(() => `${attempt.requestId} answered ${answer.status} ${JSON.stringify(answer.headers)}`);
    if (!attempt.gone) countIn(world.tally.answers, answer.status);
    this.#checkCost(attempt, answer);
    this.#checkStatus(attempt, answer.status);
  }

  #checkCost(attempt: Attempt, { status, headers, body }: Answer): void {
    const { world } = this.#fixture;
    const { request, requestId } = attempt;
    const isReplay = headers['idempotency-replayed'] === 'true';
    const used = headers['x-credits-used'];
    const costs = status === 200 && request.credits > 0 && !isReplay;
    world.check(attempt.charged === costs, () => `${requestId} is answered ${status}, charged: ${attempt.charged}`);
    const expected = request.credits === 0 ? [undefined] : costs ? [String(request.credits)] : ['0', undefined];
    world.check(expected.includes(used), () => `${requestId} reports the price ${used}`);
    if (costs) {
      const remaining = attempt.remaining === null ? 'unlimited' : String(attempt.remaining);
      world.check(headers['x-credits-remaining'] === remaining, () => `${requestId} reports wrong remaining credits`);
      const isStored = request.idempotencyKey === null || body === storedBodyOf(attempt.chargedBody ?? '').body;
      world.check(isStored, () => `${requestId}: other bytes`);
    }
    if (!isReplay) return;
    world.tally.replays += 1;
    // A replayed rejection has the id of the new request.
    const stored = attempt.repeatedBody ?? '';
    const repeated = status === 200 ? storedBodyOf(stored).body : ofRequest(stored, requestId);
    world.check(body === repeated, () => `${requestId} replays other bytes: ${body}`);
  }

  #checkStatus({ request, requestId, excuses }: Attempt, status: number): void {
    const isExcused =
      status === request.expected ||
      (status === 402 && excuses.has('no credit')) ||
      (status === 401 && excuses.has('key')) ||
      (status === 422 && excuses.has('other body')) ||
      (status === 429 && (excuses.has('rate') || excuses.has('in flight') || request.expected === 401)) ||
      (status === 429 && excuses.has('key')) ||
      (status === 499 && excuses.has('caller gone')) ||
      (status === 500 && (excuses.has('store fault') || excuses.has('lost lease') || excuses.has('caller gone')));
    this.#fixture.world.check(
      isExcused,
      () => `${requestId} is answered ${status} instead of ${request.expected}, excuses: ${[...excuses].join(', ')}`,
    );
  }

  #end(attempt: Attempt, state: Attempt['state']): void {
    attempt.state = state;
    this.#running.delete(attempt.requestId);
    if (state === 'cut off' && attempt.charged) this.#fixture.world.tally.chargesCutOff += 1;
  }
}
