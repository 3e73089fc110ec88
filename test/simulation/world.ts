// One seeded world: chance, time, what goes wrong and when, and the record of it. Everything random in an episode is drawn here,
// in one order, so a seed replays an episode step by step.
import Database from 'better-sqlite3';
import { Random } from '../../src/generate/random.ts';
import type { Clock } from '../../src/ops/clock.ts';
import { countIn, newTally, type Tally } from './tally.ts';

/** Thrown where a process dies, through its code, none of which can reach anything any more. One for all, as it is thrown a lot. */
export const CRASH = new Error('the simulated process is dead');

/** The store did not do what it was asked. */
export class InjectedFault extends Database.SqliteError {}

/** Whether the store was made to fail, also where another life tells of it. */
export function isInjected(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith(FAULT_TEXT);
}

/** How an episode is: drawn once for each, so that some are calm in one respect and wild in another. */
export interface Weather {
  /** The threads are of one process and write through its ledger; else each is a process of its own. */
  readonly hasLedger: boolean;
  readonly threads: number;
  readonly callsAtOnce: number;
  /** Points between two crashes, at most. */
  readonly lifeMax: number;
  /** Of each statement. */
  readonly faultRate: number;
  /** Of each step. */
  readonly clockStepRate: number;
  readonly operatorRate: number;
  readonly disconnectRate: number;
  /** Of each call. */
  readonly idempotentRate: number;
  /** How much time passes: a factor on the odds of a pause. */
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
    haste: random.pick([0.2, 1, 3]),
  };
}

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;
const FAULTS = ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_FSYNC', 'SQLITE_BUSY', 'SQLITE_NOMEM'] as const;
const FAULT_TEXT = 'simulated at ';
const TRACE_LINES = 60;
/** Usage is kept for 13 months; an episode stays within them. */
const MONTH_ENDS_MAX = 9;

/** The first instant of a month from that of `ms` on. */
function monthStart(ms: number, months: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
}

/** The wall clock, which is stepped, and the monotonic one, which is not. Reading either may take time. */
export class Time implements Clock {
  readonly #random: Random;
  readonly #tally: Tally;
  #monotonicMs = 0;
  /** Wall clock less monotonic one. */
  #offsetMs: number;
  /** The latest reading that anybody had. */
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

  forgetReadings(): void {
    this.readings = null;
  }

  pass(ms: number): void {
    const before = this.wallMs;
    this.#monotonicMs += ms;
    if (this.wallMs >= monthStart(before, 1)) this.#tally.monthEnds += 1;
  }

  /** Moves the wall clock alone. */
  step(): void {
    const random = this.#random;
    const reach = random.pick([300, 300, 5 * SECOND_MS, 30 * SECOND_MS, HOUR_MS, DAY_MS, 3 * DAY_MS]);
    this.#tally.clockSteps += 1;
    this.#offsetMs += random.between(-reach, reach);
  }

  /** To just before the end of a month, which a leap second may repeat. */
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
  /** The last lines of what happened, where it is asked for. */
  readonly trace: string[] | null;
  /** The first broken invariant. */
  violation: string | null = null;
  /** Nothing goes wrong any more. */
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

  /** Passes a place at which a process may die; true where it does. */
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

  /** The fault of a statement that is about to run; null for none. */
  fault(place: string): InjectedFault | null {
    if (this.calm || !this.random.chance(this.weather.faultRate)) return null;
    this.tally.storeFaults += 1;
    const code = this.random.pick(FAULTS);
    this.note(() => `${code} at ${place}`);
    return new InjectedFault(FAULT_TEXT + place, code);
  }

  /** Time goes by between two steps. */
  passTime(): void {
    const { random, time, weather } = this;
    const draw = random.fraction() / weather.haste;
    if (draw < 0.0006) time.passToMonthEnd();
    else if (draw < 0.0008) time.pass(random.fraction() * 30 * HOUR_MS);
    else if (draw < 0.005) time.pass(random.fraction() * 15 * SECOND_MS);
    else if (draw < 0.02) time.pass(random.fraction() * 1500);
    else if (draw < 0.3) time.pass(random.fraction() * 20);
  }

  /** Says that an invariant is broken: the episode ends with this step. */
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
