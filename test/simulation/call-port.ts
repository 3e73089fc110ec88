// The account store from the view of one call: the real store, but each answer waits until the episode releases it,
// and the models check it when it is produced.
import type { IdempotencyIdentity } from '../../src/accounts/idempotency.ts';
import type {
  Accounts,
  Call,
  Caller,
  ChargeResult,
  CountedCall,
  IdempotencyState,
  StoredAnswer,
} from '../../src/accounts/port.ts';
import type { Attempt } from './attempt.ts';
import { type DurableModel, monthOf } from './durable-model.ts';
import type { Life } from './life.ts';
import type { SettingsModel } from './settings-model.ts';
import type { SimulatedLedger } from './simulated-ledger.ts';
import { isInjected } from './world.ts';

interface CallFixture {
  readonly life: Life;
  readonly accounts: Accounts;
  readonly durable: DurableModel;
  readonly settings: SettingsModel;
  readonly attempt: Attempt;
  /** The ledger if it is in another life and checks its own decisions; null if the store decides in this life. */
  readonly ledger: SimulatedLedger | null;
  /** Called for each call that is counted without a charge. */
  readonly onCount: (call: CountedCall) => void;
}

/** Whether the remaining credits can result from this attempt. Each value belongs to one attempt only. */
function isOwn({ remainders, request }: Attempt, remaining: number | null): boolean {
  if (remaining === null) return remainders.delete(null);
  return Array.from({ length: request.credits }, (_, index) => remainders.delete(remaining + index)).every(Boolean);
}

export class CallPort implements Accounts {
  readonly #fixture: CallFixture;

  constructor(fixture: CallFixture) {
    this.#fixture = fixture;
  }

