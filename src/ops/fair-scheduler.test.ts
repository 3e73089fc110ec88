import { describe, expect, it } from 'vitest';
import { FairScheduler, type Turn } from './fair-scheduler.ts';
import { atOnce, type Work } from './work.ts';

function busy(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}

function* steps(count: number, msPerStep: number, onStep: () => void = () => {}): Work<number> {
  for (let step = 0; step < count; step++) {
    busy(msPerStep);
    onStep();
    yield;
  }
  return count;
}

/** A call with one segment of so many milliseconds. */
async function call(turn: Turn, ms: number): Promise<void> {
  await turn.enter();
  busy(ms);
}

const nextIteration = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('the fair scheduler', () => {
  it('runs work to its result, at once or in slices', async () => {
    expect(atOnce(steps(3, 0))).toBe(3);
    expect(await new FairScheduler().open('a').run(steps(3, 0))).toBe(3);
  });

  it('lets timers run between the slices of long work', async () => {
    let passed = 0;
    const timer = setInterval(() => passed++, 1);
    await new FairScheduler().open('a').run(steps(20, 3));
    clearInterval(timer);
    expect(passed).toBeGreaterThan(2);
  });

  it('does short work at once where nobody waits', async () => {
    const turn = new FairScheduler().open('a');
    expect(turn.enter()).toBeUndefined();
    let isDone = false;
    turn.run(steps(3, 0)).then(() => {
      isDone = true;
    });
    for (let hop = 0; hop < 5; hop++) await Promise.resolve();
    expect(isDone).toBe(true);
  });

  it('ends a segment when its microtasks have drained, so that a wait for the disk is not counted', async () => {
    const turn = new FairScheduler().open('a');
    turn.enter();
    busy(3);
    await nextIteration();
    busy(20);
    expect(turn.longestMs).toBeGreaterThanOrEqual(3);
    expect(turn.longestMs).toBeLessThan(20);
  });

  it('runs an account that has used little before the waiting calls of one that has used much', async () => {
    const scheduler = new FairScheduler();
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
    expect(order.indexOf('modest')).toBeLessThan(15);
    expect(order).toHaveLength(21);
  });

  it('shares the time between two accounts alike, however many calls each has', async () => {
    const scheduler = new FairScheduler();
    const used = { many: 0, one: 0 };
    let isOver = false;
    const work = (name: keyof typeof used) =>
      scheduler.open(name).run(
        (function* () {
          while (!isOver) {
            busy(0.2);
            used[name]++;
            yield;
          }
        })(),
      );
    const all = [...Array.from({ length: 10 }, () => work('many')), work('one')];
    const endMs = performance.now() + 300;
    while (performance.now() < endMs) await nextIteration();
    isOver = true;
    await Promise.all(all);
    expect(used.one / (used.many + used.one)).toBeGreaterThan(0.35);
    expect(used.one / (used.many + used.one)).toBeLessThan(0.65);
  });

  it('leaves part of the time idle where one account wants all of it while another calls', async () => {
    const scheduler = new FairScheduler();
    let isOver = false;
    let used = 0;
    const greedy = scheduler.open('greedy').run(
      (function* () {
        while (!isOver) {
          busy(0.2);
          used += 0.2;
          yield;
        }
      })(),
    );
    const startedMs = performance.now();
    while (performance.now() < startedMs + 300) {
      await call(scheduler.open('modest'), 0);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    isOver = true;
    await greedy;
    expect(used / 300).toBeLessThan(0.75);
  });

  it('resumes every call in the end, also those of accounts above their share', async () => {
    const scheduler = new FairScheduler();
    const calls = ['a', 'b', 'c'].flatMap((account) =>
      Array.from({ length: 30 }, () => call(scheduler.open(account), 1)),
    );
    await Promise.all(calls);
    await call(scheduler.open('d'), 0);
  });

  it('keeps the order of the calls of one account', async () => {
    const scheduler = new FairScheduler();
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 10 }, async (_, number) => {
        await call(scheduler.open('a'), 1);
        order.push(number);
      }),
    );
    expect(order).toEqual(order.toSorted((left, right) => left - right));
  });
});
