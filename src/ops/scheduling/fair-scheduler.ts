// Cooperative scheduling of one thread: start-time fair queuing between accounts. Work runs in segments; a segment ends
// when its microtasks have drained, or when its call yields. The account that has used the least time of the event loop
// runs next, so an account's expensive calls do not delay another's. Each thread has one scheduler, which does not
// depend on the work of the segments.
import { AccountShare, BURST_MS } from './account-share.ts';
import { ACTIVE_MS, Activity } from './activity.ts';
import { eventLoop, type Schedule } from './schedule.ts';
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
 * Milliseconds for which an account is held, while a call of another waits for a thread, before it may run for a round.
 */
const HELD_MS_MAX = 3;
/**
 * Milliseconds that a call may use before the calls of its account that came later go first. Most calls end before, so
 * an account has few calls in progress at a time: what they keep would be copied by each collection of garbage.
 */
const QUANTUM_MS = 20;
/** Time of the event loop that a call takes outside its segments: to read its request and write its answer. */
const CALL_MS = 0.08;
/** Milliseconds by which calls that wait for the thread may delay work that gathers. */
const GATHER_MS_MAX = 2;
/** Maximum number of accounts in memory; beyond it idle ones are evicted. */
const SHARES_MAX = 1000;

type Share = AccountShare<ScheduledTurn>;

interface Segment {
  readonly turn: ScheduledTurn;
  readonly startedMs: number;
}

