// Cooperative scheduling of one thread: start-time fair queuing between accounts. Work runs in segments; a segment ends
// when its microtasks have drained, or when its call yields. The account that has used the least time of the event loop
// runs next, so an account's expensive calls do not delay another's. Each thread has one scheduler, which does not
// depend on the work of the segments.
import { ACTIVE_MS, Activity } from './activity.ts';
import { eventLoop } from './schedule.ts';
import type { Turn } from './turn.ts';
import type { Work } from './work.ts';

/** The functions of the thread that the scheduler uses. */
export interface SegmentLoop {
  /** Milliseconds since a fixed instant. */
  elapsedMs(): number;
  /** Once, in the next iteration of the event loop. */
  soon(work: () => void): void;
  /** Once, when the microtasks that are queued at that time, and those that they queue, have all run. */
  whenDrained(work: () => void): void;
  /** Once, after this many milliseconds. */
  after(delayMs: number, work: () => void): void;
}

const thisThread: SegmentLoop = {
  elapsedMs: eventLoop.elapsedMs,
  soon: eventLoop.soon,
  // A callback of nextTick that is queued by a microtask runs when no microtask is left.
  whenDrained: (work) => queueMicrotask(() => process.nextTick(work)),
  after: (delayMs, work) => void setTimeout(work, delayMs),
};

/** Milliseconds of scheduled work in one iteration of the event loop if a single account calls. */
const ROUND_MS = 2;
/** The same if other accounts call too: a small call takes two or three iterations, and waits for a round in each. */
const SHARED_ROUND_MS = 0.5;
/** Maximum of a round that small calls of other accounts prolong. */
const ROUND_MS_MAX = 4;
/**
 * Share of the thread's time that an account may use while others call often. Unused time stays idle, which keeps the
 * latency low.
 */
const SHARE_MAX = 0.35;
/** Milliseconds above its share that an account may use at a time. */
const BURST_MS = 10;
/** An account whose allowance is below this has used much. */
const USED_MUCH_BELOW_MS = BURST_MS / 2;
/**
 * Milliseconds for which an account is held, while a call of another waits for a thread, before it may run for a round.
 */
const HELD_MS_MAX = 3;
/**
 * Calls a second from which an account is steady, and limits the others to their share; one that has used much is
 * steady too. Fewer calls, such as the polls of the state of a batch, would cost the others two thirds of their speed;
 * they wait for a round at most.
 */
const STEADY_CALLS = 5;
/** Time of the event loop that a call takes outside its segments: to read its request and write its answer. */
const CALL_MS = 0.03;
/** Maximum number of accounts in memory; beyond it idle ones are evicted. */
const SHARES_MAX = 1000;

/** The time that one account has used. */
interface Share {
  /** Virtual time at which its last segment ended. */
  finishMs: number;
  /** Milliseconds that it may use now; negative if it has used more than its share. */
  allowanceMs: number;
  allowedAtMs: number;
  activeAtMs: number;
  /** Calls until `calledAtMs`, less `STEADY_CALLS` for each second. */
  calls: number;
  calledAtMs: number;
  /** Calls that wait for another thread. */
  awaiting: number;
  /** Time from which it is held; null if it is not. */
  heldAtMs: number | null;
  readonly waiting: Waiting[];
}

interface Segment {
  readonly turn: ScheduledTurn;
  readonly startedMs: number;
}

interface Waiting {
  readonly turn: ScheduledTurn;
  readonly resume: () => void;
}

export class FairScheduler {
  readonly #loop: SegmentLoop;
  readonly #shares = new Map<string, Share>();
  /** Accounts with waiting calls. */
  readonly #queue = new Set<Share>();
  /** Accounts with calls that wait for another thread. */
  readonly #awaiting = new Set<Share>();
  /** The virtual time: that of the segment which began last. */
  #virtualMs = 0;
  /** The running segment; null between segments. */
  #running: Segment | null = null;
  #roundUsedMs = 0;
  #isRoundScheduled = false;
  #isDispatching = false;
  #isTimerSet = false;
  readonly #active = new Activity<Share>();
  readonly #steady = new Activity<Share>();
  /** Without background work, whose weight is above 1: batches alone leave no time idle. */
  readonly #steadyCallers = new Activity<Share>();

