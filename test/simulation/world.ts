// One seeded world: randomness, time, faults, and the trace of events. Everything random in an episode is drawn here,
// in one order, so that a seed replays an episode step by step.
import Database from 'better-sqlite3';
import { Random } from '../../src/generate/random.ts';
import type { Clock } from '../../src/ops/clock.ts';
import { countIn, newTally, type Tally } from './tally.ts';

/**
 * Thrown through the code of a dying process, which cannot change anything any more. It is a single instance, because
 * it is thrown often.
 */
export const CRASH = new Error('the simulated process is dead');

/** A failure that was injected into the store. */
export class InjectedFault extends Database.SqliteError {}

/** Whether an error is an injected failure, also if another life reports it. */
export function isInjected(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith(FAULT_TEXT);
}

/** The conditions of an episode: drawn once for each, so that some are calm in one respect and wild in another. */
export interface Weather {
  /** The threads belong to one process and write through its ledger; otherwise each is a separate process. */
  readonly hasLedger: boolean;
  readonly threads: number;
  readonly callsAtOnce: number;
  /** Maximum number of points between two crashes. */
  readonly lifeMax: number;
  /** Probability of a fault per statement. */
  readonly faultRate: number;
  /** Probability of a clock step per step. */
  readonly clockStepRate: number;
  readonly operatorRate: number;
  readonly disconnectRate: number;
  /** Share of calls with an Idempotency-Key. */
  readonly idempotentRate: number;
  /** Probability of a batch action per step. */
  readonly batchRate: number;
  /** The speed of time: a factor on the probability of a pause. */
  readonly haste: number;
}

function drawWeather(random: Random): Weather {
  return {
    hasLedger: random.chance(0.7),
    threads: random.pick([1, 1, 2]),
    callsAtOnce: random.between(1, 8),
    lifeMax: random.chance(0.05) ? 500 : random.pick([6, 10, 15, 20, 30, 60]),
    faultRate: random.pick([0, 0, 0.002, 0.02]),
    clockStepRate: random.pick([0, 0.001, 0.03, 0.3]),
    operatorRate: random.pick([0.005, 0.02]),
    disconnectRate: random.pick([0, 0.01]),
    idempotentRate: random.pick([0, 0.5, 0.9]),
    batchRate: random.pick([0, 0.02, 0.1]),
    haste: random.pick([0.2, 1, 3]),
  };
}

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;
const FAULTS = ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_FSYNC', 'SQLITE_BUSY', 'SQLITE_NOMEM'] as const;
const FAULT_TEXT = 'simulated at ';
const TRACE_LINES = 60;
/** Usage is stored for 13 months; an episode stays within them. */
const MONTH_ENDS_MAX = 9;

/** The first instant of the month that is `months` after the month of `ms`. */
function monthStart(ms: number, months: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
}

/** The wall clock, which can be stepped, and the monotonic clock, which cannot. Reading either may take time. */
export class Time implements Clock {
  readonly #random: Random;
  readonly #tally: Tally;
  #monotonicMs = 0;
  /** Wall clock minus monotonic clock. */
  #offsetMs: number;
  /** The latest reading of any thread. */
  highestMs = 0;
  /** The first and the last reading since `forgetReadings`. */
  readings: readonly [number, number] | null = null;

  constructor(random: Random, tally: Tally) {
    this.#random = random;
    this.#tally = tally;
    const monthEnd = Date.UTC(2030, random.below(12), 1);
    this.#offsetMs = monthEnd + random.between(-5000, 2000);
  }

  now(): number {
    this.#take();
    const now = this.wallMs;
    this.highestMs = Math.max(this.highestMs, now);
    this.readings = [this.readings?.[0] ?? now, now];
    return now;
  }

  monotonic = (): number => {
    this.#take();
    return this.#monotonicMs;
  };

