// One episode: threads, clients, an operator and time, in an order drawn from the seed, with crashes and restarts,
// and a calm end in which everything must work and all sums must agree.
import type { AccountsAdmin } from '../../src/accounts/port.ts';
import { accountsOver } from '../../src/accounts/sqlite/open-accounts.ts';
import { BATCHES_PATH } from '../../src/contract/resources/batch-paths.ts';
import { Callers } from './callers.ts';
import { clearRateMemory, newRateMemory } from './checked-limiter.ts';
import { type Disk, fileDisk, memoryDisk } from './disk.ts';
import { DurableModel, monthOf } from './durable-model.ts';
import { Life } from './life.ts';
import { Operator } from './operator.ts';
import { priceOf } from './priced-endpoints.ts';
import { ServingThread } from './serving-thread.ts';
import { SettingsModel } from './settings-model.ts';
import { type CompiledStatements, SimulatedConnection } from './simulated-connection.ts';
import { SimulatedLedger } from './simulated-ledger.ts';
import { countIn, type Tally } from './tally.ts';
import { World } from './world.ts';

const CRASHES = 200;
const STEPS_MAX = 4000;
const CALM_STEPS_MAX = 5000;

export interface EpisodeOptions {
  readonly seed: number;
  /** On SQLite files instead of in memory: slower, but with the recovery of SQLite. */
  readonly onFiles?: boolean;
  /** Records the last steps. */
  readonly isTraced?: boolean;
}

export interface EpisodeReport {
  readonly tally: Tally;
  /** The first broken invariant, or null. */
  readonly violation: string | null;
  readonly trace: readonly string[];
}

/** All microtasks run before the next step is drawn. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Runs one episode. Equal options give equal reports. */
export async function runEpisode(options: EpisodeOptions): Promise<EpisodeReport> {
  const world = new World(options.seed, options.isTraced === true);
  const disk = options.onFiles ? fileDisk() : memoryDisk();
  try {
    await new Episode(world, disk).run();
  } finally {
    disk.remove();
  }
  return { tally: world.tally, violation: world.violation, trace: world.trace ?? [] };
}

interface OperatorProcess {
  readonly life: Life;
  readonly connection: CompiledStatements;
  readonly admin: AccountsAdmin;
}

class Episode {
  readonly #world: World;
  readonly #disk: Disk;
  readonly #durable: DurableModel;
  readonly #settings: SettingsModel;
  readonly #operator: Operator;
  readonly #callers: Callers;
  readonly #rates = newRateMemory();
  /** The ledger through which all threads write; null if each writes directly. */
  #ledger: SimulatedLedger | null = null;
  #threads: ServingThread[] = [];
  #operatorProcess: OperatorProcess;
  #lives: Life[] = [];
  #starts = 0;
  /** Calls that dead threads counted without a charge. */
  readonly #lostCounts: Record<string, number> = {};

  constructor(world: World, disk: Disk) {
    this.#world = world;
    this.#disk = disk;
    this.#settings = new SettingsModel(world);
    this.#durable = new DurableModel(world, this.#settings.allowanceOf);
    this.#operator = new Operator(world, this.#durable, this.#settings);
    this.#callers = new Callers(world);
    this.#operatorProcess = this.#startOperator();
  }

  async run(): Promise<void> {
    const { tally, weather } = this.#world;
    await this.#furnish();
    if (this.#world.violation !== null) return;
    this.#ledger = this.#startLedger();
    this.#threads = Array.from({ length: weather.threads }, () => this.#startThread());
    this.#listLives();
    while (this.#world.crashes < CRASHES && tally.steps < STEPS_MAX && this.#world.violation === null) {
      await this.#step();
    }
    if (this.#world.violation === null) await this.#settle();
    tally.episodes += 1;
  }

  /** Creates two accounts, each with its own plan and key. */
  async #furnish(): Promise<void> {
    const { admin } = this.#operatorProcess;
    const { random } = this.#world;
    this.#world.calm = true;
    for (const name of ['acme', 'globex']) {
      const plan = { name, creditsPerMonth: random.pick([10, 100, null]), requestsPerSecond: random.pick([3, 40]) };
      await this.#finish(admin.setPlan(plan));
      await this.#finish(admin.createAccount(name, name));
      await this.#finish(this.#operator.change(admin, () => true));
    }
    this.#world.calm = false;
  }

  /** Runs the operator's process until its current change is complete. */
  async #finish(change: Promise<unknown>): Promise<void> {
    const { life } = this.#operatorProcess;
    let isDone = false;
    const end = () => {
      isDone = true;
    };
    change.then(end, end);
    for (await turn(); !isDone && life.readyCount > 0; await turn()) life.runAny();
    this.#world.check(isDone, () => 'a change by the operator hangs');
    if (isDone) await change;
  }