  constructor(loop: SegmentLoop = thisThread) {
    this.#loop = loop;
  }

  /**
   * The turn of a new call. Segments of one account share its time, independent of its number of calls. The time of a
   * call counts by its weight: at 2 it has half the share of another, and does not limit others to their share.
   */
  open(account: string, weight = 1): Turn {
    const nowMs = this.#loop.elapsedMs();
    const share = this.#shareOf(account, nowMs);
    this.#noteActive(share, nowMs);
    this.#countCall(share, nowMs);
    // Brings the allowance up to date, which decides whether the account is steady.
    this.#use(share, CALL_MS, nowMs);
    this.#noteSteady(share, weight, nowMs);
    return new ScheduledTurn(this, share, weight);
  }

  /** Counts time of a turn outside its segments. */
  use(turn: ScheduledTurn, ms: number): void {
    this.#use(turn.share, ms, this.#loop.elapsedMs());
  }

  /** Holds the accounts that have used much more than this one until the answer is there. */
  async waitFor<T>({ share }: ScheduledTurn, answer: Promise<T>): Promise<T> {
    share.awaiting += 1;
    this.#awaiting.add(share);
    try {
      return await answer;
    } finally {
      share.awaiting -= 1;
      if (share.awaiting === 0) this.#awaiting.delete(share);
      if (this.#queue.size > 0) this.#scheduleRound();
    }
  }

  /** Milliseconds after which the segment of a turn should yield. */
  get sliceMs(): number {
    return this.#roundMs(this.#loop.elapsedMs());
  }

  /** Milliseconds that the running segment of a turn has taken; null if it has none. */
  ranMs(turn: ScheduledTurn): number | null {
    return this.#running?.turn === turn ? this.#loop.elapsedMs() - this.#running.startedMs : null;
  }

  /** Begins a segment; resolves when the turn is scheduled. */
  enter(turn: ScheduledTurn): Promise<void> | undefined {
    if (this.#running?.turn === turn) return undefined;
    const nowMs = this.#loop.elapsedMs();
    if (this.#running === null && this.#mayBegin(turn.share, nowMs)) {
      this.#begin(turn, nowMs);
      return undefined;
    }
    return this.#wait(turn);
  }

  /** Ends the segment of a turn and begins another when the turn is scheduled again. */
  suspend(turn: ScheduledTurn): Promise<void> {
    if (this.#running?.turn === turn) this.#end(this.#loop.elapsedMs());
    return this.#wait(turn);
  }

  #noteActive(share: Share, nowMs: number): void {
    this.#active.note(share, nowMs);
    share.activeAtMs = nowMs;
  }

  #noteSteady(share: Share, weight: number, nowMs: number): void {
    if (share.calls < STEADY_CALLS && share.allowanceMs >= USED_MUCH_BELOW_MS) return;
    this.#steady.note(share, nowMs);
    if (weight <= 1) this.#steadyCallers.note(share, nowMs);
  }

  #countCall(share: Share, nowMs: number): void {
    const ended = ((nowMs - share.calledAtMs) * STEADY_CALLS) / 1000;
    share.calls = Math.min(2 * STEADY_CALLS, Math.max(0, share.calls - ended) + 1);
    share.calledAtMs = nowMs;
  }

  #shareOf(account: string, nowMs: number): Share {
    const known = this.#shares.get(account);
    if (known) return known;
    if (this.#shares.size >= SHARES_MAX) this.#forgetIdle(nowMs);
    const share: Share = {
      ...{ finishMs: 0, allowanceMs: BURST_MS, allowedAtMs: nowMs, activeAtMs: nowMs },
      ...{ calls: 0, calledAtMs: nowMs, awaiting: 0, heldAtMs: null, waiting: [] },
    };
    this.#shares.set(account, share);
    return share;
  }