  get wallMs(): number {
    return Math.floor(this.#monotonicMs + this.#offsetMs);
  }

  get monotonicMs(): number {
    return this.#monotonicMs;
  }

  clearReadings(): void {
    this.readings = null;
  }

  pass(ms: number): void {
    const before = this.wallMs;
    this.#monotonicMs += ms;
    if (this.wallMs >= monthStart(before, 1)) this.#tally.monthEnds += 1;
  }

  /** Steps the wall clock only. */
  step(): void {
    const random = this.#random;
    const reach = random.pick([300, 300, 5 * SECOND_MS, 30 * SECOND_MS, HOUR_MS, DAY_MS, 3 * DAY_MS]);
    this.#tally.clockSteps += 1;
    this.#offsetMs += random.between(-reach, reach);
  }

  /** Advances to just before the end of a month, which a leap second may repeat. */
  passToMonthEnd(): void {
    if (this.#tally.monthEnds >= MONTH_ENDS_MAX) return;
    this.pass(Math.max(0, monthStart(this.wallMs, 1) - this.wallMs - this.#random.below(40)));
    if (!this.#random.chance(0.3)) return;
    this.pass(50);
    this.#tally.leapSeconds += 1;
    this.#offsetMs -= SECOND_MS;
  }

  #take(): void {
    if (this.#random.chance(0.05)) this.pass(this.#random.fraction() * 3);
  }
}

export class World {
  readonly random: Random;
  readonly tally = newTally();
  readonly weather: Weather;
  readonly time: Time;
  /** The last lines of the trace, if it is recorded. */
  readonly trace: string[] | null;
  /** The first broken invariant. */
  violation: string | null = null;
  /** Stops the injection of faults. */
  calm = false;
  crashes = 0;
  #pointsToCrash = 0;

  constructor(seed: number, isTraced: boolean) {
    this.random = new Random(seed).seek(0, 0);
    this.weather = drawWeather(this.random);
    this.time = new Time(this.random, this.tally);
    this.trace = isTraced ? [] : null;
    this.#drawCrash();
  }

  /** Passes a point at which a process may die; true if it dies. */
  strikes(place: string): boolean {
    this.tally.points += 1;
    if (this.calm) return false;
    this.#pointsToCrash -= 1;
    if (this.#pointsToCrash > 0) return false;
    this.crashes += 1;
    countIn(this.tally.crashes, place);
    this.note(() => `crash at ${place}`);
    this.#drawCrash();
    return true;
  }

  /** The fault of the next statement, or null. */
  fault(place: string): InjectedFault | null {
    if (this.calm || !this.random.chance(this.weather.faultRate)) return null;
    this.tally.storeFaults += 1;
    const code = this.random.pick(FAULTS);
    this.note(() => `${code} at ${place}`);
    return new InjectedFault(FAULT_TEXT + place, code);
  }

  /** Time advances between two steps. */
  passTime(): void {
    const { random, time, weather } = this;
    const draw = random.fraction() / weather.haste;
    if (draw < 0.0006) time.passToMonthEnd();
    else if (draw < 0.0008) time.pass(random.fraction() * 30 * HOUR_MS);
    else if (draw < 0.005) time.pass(random.fraction() * 15 * SECOND_MS);
    else if (draw < 0.02) time.pass(random.fraction() * 1500);
    else if (draw < 0.3) time.pass(random.fraction() * 20);
  }

  /** Reports a broken invariant: the episode ends with this step. */
  violate(message: string): void {
    this.note(() => `VIOLATION: ${message}`);
    this.violation ??= message;
  }

  check(condition: boolean, message: () => string): void {
    if (!condition) this.violate(message());
  }

  note(line: () => string): void {
    if (!this.trace) return;
    this.trace.push(`${this.tally.steps} ${new Date(this.time.wallMs).toISOString()} ${line()}`);
    if (this.trace.length > TRACE_LINES) this.trace.shift();
  }

  #drawCrash(): void {
    this.#pointsToCrash = this.random.between(1, this.random.chance(0.02) ? 600 : this.weather.lifeMax);
  }
}
