// One simulated process or thread from its start to its death: the tasks that may run next, and the points at which
// it may die. The episode chooses every task that runs.
import type { Schedule } from '../../src/ops/scheduling/schedule.ts';
import { CRASH, type World } from './world.ts';

interface Task {
  readonly place: string;
  readonly run: () => void;
}

interface Timer {
  dueMs: number;
  readonly everyMs: number;
  readonly run: () => void;
}

export class Life {
  readonly world: World;
  readonly name: string;
  alive = true;
  readonly #ready: Task[] = [];
  #timers: Timer[] = [];

  constructor(world: World, name: string) {
    this.world = world;
    this.name = name;
  }

  readonly schedule: Schedule = {
    elapsedMs: () => this.world.time.monotonic(),
    soon: (run) => this.add('flush', run),
    every: (everyMs, run) => {
      const timer = { dueMs: this.world.time.monotonicMs + everyMs, everyMs, run };
      this.#timers.push(timer);
      return () => {
        this.#timers = this.#timers.filter((other) => other !== timer);
      };
    },
  };

  get readyCount(): number {
    return this.#ready.length;
  }

  /** Adds a task that may run next. */
  add(place: string, run: () => void): void {
    this.#ready.push({ place, run });
  }

  /** Returns a promise that resolves or rejects only when the episode chooses it, and never in a dead life. */
  park<T>(place: string, promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      promise.then(
        (value) => this.add(place, () => resolve(value)),
        (error: unknown) => this.add(place, () => reject(error)),
      );
    });
  }

  /** Runs one ready task at random. */
  runAny(): void {
    const at = this.world.random.below(this.#ready.length);
    const task = this.#ready[at];
    const last = this.#ready.pop();
    if (!task || !last) return;
    if (task !== last) this.#ready[at] = last;
    this.#run(`await ${task.place}`, task.run);
  }

  /** Runs the timers that are due. */
  runTimers(): void {
    const now = this.world.time.monotonicMs;
    for (const timer of this.#timers) {
      if (timer.dueMs > now || !this.alive) continue;
      timer.dueMs = now + timer.everyMs;
      this.#run('timer', timer.run);
    }
  }

  /** A point at which this life may die. */
  point(place: string): void {
    if (this.alive && !this.world.strikes(place)) return;
    this.alive = false;
    throw CRASH;
  }

  #run(place: string, run: () => void): void {
    this.world.time.clearReadings();
    this.world.note(() => `${this.name}: ${place}`);
    try {
      this.point(place);
      run();
    } catch (error) {
      if (error !== CRASH) this.world.violate(`${this.name} threw outside a call: ${String(error)}`);
    }
  }
}