  #forgetIdle(nowMs: number): void {
    for (const [account, share] of this.#shares)
      if (share.waiting.length === 0 && share.awaiting === 0 && nowMs - share.activeAtMs > ACTIVE_MS)
        this.#shares.delete(account);
  }

  #roundMs(nowMs: number): number {
    return this.#active.hasSeveral(nowMs) ? SHARED_ROUND_MS : ROUND_MS;
  }

  /** Whether a call may begin without waiting: no account with less use waits, and the round has time left. */
  #mayBegin(share: Share, nowMs: number): boolean {
    if (share.waiting.length > 0 || this.#mustPause(share, nowMs)) return false;
    if (this.#queue.size === 0) return this.#roundUsedMs < this.#roundMs(nowMs);
    if (this.#roundUsedMs >= ROUND_MS_MAX) return false;
    for (const other of this.#queue) if (other.finishMs <= Math.max(share.finishMs, this.#virtualMs)) return false;
    return true;
  }

  /** Whether an account must wait for others: it has used up its share while they call often, or it is held. */
  #mustPause(share: Share, nowMs: number): boolean {
    const isLimited = this.#steadyCallers.hasAny(nowMs) && this.#steady.hasOther(share, nowMs);
    return (this.#allowance(share, nowMs) <= 0 && isLimited) || this.#isHeld(share, nowMs);
  }

  /** Whether a call of an account with a larger allowance waits for another thread. */
  #isHeld(share: Share, nowMs: number): boolean {
    const isHeld = share.allowanceMs < USED_MUCH_BELOW_MS && this.#isLighterAwaiting(share, nowMs);
    if (!isHeld) share.heldAtMs = null;
    else if (share.heldAtMs === null) share.heldAtMs = nowMs;
    else return nowMs - share.heldAtMs < HELD_MS_MAX;
    return isHeld;
  }

  #isLighterAwaiting(share: Share, nowMs: number): boolean {
    for (const other of this.#awaiting)
      if (other !== share && this.#allowance(other, nowMs) > share.allowanceMs) return true;
    return false;
  }

  #allowance(share: Share, nowMs: number): number {
    const gainedMs = (nowMs - share.allowedAtMs) * SHARE_MAX;
    share.allowanceMs = Math.min(BURST_MS, share.allowanceMs + gainedMs);
    share.allowedAtMs = nowMs;
    return share.allowanceMs;
  }

  #wait(turn: ScheduledTurn): Promise<void> {
    return new Promise((resume) => {
      turn.share.waiting.push({ turn, resume });
      this.#queue.add(turn.share);
      this.#scheduleRound();
    });
  }

  #begin(turn: ScheduledTurn, nowMs: number): void {
    this.#virtualMs = Math.max(this.#virtualMs, turn.share.finishMs);
    this.#noteActive(turn.share, nowMs);
    this.#noteSteady(turn.share, turn.weight, nowMs);
    turn.share.heldAtMs = null;
    this.#running = { turn, startedMs: nowMs };
    this.#scheduleRound();
    this.#loop.whenDrained(this.#drained);
  }

  #end(nowMs: number): void {
    if (this.#running === null) return;
    const { turn, startedMs } = this.#running;
    const usedMs = nowMs - startedMs;
    this.#running = null;
    this.#roundUsedMs += usedMs;
    turn.longestMs = Math.max(turn.longestMs, usedMs);
    this.#use(turn.share, usedMs * turn.weight, nowMs);
  }

  #use(share: Share, usedMs: number, nowMs: number): void {
    share.finishMs = Math.max(this.#virtualMs, share.finishMs) + usedMs;
    share.allowanceMs = this.#allowance(share, nowMs) - usedMs;
  }

  /**
   * The microtasks of a segment have drained: a call that has not yielded waits for something other than the processor.
   */
  readonly #drained = (): void => {
    this.#end(this.#loop.elapsedMs());
    if (this.#isDispatching) this.#dispatch();
  };

  #scheduleRound(): void {
    if (this.#isRoundScheduled || this.#isDispatching) return;
    this.#isRoundScheduled = true;
    this.#loop.soon(this.#round);
  }

  /** Resumes waiting calls, once in each iteration of the event loop. */
  readonly #round = (): void => {
    this.#isRoundScheduled = false;
    this.#isDispatching = true;
    // Network events may have used up the round: one call is resumed nevertheless.
    this.#roundUsedMs = Math.min(this.#roundUsedMs, this.#roundMs(this.#loop.elapsedMs()) - Number.EPSILON);
    this.#dispatch();
  };

  #dispatch(): void {
    const nowMs = this.#loop.elapsedMs();
    const share = this.#roundUsedMs < this.#roundMs(nowMs) ? this.#next(nowMs) : null;
    const waiting = share?.waiting.shift();
    if (share && waiting) {
      if (share.waiting.length === 0) this.#queue.delete(share);
      this.#begin(waiting.turn, nowMs);
      waiting.resume();
      return;
    }
    this.#isDispatching = false;
    const isPaused = this.#roundUsedMs < this.#roundMs(nowMs);
    this.#roundUsedMs = 0;
    if (this.#queue.size === 0) return;
    if (isPaused) this.#resumeLater(nowMs);
    else this.#scheduleRound();
  }

  /** The waiting account that has used the least; null if all have used up their share. */
  #next(nowMs: number): Share | null {
    let next: Share | null = null;
    for (const share of this.#queue)
      if ((next === null || share.finishMs < next.finishMs) && !this.#mustPause(share, nowMs)) next = share;
    return next;
  }

  #resumeLater(nowMs: number): void {
    if (this.#isTimerSet) return;
    this.#isTimerSet = true;
    let waitMs = BURST_MS;
    for (const share of this.#queue) {
      const heldMs = share.heldAtMs === null ? 0 : HELD_MS_MAX - (nowMs - share.heldAtMs);
      waitMs = Math.min(waitMs, Math.max(heldMs, -this.#allowance(share, nowMs) / SHARE_MAX));
    }
    this.#loop.after(Math.max(1, waitMs), () => {
      this.#isTimerSet = false;
      this.#scheduleRound();
    });
  }
}

