import { beforeEach, describe, expect, it } from 'vitest';
import { FairScheduler } from './fair-scheduler.ts';
import type { Turn } from './turn.ts';
import { atOnce, type Work } from './work.ts';

/** Time advances only by the test: other load of the machine cannot change the decisions of the scheduler. */
const clock = { ms: 0 };
const loop = {
  elapsedMs: () => clock.ms,
  soon: (work: () => void) => void setImmediate(work),
  whenDrained: (work: () => void) => queueMicrotask(() => process.nextTick(work)),
  after: (delayMs: number, work: () => void) =>
    void setImmediate(() => {
      clock.ms += delayMs;
      work();
    }),
};

let scheduler: FairScheduler;
beforeEach(() => {
  clock.ms = 0;
  scheduler = new FairScheduler(loop);
});

function* steps(count: number, msPerStep: number): Work<number> {
  for (let step = 0; step < count; step++) {
    clock.ms += msPerStep;
    yield;
  }
  return count;
}

/** A call with one segment of this many milliseconds. */
async function call(turn: Turn, ms: number): Promise<void> {
  await turn.enter();
  clock.ms += ms;
}

const nextIteration = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Work that runs until `clock.ms` reaches `endMs`; counts its milliseconds in `used`. */
function endless(
  account: string,
  used: Record<string, number>,
  { endMs, weight = 1 }: { readonly endMs: number; readonly weight?: number },
): Promise<undefined> {
  function* work(): Work<undefined> {
    while (clock.ms < endMs) {
      clock.ms += 0.2;
      used[account] = (used[account] ?? 0) + 0.2;
      yield;
    }
    return undefined;
  }
  return scheduler.open(account, weight).run(work());
}

