// One episode: threads, callers, an operator and time, in an order drawn from the seed, with deaths and new starts, and a calm end
// in which everything must still work and add up.
import type { AccountsAdmin } from '../../src/accounts/port.ts';
import { accountsOver } from '../../src/accounts/sqlite/open-accounts.ts';
import { Callers } from './callers.ts';
import { type Disk, fileDisk, memoryDisk } from './disk.ts';
import { DurableModel, monthOf } from './durable-model.ts';
import { Life } from './life.ts';
import { Operator } from './operator.ts';
import { priceOf } from './priced-endpoints.ts';
import { ServingThread } from './serving-thread.ts';
import { type CompiledStatements, SimulatedConnection } from './simulated-connection.ts';
import { SimulatedLedger } from './simulated-ledger.ts';
import { StandingModel } from './standing-model.ts';
import { countIn, type Tally } from './tally.ts';
import { clearRateMemory, newRateMemory } from './watched-limiter.ts';
import { World } from './world.ts';

const CRASHES = 200;
const STEPS_MAX = 4000;
const CALM_STEPS_MAX = 5000;

export interface EpisodeOptions {
  readonly seed: number;
  /** On files of SQLite instead of in memory: slower, and the recovery is SQLite's own. */
  readonly onFiles?: boolean;
  /** Keeps the last steps. */
  readonly isTraced?: boolean;
}

export interface EpisodeReport {
  readonly tally: Tally;
  /** The first broken invariant; null for none. */
  readonly violation: string | null;
  readonly trace: readonly string[];
}

/** All microtasks run before the next step is drawn. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Runs one episode; equal options, equal reports. */
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
  readonly #standing: StandingModel;
  readonly #operator: Operator;
  readonly #callers: Callers;
  readonly #rates = newRateMemory();
  /** Through which all threads write; null where each writes by itself. */
  #ledger: SimulatedLedger | null = null;
  #threads: ServingThread[] = [];
  #operatorProcess: OperatorProcess;
  #lives: Life[] = [];
  #starts = 0;
  /** Calls counted without a charge by threads that are dead. */
  readonly #lostCounts: Record<string, number> = {};

  constructor(world: World, disk: Disk) {
    this.#world = world;
    this.#disk = disk;
    this.#standing = new StandingModel(world);
    this.#durable = new DurableModel(world, this.#standing.allowanceOf);
    this.#operator = new Operator(world, this.#durable, this.#standing);
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

  /** Two accounts, each on a plan of its own and with a key. */
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

  /** Lets the operator's process run until what it was asked is done. */
  async #finish(asked: Promise<unknown>): Promise<void> {
    const { life } = this.#operatorProcess;
    let isDone = false;
    const end = () => {
      isDone = true;
    };
    asked.then(end, end);
    for (await turn(); !isDone && life.readyCount > 0; await turn()) life.runAny();
    this.#world.check(isDone, () => 'a change by the operator hangs');
    if (isDone) await asked;
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
    } else if (random.chance(0.03)) {
      random.pick(this.#lives).runTimers();
    } else this.#work();
    await turn();
    this.#bury();
    this.#checkTurn();
  }

  /** A new call, or the next piece of one under way. */
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

  /** Ends what a death ends, and starts it again. */
  #bury(): void {
    const { random } = this.#world;
    const isLedgerDead = this.#ledger?.life.alive === false;
    const isThreadDead = isLedgerDead || this.#threads.some(({ life }) => !life.alive);
    const isOperatorDead = !this.#operatorProcess.life.alive;
    if (!isThreadDead && !isOperatorDead) return;
    const scope = random.fraction();
    const isMachine = scope < 0.25;
    // Without its ledger a process ends.
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
    const { durable, standing, world } = { durable: this.#durable, standing: this.#standing, world: this.#world };
    this.#starts += 1;
    const connection = this.#disk.connect();
    const scene = { world, durable, standing, connection, rates: this.#rates, ledger: this.#ledger };
    return new ServingThread(scene, `thread ${this.#starts}`);
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
      this.#standing.read(database);
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

  /** Nothing goes wrong any more: all calls end, everybody is served again, and the sums are right. */
  async #settle(): Promise<void> {
    this.#world.calm = true;
    await this.#runDry();
    while (this.#operator.lockedOut() !== null && this.#world.violation === null) {
      await this.#finish(this.#operator.change(this.#operatorProcess.admin, () => true));
    }
    await this.#checkService();
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

  /** A good request of each live key is answered as the credits of its account say. */
  async #checkService(): Promise<void> {
    const { time } = this.#world;
    for (const key of this.#operator.live()) {
      time.pass(2000);
      const standing = this.#standing.key(key.id);
      const endsSoon = standing?.expiresAt && standing.expiresAt <= time.wallMs + 1000;
      if (!standing || endsSoon || key.allowedPaths.length > 0) continue;
      const remaining = this.#durable.remaining(standing.accountId, monthOf(time.wallMs));
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

  /** Calls that cost nothing are counted once, but for those that a death took. */
  #checkCounts(database: CompiledStatements['database']): void {
    const rows = database
      .prepare<[], { slot: string; path: string; calls: number; credits: number }>(
        `SELECT key_id || ' ' || path || ' ' || status AS slot, path, sum(calls) AS calls, sum(credits) AS credits
         FROM usage GROUP BY 1`,
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