class ScheduledTurn implements Turn {
  readonly share: Share;
  readonly weight: number;
  readonly #scheduler: FairScheduler;
  longestMs = 0;

  constructor(scheduler: FairScheduler, share: Share, weight: number) {
    this.#scheduler = scheduler;
    this.share = share;
    this.weight = weight;
  }

  enter(): Promise<void> | undefined {
    return this.#scheduler.enter(this);
  }

  pause(): Promise<void> | undefined {
    const ranMs = this.#scheduler.ranMs(this);
    if (ranMs === null) return this.#scheduler.enter(this);
    return ranMs < this.#scheduler.sliceMs ? undefined : this.#scheduler.suspend(this);
  }

  use(ms: number): void {
    this.#scheduler.use(this, ms);
  }

  waitFor<T>(answer: Promise<T>): Promise<T> {
    return this.#scheduler.waitFor(this, answer);
  }

  async run<T>(work: Work<T>): Promise<T> {
    const entering = this.enter();
    if (entering) await entering;
    for (let step = work.next(); ; step = work.next()) {
      if (step.done) return step.value;
      const waiting = this.pause();
      if (waiting) await waiting;
    }
  }
}

/** The scheduler of this thread. */
export const threadScheduler = new FairScheduler();

/** Work that belongs to no call, such as opening an edition, has its own share. */
export function inBackground<T>(work: Work<T>): Promise<T> {
  return threadScheduler.open('').run(work);
}