describe('the fair scheduler', () => {
  it('runs work to its result, at once or in slices', async () => {
    expect(atOnce(steps(3, 0))).toBe(3);
    expect(await scheduler.open('a').run(steps(3, 5))).toBe(3);
  });

  it('yields to the event loop after each slice of long work', async () => {
    let iterations = 0;
    let isOver = false;
    const count = () => {
      iterations++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await scheduler.open('a').run(steps(20, 3));
    isOver = true;
    expect(iterations).toBeGreaterThanOrEqual(19);
  });

  it('runs short work at once if no call waits', async () => {
    const turn = scheduler.open('a');
    expect(turn.enter()).toBeUndefined();
    let isDone = false;
    turn.run(steps(3, 0)).then(() => {
      isDone = true;
    });
    for (let hop = 0; hop < 5; hop++) await Promise.resolve();
    expect(isDone).toBe(true);
  });

  it('ends a segment when its microtasks have drained, so that a wait for the disk is not counted', async () => {
    const turn = scheduler.open('a');
    turn.enter();
    clock.ms += 3;
    await nextIteration();
    clock.ms += 20;
    expect(turn.longestMs).toBe(3);
  });

  it('runs an account with little use before the waiting calls of an account with much use', async () => {
    const order: string[] = [];
    const greedy = Array.from({ length: 20 }, async () => {
      await call(scheduler.open('greedy'), 2);
      order.push('greedy');
    });
    await nextIteration();
    await nextIteration();
    await call(scheduler.open('modest'), 0);
    order.push('modest');
    await Promise.all(greedy);
    expect(order.indexOf('modest')).toBeLessThan(6);
    expect(order).toHaveLength(21);
  });

  it('shares the time equally between two accounts, however many calls each has', async () => {
    const used: Record<string, number> = {};
    const many = Array.from({ length: 10 }, () => endless('many', used, { endMs: 300 }));
    await Promise.all([...many, endless('one', used, { endMs: 300 })]);
    const share = (used['one'] ?? 0) / ((used['many'] ?? 0) + (used['one'] ?? 0));
    expect(share).toBeGreaterThan(0.45);
    expect(share).toBeLessThan(0.55);
  });

  it('leaves two thirds of the time idle if one account uses all of it while another calls often', async () => {
    const used: Record<string, number> = {};
    const greedy = endless('greedy', used, { endMs: 2000 });
    for (let at = 5; at < 2000; at += 5) {
      while (clock.ms < at) await nextIteration();
      await call(scheduler.open('modest'), 0);
    }
    await greedy;
    expect((used['greedy'] ?? 0) / clock.ms).toBeGreaterThan(0.3);
    expect((used['greedy'] ?? 0) / clock.ms).toBeLessThan(0.4);
  });

  it('gives an account its share at once, even if it has used all of the time for an hour while no other called', async () => {
    const used: Record<string, number> = {};
    await call(scheduler.open('greedy'), 3_600_000);
    await nextIteration();
    const [fromMs, endMs] = [clock.ms, clock.ms + 1000];
    const greedy = endless('greedy', used, { endMs });
    for (let at = fromMs; at < endMs; at += 5) {
      while (clock.ms < at) await nextIteration();
      await call(scheduler.open('modest'), 0);
    }
    await greedy;
    expect(used['greedy'] ?? 0).toBeGreaterThan(280);
    expect(used['greedy'] ?? 0).toBeLessThan(400);
  });

  it('lets an account use all of the time again a second after the last call of another', async () => {
    const used: Record<string, number> = {};
    const greedy = endless('greedy', used, { endMs: 4000 });
    for (let at = 5; at < 1000; at += 5) {
      while (clock.ms < at) await nextIteration();
      await call(scheduler.open('modest'), 0);
    }
    while (clock.ms < 2100) await nextIteration();
    const [fromMs, before] = [clock.ms, used['greedy'] ?? 0];
    await greedy;
    expect(((used['greedy'] ?? 0) - before) / (clock.ms - fromMs)).toBeGreaterThan(0.99);
  });

  it('lets a batch use all of the time while its account polls its state', async () => {
    const used: Record<string, number> = {};
    const batch = endless('batch', used, { endMs: 4000, weight: 2 });
    for (let at = 0; at < 4000; at += 500) {
      while (clock.ms < at) await nextIteration();
      const requestedAtMs = clock.ms;
      await call(scheduler.open('poll'), 0.2);
      expect(clock.ms - requestedAtMs).toBeLessThan(2);
    }
    await batch;
    expect((used['batch'] ?? 0) / clock.ms).toBeGreaterThan(0.99);
  });

  it('lets batches of several accounts share all of the time', async () => {
    const used: Record<string, number> = {};
    const [endMs, weight] = [2000, 2];
    await Promise.all(['a', 'b', 'c'].map((account) => endless(account, used, { endMs, weight })));
    expect(clock.ms).toBeLessThan(endMs + 1);
    for (const account of ['a', 'b', 'c']) expect((used[account] ?? 0) / endMs).toBeGreaterThan(0.3);
  });

  it('holds an account with much use while a call of another waits for a thread, without a loss of time for the other', async () => {
    const used: Record<string, number> = {};
    const greedy = endless('greedy', used, { endMs: 1000 });
    const callUntil = async (endMs: number) => {
      for (let at = clock.ms + 5; at < endMs; at += 5) {
        while (clock.ms < at) await nextIteration();
        await call(scheduler.open('modest'), 0);
      }
    };
    await callUntil(500);
    void scheduler.open('modest').waitFor(new Promise(() => {}));
    const [fromMs, before] = [clock.ms, used['greedy'] ?? 0];
    while (clock.ms < fromMs + 2.5) await nextIteration();
    // Work that runs when the wait begins may end its slice.
    expect((used['greedy'] ?? 0) - before).toBeLessThan(0.7);
    await callUntil(1000);
    await greedy;
    expect((used['greedy'] ?? 0) / clock.ms).toBeGreaterThan(0.3);
  });

  it('resumes a held account when the answer is there, and holds no account with little use', async () => {
    let answer = () => {};
    const waiting = scheduler.open('modest').waitFor(
      new Promise<void>((resolve) => {
        answer = resolve;
      }),
    );
    const other = scheduler.open('other');
    expect(other.enter()).toBeUndefined();
    clock.ms += 6;
    await nextIteration();
    const held = scheduler.open('other').enter();
    expect(held).toBeInstanceOf(Promise);
    const heldAtMs = clock.ms;
    answer();
    await Promise.all([held, waiting]);
    expect(clock.ms).toBe(heldAtMs);
  });

  it('lets a single account use all of the time', async () => {
    const used: Record<string, number> = {};
    await endless('only', used, { endMs: 1000 });
    expect(used['only']).toBeGreaterThan(990);
  });

  it('eventually resumes every call, also those of accounts above their share', async () => {
    const accounts = ['a', 'b', 'c'];
    await Promise.all(
      accounts.flatMap((account) => Array.from({ length: 30 }, () => call(scheduler.open(account), 1))),
    );
    await call(scheduler.open('d'), 0);
  });

  it('keeps the order of the calls of one account', async () => {
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 10 }, async (_, number) => {
        await call(scheduler.open('a'), 1);
        order.push(number);
      }),
    );
    expect(order).toEqual(order.toSorted((left, right) => left - right));
  });

  it('finishes a call before the later ones of its account', async () => {
    const ended: string[] = [];
    const inParts = async (name: string, parts: number) => {
      const turn = scheduler.open('a');
      for (let part = 0; part < parts; part++) await turn.run(steps(3, 1));
      ended.push(name);
    };
    await Promise.all([inParts('long', 5), inParts('short', 1), inParts('short', 1)]);
    expect(ended).toEqual(['long', 'short', 'short']);
  });

  it('runs the later calls of an account first when a call has used much', async () => {
    const ended: string[] = [];
    const timed = async (name: string, ms: number) => {
      await scheduler.open('a').run(steps(ms, 1));
      ended.push(name);
    };
    await Promise.all([timed('long', 100), timed('short', 5), timed('medium', 15)]);
    expect(ended).toEqual(['short', 'medium', 'long']);
  });

  it('gives an account half the time of another if its calls have twice the weight', async () => {
    const used: Record<string, number> = {};
    await Promise.all([endless('calls', used, { endMs: 2000 }), endless('batch', used, { endMs: 2000, weight: 2 })]);
    expect((used['calls'] ?? 0) / (used['batch'] ?? 1)).toBeGreaterThan(1.8);
    expect((used['calls'] ?? 0) / (used['batch'] ?? 1)).toBeLessThan(2.2);
  });
});