export class FairScheduler {
  readonly #loop: SegmentLoop;
  readonly #shares = new Map<string, Share>();
  /** Accounts with waiting calls. */
  readonly #queue = new Set<Share>();
  /** Accounts with calls that wait for another thread. */
  readonly #awaiting = new Set<Share>();
  /** Counts the places of turns among those of their account. */
  #places = 0;
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
   * The turn of a new call. Segments of one account share its time, independent of its number of calls: these run in
   * the order in which they came, and one that has used much takes its place behind the others. The time of a call
   * counts by its weight: at 2 it has half the share of another, and does not limit others to their share.
   */
  open(account: string, weight = 1): Turn {
    const nowMs = this.#loop.elapsedMs();
    const share = this.#shareOf(account, nowMs);
    this.#noteActive(share, nowMs);
    share.countCall(nowMs);
    share.use(CALL_MS, { nowMs, virtualMs: this.#virtualMs });
    this.#noteSteady(share, weight, nowMs);
    return new ScheduledTurn(this, { share, weight, place: this.#nextPlace() });
  }

  /** Counts time of a turn outside its segments. */
  use(turn: ScheduledTurn, ms: number): void {
    turn.share.use(ms, { nowMs: this.#loop.elapsedMs(), virtualMs: this.#virtualMs });
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

  /**
   * Runs work once, in the next iteration of the event loop in which no call waits for the thread, at the latest after
   * 2 ms: the more calls have contributed to a message to another thread, the less it costs each. Waiting calls delay
   * nothing while others call and an account that has used much waits, or most of the waiting calls are of one account.
   */
  whenIdle(work: () => void): void {
    const untilMs = this.#loop.elapsedMs() + GATHER_MS_MAX;
    const look = () => {
      const nowMs = this.#loop.elapsedMs();
      if (this.#queue.size === 0 || nowMs >= untilMs || this.#isOneInTheWay(nowMs)) work();
      else this.#loop.soon(look);
    };
    this.#loop.soon(look);
  }

  /** Whether one account, by its use or by its number of calls, would delay those of others. */
  #isOneInTheWay(nowMs: number): boolean {
    if (!this.#active.hasSeveral(nowMs)) return false;
    let [all, most] = [0, 0];
    for (const share of this.#queue) {
      if (share.hasUsedMuch(nowMs)) return true;
      all += share.waitingCalls;
      most = Math.max(most, share.waitingCalls);
    }
    return most > all / 2;
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
    if (!share.isSteady(nowMs)) return;
    this.#steady.note(share, nowMs);
    if (weight <= 1) this.#steadyCallers.note(share, nowMs);
  }

  #shareOf(account: string, nowMs: number): Share {
    const known = this.#shares.get(account);
    if (known) return known;
    if (this.#shares.size >= SHARES_MAX) this.#evictIdle(nowMs);
    const share: Share = new AccountShare(nowMs);
    this.#shares.set(account, share);
    return share;
  }

  #evictIdle(nowMs: number): void {
    for (const [account, share] of this.#shares)
      if (!share.hasWaiting && share.awaiting === 0 && nowMs - share.activeAtMs > ACTIVE_MS)
        this.#shares.delete(account);
  }

  #roundMs(nowMs: number): number {
    return this.#active.hasSeveral(nowMs) ? SHARED_ROUND_MS : ROUND_MS;
  }

  /** Whether a call may begin without waiting: no account with less use waits, and the round has time left. */
  #mayBegin(share: Share, nowMs: number): boolean {
    if (share.hasWaiting || this.#mustPause(share, nowMs)) return false;
    if (this.#queue.size === 0) return this.#roundUsedMs < this.#roundMs(nowMs);
    if (this.#roundUsedMs >= ROUND_MS_MAX) return false;
    for (const other of this.#queue) if (other.finishMs <= Math.max(share.finishMs, this.#virtualMs)) return false;
    return true;
  }

  /** Whether an account must wait for others: it has used up its share while they call often, or it is held. */
  #mustPause(share: Share, nowMs: number): boolean {
    const isLimited = this.#steadyCallers.hasAny(nowMs) && this.#steady.hasOther(share, nowMs);
    return (share.allowance(nowMs) <= 0 && isLimited) || this.#isHeld(share, nowMs);
  }

  /** Whether a call of an account with a larger allowance waits for another thread. */
  #isHeld(share: Share, nowMs: number): boolean {
    const isHeld = share.hasUsedMuch(nowMs) && this.#isLighterAwaiting(share, nowMs);
    if (!isHeld) share.heldAtMs = null;
    else if (share.heldAtMs === null) share.heldAtMs = nowMs;
    else return nowMs - share.heldAtMs < HELD_MS_MAX;
    return isHeld;
  }

  #isLighterAwaiting(share: Share, nowMs: number): boolean {
    const allowanceMs = share.allowance(nowMs);
    for (const other of this.#awaiting) if (other !== share && other.allowance(nowMs) > allowanceMs) return true;
    return false;
  }

  #wait(turn: ScheduledTurn): Promise<void> {
    const resumed = turn.share.wait(turn);
    this.#queue.add(turn.share);
    this.#scheduleRound();
    return resumed;
  }

  #nextPlace(): number {
    this.#places += 1;
    return this.#places;
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
    turn.usedMs += usedMs;
    if (turn.usedMs >= QUANTUM_MS) turn.goBehind(this.#nextPlace());
    turn.share.use(usedMs * turn.weight, { nowMs, virtualMs: this.#virtualMs });
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
    const waiting = share?.next();
    if (share && waiting) {
      if (!share.hasWaiting) this.#queue.delete(share);
      this.#begin(waiting.call, nowMs);
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
      waitMs = Math.min(waitMs, Math.max(heldMs, share.pauseMs(nowMs)));
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
  /** Of two waiting turns of an account the one with the lower place runs next. */
  place: number;
  /** Milliseconds since it took its place. */
  usedMs = 0;
  longestMs = 0;

  constructor(
    scheduler: FairScheduler,
    { share, weight, place }: { readonly share: Share; readonly weight: number; readonly place: number },
  ) {
    this.#scheduler = scheduler;
    this.share = share;
    this.weight = weight;
    this.place = place;
  }

  /** Lets the turns of its account that wait now run first. */
  goBehind(place: number): void {
    this.place = place;
    this.usedMs = 0;
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

/** The event loop of a serving thread: messages to other threads gather while calls wait. */
export const servingSchedule: Schedule = { ...eventLoop, soon: (work) => threadScheduler.whenIdle(work) };

/** Work that belongs to no call, such as opening an edition, has its own share. */
export function inBackground<T>(work: Work<T>): Promise<T> {
  return threadScheduler.open('').run(work);
}
