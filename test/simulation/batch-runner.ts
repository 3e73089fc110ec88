// The batches of the clients on one serving thread. Each action is a small part of the work of a real runner, on the
// real store. Several threads may run the same batch, and any of them may die between two actions.
import type { BatchState, StepOutcome } from '../../src/accounts/batch-port.ts';
import type { BatchingAccounts } from '../../src/accounts/port.ts';
import { priceOfRows } from './batch-model.ts';
import { type DurableModel, monthOf } from './durable-model.ts';
import type { Life } from './life.ts';
import { isInjected } from './world.ts';

const BATCHES_MAX = 4;
const ROWS_MAX = 40;
const STEP_ROWS_MAX = 8;

interface RunnerFixture {
  readonly life: Life;
  readonly accounts: BatchingAccounts;
  readonly durable: DurableModel;
  /** Whether the ledger is in another life and checks its own decisions. */
  readonly hasLedger: boolean;
}

export class BatchRunner {
  readonly #fixture: RunnerFixture;

  constructor(fixture: RunnerFixture) {
    this.#fixture = fixture;
  }

  /** Begins one action: a new batch, a step of a batch, a pause, a resume or a cancellation. */
  act(owner: { readonly accountId: string; readonly keyId: string }): void {
    const { durable, life } = this.#fixture;
    const { random } = life.world;
    const { created } = durable.batches;
    if (created.length === 0 || (created.length < BATCHES_MAX && random.chance(0.05))) {
      this.#run(this.#create(owner));
      return;
    }
    const { id } = random.pick(created);
    if (random.chance(0.9)) this.#run(this.step(id));
    else {
      const [from, to] = random.pick<readonly [BatchState, BatchState]>([
        ['running', 'paused_no_credits'],
        ['paused_no_credits', 'queued'],
        ['queued', 'cancelled'],
      ]);
      this.#run(this.#change(id, from, to));
    }
  }

  /** Executes the next rows of a batch like a runner that starts on this thread; null if the batch may not run. */
  async step(id: string): Promise<StepOutcome | null> {
    const { accounts, durable, life } = this.#fixture;
    const batch = await life.park('find batch', accounts.batches.find(id));
    if (batch === null || (batch.state !== 'queued' && batch.state !== 'running')) return null;
    const from = batch.done;
    const done = Math.min(batch.rows, from + life.world.random.between(1, STEP_ROWS_MAX));
    const credits = priceOfRows(from, done);
    const sizes = { inputBytes: done, resultBytes: done, busyMs: 1 };
    const counts = { found: credits, missed: done - from - credits, invalid: 0 };
    const stepped = accounts.batches.step({ batchId: id, from, done, credits, ...counts, ...sizes });
    const outcome = await life.park(
      'batch step',
      stepped.then((answer) => {
        if (answer === 'no_credits' && !this.#fixture.hasLedger) this.#checkUnpaid(id, credits);
        return answer;
      }),
    );
    const after = durable.batches.created.find((row) => row.id === id);
    life.world.check(
      outcome !== 'done' || (after?.done ?? 0) >= done,
      () => `${id}: a step to ${done} was confirmed and is not durable`,
    );
    life.world.check(
      outcome !== 'stopped' || !durable.batches.isNext(id, from),
      () => `${id}: the next step from ${from} was rejected`,
    );
    return outcome;
  }

  async #create({ accountId, keyId }: { readonly accountId: string; readonly keyId: string }): Promise<void> {
    const { accounts, durable, life } = this.#fixture;
    const { random, tally } = life.world;
    tally.batches += 1;
    const id = `batch-${tally.batches}`;
    const batch = { id, accountId, keyId, operation: 'company', rows: random.between(1, ROWS_MAX), maxCredits: null };
    durable.batches.begin(batch);
    const created = accounts.batches.create({ ...batch, inputHash: id, idempotencyKey: null, options: '{}' });
    const { outcome } = await life.park('create batch', created);
    const isStored = durable.batches.created.some((row) => row.id === id);
    life.world.check(outcome === 'created' && isStored, () => `${id} is ${outcome}, stored: ${isStored}`);
  }

  async #change(batchId: string, from: BatchState, to: BatchState): Promise<void> {
    const { accounts, life } = this.#fixture;
    await life.park('change batch', accounts.batches.change({ batchId, from: [from], to, reason: null }));
  }

  #checkUnpaid(id: string, credits: number): void {
    const { durable, life } = this.#fixture;
    if (!life.alive) return;
    const accountId = durable.batches.accountOf(id);
    const left = (life.world.time.readings ?? []).map((wallMs) => durable.remaining(accountId, monthOf(wallMs)));
    const isUnpaid = left.some((remaining) => remaining !== null && remaining < credits);
    life.world.check(isUnpaid, () => `${id}: a step of ${credits} was rejected for credit with ${left} left`);
  }

  /** Injected failures end an action; any other failure is a violation. */
  #run(act: Promise<unknown>): void {
    const { life } = this.#fixture;
    act.catch((error: unknown) => {
      if (life.alive) life.world.check(isInjected(error), () => `${life.name}, batches: ${String(error)}`);
    });
  }
}