  async #step(): Promise<void> {
    const { random, tally, time, weather } = this.#world;
    tally.steps += 1;
    this.#world.passTime();
    if (random.chance(weather.clockStepRate)) time.step();
    const { admin, life } = this.#operatorProcess;
    if (!this.#operator.isBusy && random.chance(weather.operatorRate)) {
      this.#operator.change(admin, () => life.alive);
    } else if (random.chance(weather.disconnectRate)) {
      random.pick(this.#threads).disconnectAny();
    } else if (random.chance(weather.batchRate)) {
      this.#actOnBatches();
    } else if (random.chance(0.03)) {
      random.pick(this.#lives).runTimers();
    } else this.#work();
    await turn();
    this.#bury();
    this.#checkTurn();
  }

  #actOnBatches(): void {
    const { random } = this.#world;
    const [key] = this.#operator.live();
    const settings = key && this.#settings.key(key.id);
    if (settings) random.pick(this.#threads).batches.act({ accountId: settings.accountId, keyId: settings.id });
  }

  /** A new call, or the next segment of a running one. */
  #work(): void {
    const { random, weather } = this.#world;
    const thread = random.pick(this.#threads);
    const ready = this.#lives.filter(({ readyCount }) => readyCount > 0);
    if (thread.runningCount < weather.callsAtOnce && (ready.length === 0 || random.chance(0.25))) {
      thread.begin(this.#callers.next(this.#operator.held, this.#operator.live()));
      return;
    }
    if (ready.length > 0) random.pick(ready).runAny();
  }

  #checkTurn(): void {
    const isLedgerBusy = (this.#ledger?.life.readyCount ?? 0) > 0;
    for (const { connection, life, runningCount } of this.#threads) {
      if (!life.alive) continue;
      this.#world.check(!connection.database.inTransaction, () => `${life.name} left a transaction open`);
      const isBusy = isLedgerBusy || life.readyCount > 0;
      this.#world.check(isBusy || runningCount === 0, () => `${runningCount} calls in ${life.name} hang`);
    }
  }

  /** Ends everything that depends on a dead life, and restarts the life. */
  #bury(): void {
    const { random } = this.#world;
    const isLedgerDead = this.#ledger?.life.alive === false;
    const isThreadDead = isLedgerDead || this.#threads.some(({ life }) => !life.alive);
    const isOperatorDead = !this.#operatorProcess.life.alive;
    if (!isThreadDead && !isOperatorDead) return;
    const scope = random.fraction();
    const isMachine = scope < 0.25;
    // The whole process dies, except for its ledger.
    const isWholeProcess = isLedgerDead || (isThreadDead && scope < 0.7);
    const goesDown = (thread: ServingThread) => isMachine || isWholeProcess || !thread.life.alive;
    const dead = this.#threads.filter(goesDown);
    if (isMachine || isWholeProcess) this.#endLedger();
    for (const thread of dead) this.#endThread(thread);
    if (isMachine || isOperatorDead) this.#endOperator();
    if (isMachine) this.#disk.restart();
    if (isMachine || isOperatorDead) this.#operatorProcess = this.#startOperator();
    if (dead.length === this.#threads.length && dead.length > 0) clearRateMemory(this.#rates);
    if (isMachine || isWholeProcess) this.#ledger = this.#startLedger();
    this.#threads = this.#threads.map((thread) => (dead.includes(thread) ? this.#startThread() : thread));
    this.#listLives();
    this.#durable.checkNothingNew(this.#operatorProcess.connection.database);
  }

  #listLives(): void {
    const ledger = this.#ledger ? [this.#ledger.life] : [];
    this.#lives = [this.#operatorProcess.life, ...ledger, ...this.#threads.map(({ life }) => life)];
  }

  #startLedger(): SimulatedLedger | null {
    const { durable, world } = { durable: this.#durable, world: this.#world };
    if (!world.weather.hasLedger) return null;
    this.#starts += 1;
    return new SimulatedLedger({ world, durable, connection: this.#disk.connect() }, `ledger ${this.#starts}`);
  }

  #endLedger(): void {
    if (!this.#ledger) return;
    this.#ledger.life.alive = false;
    this.#disk.drop(this.#ledger.connection);
  }

  #startThread(): ServingThread {
    const { durable, settings, world } = { durable: this.#durable, settings: this.#settings, world: this.#world };
    this.#starts += 1;
    const connection = this.#disk.connect();
    const fixture = { world, durable, settings, connection, rates: this.#rates, ledger: this.#ledger };
    return new ServingThread(fixture, `thread ${this.#starts}`);
  }

  #endThread(thread: ServingThread): void {
    thread.life.alive = false;
    thread.cutOff();
    this.#disk.drop(thread.connection);
    for (const [slot, count] of Object.entries(thread.counted)) countIn(this.#lostCounts, slot, count);
  }

  #startOperator(): OperatorProcess {
    this.#starts += 1;
    const life = new Life(this.#world, `operator ${this.#starts}`);
    const connection = this.#disk.connect();
    const onCommit = (database: CompiledStatements['database']) => {
      this.#settings.read(database);
      this.#durable.committed(database);
    };
    const { asDatabase } = new SimulatedConnection(connection, life, onCommit);
    const { admin } = accountsOver({ database: asDatabase, clock: this.#world.time, schedule: life.schedule });
    return { life, connection, admin };
  }

  #endOperator(): void {
    this.#operatorProcess.life.alive = false;
    this.#operator.isBusy = false;
    this.#disk.drop(this.#operatorProcess.connection);
  }

  /** Injects no more faults: all calls end, every client is served again, and all sums agree. */
  async #settle(): Promise<void> {
    this.#world.calm = true;
    await this.#runDry();
    while (this.#operator.lockedOut() !== null && this.#world.violation === null) {
      await this.#finish(this.#operator.change(this.#operatorProcess.admin, () => true));
    }
    await this.#checkService();
    await this.#endBatches();
    for (const thread of this.#threads) {
      const closing = thread.close();
      await turn();
      await this.#runDry();
      await closing;
    }
    const { database } = this.#operatorProcess.connection;
    this.#durable.checkAll(database);
    this.#checkCounts(database);
  }

  async #runDry(): Promise<void> {
    for (let step = 0; step < CALM_STEPS_MAX && this.#world.violation === null; step += 1) {
      const life = this.#lives.find(({ readyCount }) => readyCount > 0);
      if (!life) break;
      life.runAny();
      await turn();
      this.#checkTurn();
    }
  }

  /** A good request of each live key is answered according to the credits of its account. */
  async #checkService(): Promise<void> {
    const { time } = this.#world;
    for (const key of this.#operator.live()) {
      time.pass(2000);
      const settings = this.#settings.key(key.id);
      const endsSoon = settings?.expiresAt && settings.expiresAt <= time.wallMs + 1000;
      if (!settings || endsSoon || key.allowedPaths.length > 0) continue;
      const remaining = this.#durable.remaining(settings.accountId, monthOf(time.wallMs));
      const attempt = this.#world.random.pick(this.#threads).begin(this.#callers.plain(key));
      await turn();
      await this.#runDry();
      this.#world.check(
        attempt.state === 'answered' &&
          attempt.charged === (remaining === null || remaining >= attempt.request.credits),
        () => `in the calm ${attempt.requestId} of ${key.id} is ${attempt.state}, charged: ${attempt.charged}`,
      );
    }
  }

  /** Every batch that may run completes, or stops because its credits are used up. */
  async #endBatches(): Promise<void> {
    const thread = this.#world.random.pick(this.#threads);
    for (const { id, rows } of this.#durable.batches.created) {
      let outcome: string | null = 'done';
      for (let step = 0; step <= rows && outcome === 'done' && this.#world.violation === null; step += 1) {
        outcome = 'hangs';
        thread.batches.step(id).then((answer) => {
          outcome = answer;
        });
        await turn();
        await this.#runDry();
      }
      const isEnded = outcome === null || outcome === 'no_credits' || this.#world.violation !== null;
      this.#world.check(isEnded, () => `in the calm ${id} ends with ${outcome}`);
    }
  }

  /** Calls without a charge are counted once, except for those that a crash lost. */
  #checkCounts(database: CompiledStatements['database']): void {
    const rows = database
      .prepare<[], { slot: string; path: string; calls: number; credits: number }>(
        `SELECT key_id || ' ' || path || ' ' || status AS slot, path, sum(calls) AS calls, sum(credits) AS credits
         FROM usage WHERE path <> '${BATCHES_PATH}' GROUP BY 1`,
      )
      .all();
    const stored = new Map(rows.map(({ slot, path, calls, credits }) => [slot, calls - credits / priceOf(path)]));
    const kept: Record<string, number> = {};
    for (const { counted } of this.#threads) {
      for (const [slot, count] of Object.entries(counted)) countIn(kept, slot, count);
    }
    for (const slot of new Set([...stored.keys(), ...Object.keys(kept), ...Object.keys(this.#lostCounts)])) {
      const least = kept[slot] ?? 0;
      const most = least + (this.#lostCounts[slot] ?? 0);
      const calls = stored.get(slot) ?? 0;
      this.#world.check(
        calls >= least && calls <= most,
        () => `usage has ${calls} of ${slot}, not ${least} to ${most}`,
      );
    }
  }
}