describe('work that gathers', () => {
  /** The milliseconds after which work ran that was passed to whenIdle. */
  const ranAfter = () => {
    const startedMs = clock.ms;
    return new Promise<number>((resolve) => scheduler.whenIdle(() => resolve(clock.ms - startedMs)));
  };

  it('runs in the next iteration if no call waits', async () => {
    const turn = scheduler.open('a');
    turn.enter();
    clock.ms += 1;
    let ran = false;
    scheduler.whenIdle(() => {
      ran = true;
    });
    expect(ran).toBe(false);
    await nextIteration();
    expect(ran).toBe(true);
  });

  it('waits until the waiting calls have run', async () => {
    // More than a round of several accounts.
    const calls = Array.from({ length: 12 }, (_, index) => call(scheduler.open(`account ${index % 3}`), 0.15));
    expect(await ranAfter()).toBeCloseTo(12 * 0.15);
    await Promise.all(calls);
  });

  it('waits for two milliseconds at most', async () => {
    const calls = Array.from({ length: 100 }, (_, index) => call(scheduler.open(`account ${index % 20}`), 0.2));
    const ms = await ranAfter();
    expect(ms).toBeGreaterThanOrEqual(2);
    expect(ms).toBeLessThan(2.6);
    await Promise.all(calls);
  });

  it('does not wait while most of the waiting calls are of one account and others call', async () => {
    const one = Array.from({ length: 12 }, () => call(scheduler.open('one'), 0.15));
    const others = ['a', 'b'].map((account) => call(scheduler.open(account), 0.15));
    expect(await ranAfter()).toBeLessThan(1);
    await Promise.all([...one, ...others]);
  });

  it('does not wait for an account that has used much while others call', async () => {
    await call(scheduler.open('heavy'), 15);
    await nextIteration();
    await call(scheduler.open('light'), 0.1);
    const calls = Array.from({ length: 20 }, () => call(scheduler.open('heavy'), 0.4));
    expect(await ranAfter()).toBeLessThan(1);
    clock.ms += 100;
    await Promise.all(calls);
  });
});