  authenticate(keyHash: string): Promise<Caller | null> {
    const { accounts, attempt, life, settings } = this.#fixture;
    const found = accounts.authenticate(keyHash);
    const wallMs = life.world.time.readings?.[1] ?? 0;
    return this.#judged('authenticate', found, (caller) => {
      settings.checkCaller(keyHash, caller, wallMs);
      if (!caller) attempt.excuses.add('key');
    });
  }

  isSuspended(keyHash: string): Promise<boolean> {
    return this.#judged('isSuspended', this.#fixture.accounts.isSuspended(keyHash), () => {});
  }

  remaining(caller: Caller): Promise<number | null> {
    const answer = this.#fixture.accounts.remaining(caller);
    return this.#judged('remaining', answer, (remaining) => {
      const expected = this.#leftNow(caller);
      this.#check(expected.includes(remaining), () => `${remaining} credits remain instead of ${expected}`);
    });
  }

  hasCredits(caller: Caller, credits: number): Promise<boolean> {
    const answer = this.#fixture.accounts.hasCredits(caller, credits);
    return this.#judged('hasCredits', answer, (hasCredits) => {
      if (!hasCredits) this.#rejectedForCredit(caller);
    });
  }

  charge(call: Call): Promise<ChargeResult> {
    const { accounts, attempt } = this.#fixture;
    attempt.chargedBody = call.idempotency?.body ?? null;
    this.#check(call.requestId === attempt.requestId, () => `a charge of ${call.requestId} by ${attempt.requestId}`);
    return this.#judged('charge', accounts.charge(call), (result) => {
      this.#check(result.charged === attempt.charged, () => `charged: ${result.charged}, on disk: ${attempt.charged}`);
      if (!result.charged) this.#unpaid(call.caller);
      else {
        attempt.remaining = result.remaining;
        const left = [...attempt.remainders].join(' or ');
        this.#check(isOwn(attempt, result.remaining), () => `${result.remaining} credits remain, not ${left}`);
      }
    });
  }

  count(call: CountedCall): void {
    const { accounts, life, onCount } = this.#fixture;
    if (!life.alive) return;
    accounts.count(call);
    onCount(call);
  }

  beginIdempotent(identity: IdempotencyIdentity): Promise<IdempotencyState> {
    const { accounts, attempt, durable } = this.#fixture;
    const { request } = attempt;
    const keptBefore = durable.keptAnswer(request.identity);
    return this.#judged('beginIdempotent', accounts.beginIdempotent(identity), (state) => {
      if (state.state === 'begun') {
        attempt.token = state.token;
        const readings = this.#fixture.life.world.time.readings ?? [];
        attempt.begunAtMs = this.#fixture.ledger?.begunAtMs(state.token) ?? Math.min(...readings);
      }
      if (state.state === 'in_flight') attempt.excuses.add('in flight');
      if (state.state === 'other_body') attempt.excuses.add('other body');
      if (state.state === 'stored') this.#repeats(state.answer);
      // An answer that was stored before is still stored, unless time has just advanced.
      if (!keptBefore || durable.keptAnswer(request.identity) !== keptBefore) return;
      const expected = keptBefore.bodyHash === request.bodyHash ? 'stored' : 'other_body';
      this.#check(state.state === expected, () => `${request.identity} is ${state.state} instead of ${expected}`);
    });
  }

  settleIdempotent(token: string, answer: StoredAnswer): Promise<void> {
    const { accounts, attempt } = this.#fixture;
    this.#check(token === attempt.token, () => 'completes the request of another call');
    return this.#judged('settleIdempotent', accounts.settleIdempotent(token, answer), () => undefined);
  }

  abandonIdempotent(token: string): Promise<void> {
    const { accounts, attempt } = this.#fixture;
    this.#check(token === attempt.token, () => 'abandons the request of another call');
    return this.#judged('abandonIdempotent', accounts.abandonIdempotent(token), () => undefined);
  }

  close(): Promise<void> {
    return Promise.reject(new Error('a call never closes the store'));
  }

  #judged<T>(place: string, answer: Promise<T>, judge: (value: T) => void): Promise<T> {
    const { life } = this.#fixture;
    const judged = answer.then(
      (value) => {
        if (life.alive) judge(value);
        return value;
      },
      (error: unknown) => {
        if (life.alive) this.#failed(place, error);
        throw error;
      },
    );
    return life.park(place, judged);
  }

  #failed(place: string, error: unknown): void {
    const { attempt } = this.#fixture;
    this.#check(place !== 'charge' || !attempt.charged, () => 'a failed charge is durable');
    if (isInjected(error)) attempt.excuses.add('store fault');
    else if (/lost its idempotency lease/.test(String(error))) attempt.excuses.add('lost lease');
    else this.#check(false, () => `${place}: ${String(error)}`);
  }

  /** A replayed answer was charged, or is the 404 that the request expects. */
  #repeats({ status, body }: StoredAnswer): void {
    const { attempt, durable } = this.#fixture;
    const { expected, identity } = attempt.request;
    attempt.repeatedBody = body;
    const isKept = status === 200 ? durable.wasKept(identity, body) : status === 404 && expected === 404;
    this.#check(isKept, () => `replays an answer that was never sent: ${body}`);
  }

  #unpaid(caller: Caller): void {
    if (this.#fixture.ledger) this.#fixture.attempt.excuses.add('no credit');
    else this.#rejectedForCredit(caller);
  }

  #rejectedForCredit(caller: Caller): void {
    this.#fixture.attempt.excuses.add('no credit');
    const left = this.#leftNow(caller);
    this.#check(
      left.some((credits) => credits !== null && credits < this.#fixture.attempt.request.credits),
      () => `rejected for credit with ${left} left`,
    );
  }

  /** Remaining credits at each clock reading that may have produced the answer. */
  #leftNow({ accountId }: Caller): (number | null)[] {
    const { durable, life } = this.#fixture;
    return (life.world.time.readings ?? []).map((wallMs) => durable.remaining(accountId, monthOf(wallMs)));
  }

  #check(condition: boolean, message: () => string): void {
    const { attempt, life } = this.#fixture;
    if (life.alive) life.world.check(condition, () => `${attempt.requestId}: ${message()}`);
  }
}
