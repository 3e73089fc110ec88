// The ledger of a simulated process, in its own life: the real ledger and its host, on simulated connections and
// ports. The models check its decisions at once, as its callers receive them only later.
import type { MessagePort } from 'node:worker_threads';
import type { BatchStep } from '../../src/accounts/batch-port.ts';
import type { LedgerOutcome, LedgerReply, LedgerRequest } from '../../src/accounts/ledger/ledger-request.ts';
import { type Batch, Ledger } from '../../src/accounts/sqlite/ledger.ts';
import { LedgerHost } from '../../src/accounts/sqlite/ledger-port.ts';
import { type DurableModel, monthOf } from './durable-model.ts';
import { Life } from './life.ts';
import { type CompiledStatements, SimulatedConnection } from './simulated-connection.ts';
import { connectLives } from './simulated-port.ts';
import type { World } from './world.ts';

interface LedgerFixture {
  readonly world: World;
  readonly durable: DurableModel;
  readonly connection: CompiledStatements;
}

/** The end of a serving thread, and the message by which its death reaches the ledger. */
export interface ThreadPort {
  readonly port: MessagePort;
  hangUp(): void;
}

export class SimulatedLedger {
  readonly life: Life;
  readonly connection: CompiledStatements;
  readonly #host: LedgerHost;
  readonly #ledger: JudgedLedger;

  constructor(fixture: LedgerFixture, name: string) {
    const { connection, durable, world } = fixture;
    this.connection = connection;
    this.life = new Life(world, name);
    const simulated = new SimulatedConnection(connection, this.life, (real) => durable.committed(real));
    this.#ledger = new JudgedLedger(simulated, fixture);
    this.#host = new LedgerHost({ ledger: this.#ledger, schedule: this.life.schedule, onUpkeepFailure: () => {} });
  }

  /** A connection to this ledger from another life of its process. */
  connect(life: Life): ThreadPort {
    const [here, there] = connectLives(this.life, life);
    this.#host.attach(here.asMessagePort);
    return { port: there.asMessagePort, hangUp: () => there.close() };
  }

  /** The earliest time that the store may have recorded as the start of an idempotent request. */
  begunAtMs(token: string): number | undefined {
    return this.#ledger.begunAtMs.get(token);
  }
}

class JudgedLedger extends Ledger {
  readonly #fixture: LedgerFixture;
  readonly begunAtMs = new Map<string, number>();

  constructor(connection: SimulatedConnection, fixture: LedgerFixture) {
    super(connection.asDatabase, fixture.world.time);
    this.#fixture = fixture;
  }

  override commit(batches: readonly Batch[]): LedgerReply[] {
    const replies = super.commit(batches);
    for (const [batch, { requests }] of batches.entries()) {
      for (const [index, request] of requests.entries()) this.#judge(request, replies[batch]?.outcomes[index]);
    }
    return replies;
  }

  #judge(request: LedgerRequest, outcome: LedgerOutcome | undefined): void {
    if (!outcome || !('done' in outcome) || outcome.done === null) return;
    const { durable, world } = this.#fixture;
    const readings = world.time.readings ?? [];
    if (request.kind === 'charge' && 'charged' in outcome.done && !outcome.done.charged) {
      const left = readings.map((wallMs) => durable.remaining(request.accountId, monthOf(wallMs)));
      world.check(
        left.some((credits) => credits !== null && credits < request.credits),
        () => `${request.requestId} was rejected for credit with ${left} left`,
      );
    }
    const isUnpaid = 'returned' in outcome.done && outcome.done.returned === 'no_credits';
    if (isUnpaid && request.kind === 'write' && request.repository === 'batches') {
      const [{ batchId, credits }] = request.args as [BatchStep];
      const accountId = durable.batches.accountOf(batchId);
      const left = readings.map((wallMs) => durable.remaining(accountId, monthOf(wallMs)));
      world.check(
        left.some((remaining) => remaining !== null && remaining < credits),
        () => `${batchId}: a step of ${credits} was rejected for credit with ${left} left`,
      );
    }
    if ('token' in outcome.done) this.begunAtMs.set(outcome.done.token, Math.min(...readings));
  }
}
