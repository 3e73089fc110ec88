// Cooperative scheduling of one thread: start-time fair queuing between accounts. Work runs in segments; a segment ends
// when its microtasks have drained or its call yields. The account that has used the least time of the event loop runs
// next, so expensive calls of one account do not delay those of another. Each thread has one scheduler, which knows
// nothing about the work of the segments.
import { AccountShare, BURST_MS } from './account-share.ts';
import { ACTIVE_MS, Activity } from './activity.ts';
import { eventLoop, type Schedule } from './schedule.ts';
import type { Turn } from './turn.ts';
import type { Work } from './work.ts';

/** The event loop functions that the scheduler needs. */
export interface SegmentLoop {
  /** Milliseconds since a fixed instant. */
  elapsedMs(): number;
  /** Runs work once, in the next iteration of the event loop. */
  soon(work: () => void): void;
  /** Runs work once, after the currently queued microtasks and those that they queue have run. */
  whenDrained(work: () => void): void;
  /** Runs work once, after this many milliseconds. */
  after(delayMs: number, work: () => void): void;
}

const thisThread: SegmentLoop = {
  elapsedMs: eventLoop.elapsedMs,
  soon: eventLoop.soon,
  // A nextTick callback that a microtask queues runs when no microtask is left.
  whenDrained: (work) => queueMicrotask(() => process.nextTick(work)),
  after: (delayMs, work) => void setTimeout(work, delayMs),
};

/** Milliseconds of scheduled work in one iteration of the event loop if a single account calls. */
const ROUND_MS = 2;
/**
 * The same while other accounts call too: a small call takes two or three iterations, and waits for one round in each.
 */
const SHARED_ROUND_MS = 0.5;
/** Maximum duration of a round that is extended for small calls of other accounts. */
const ROUND_MS_MAX = 4;
/**
 * Maximum milliseconds for which an account is held while a call of another account waits for a thread; then it may run
 * for one round.
 */
const HELD_MS_MAX = 3;
/**
 * Milliseconds that a call may use before later calls of its account go first. Most calls finish earlier, so an account
 * has few calls in progress at a time; every garbage collection would copy the memory they hold.
 */
const QUANTUM_MS = 20;
/** Time of the event loop that a call takes outside its segments: reading its request and writing its answer. */
const CALL_MS = 0.08;
/** Maximum delay of deferred work (`whenIdle`) by calls that wait for the thread. */
const GATHER_MS_MAX = 2;
/** Maximum number of accounts in memory; above it idle accounts are evicted. */
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
  /** The sequence number that was assigned last. */
  #lastSequence = 0;
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
  /** Steady accounts, without background work (weight above 1): batches alone leave no time idle. */
  readonly #steadyCallers = new Activity<Share>();

  constructor(loop: SegmentLoop = thisThread) {
    this.#loop = loop;
  }

  /**
   * Opens a turn for a new call. The segments of an account share its time, independent of its number of calls. Its
   * calls run in order of arrival; a call that has used much goes behind the others. The time of a call is multiplied
   * by its weight: with weight 2 an account has half the share of another, and does not limit others to their share.
   */
  open(account: string, weight = 1): Turn {
    const nowMs = this.#loop.elapsedMs();
    const share = this.#shareOf(account, nowMs);
    this.#noteActive(share, nowMs);
    share.countCall(nowMs);
    share.use(CALL_MS, { nowMs, virtualMs: this.#virtualMs });
    this.#noteSteady(share, weight, nowMs);
    return new ScheduledTurn(this, { share, weight, sequence: this.#nextSequence() });
  }

  /** Counts time that the call used outside its segments. */
  use(turn: ScheduledTurn, ms: number): void {
    turn.share.use(ms, { nowMs: this.#loop.elapsedMs(), virtualMs: this.#virtualMs });
  }

  /** Waits for an answer; meanwhile holds the accounts that have used much more than this one. */
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
   * Runs work once, in the next iteration of the event loop in which no call waits for the thread, but after 2 ms at
   * the latest: the more calls share a message to another thread, the less each costs. Waiting calls do not delay the
   * work if other accounts call and one that has used much is waiting, or if most waiting calls are of one account.
   */
  whenIdle(work: () => void): void {
    const untilMs = this.#loop.elapsedMs() + GATHER_MS_MAX;
    const check = () => {
      const nowMs = this.#loop.elapsedMs();
      if (this.#queue.size === 0 || nowMs >= untilMs || this.#isOneInTheWay(nowMs)) work();
      else this.#loop.soon(check);
    };
    this.#loop.soon(check);
  }

  /** Whether one account would delay the calls of others, because of its usage or its number of calls. */
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

  /** Milliseconds after which a segment should yield. */
  get sliceMs(): number {
    return this.#roundMs(this.#loop.elapsedMs());
  }

  /** Milliseconds that the running segment of a turn has used; null if none is running. */
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

  /** Ends the segment of a turn, and begins the next one when the turn is scheduled again. */
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

  /** Whether a call may begin without waiting: no account with less usage waits, and the round has time left. */
  #mayBegin(share: Share, nowMs: number): boolean {
    if (share.hasWaiting || this.#mustPause(share, nowMs)) return false;
    if (this.#queue.size === 0) return this.#roundUsedMs < this.#roundMs(nowMs);
    if (this.#roundUsedMs >= ROUND_MS_MAX) return false;
    for (const other of this.#queue) if (other.finishMs <= Math.max(share.finishMs, this.#virtualMs)) return false;
    return true;
  }

  /** Whether an account must wait: it has used up its share while others call often, or it is held. */
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

  #nextSequence(): number {
    this.#lastSequence += 1;
    return this.#lastSequence;
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
    if (turn.usedMs >= QUANTUM_MS) turn.requeue(this.#nextSequence());
    turn.share.use(usedMs * turn.weight, { nowMs, virtualMs: this.#virtualMs });
  }

  /**
   * Called when the microtasks of a segment have drained: a call that has not yielded waits for something other than
   * the processor.
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

  /** Resumes waiting calls; runs once per iteration of the event loop. */
  readonly #round = (): void => {
    this.#isRoundScheduled = false;
    this.#isDispatching = true;
    // Network events may have used up the round, but at least one call is resumed.
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
  /** Of the waiting turns of an account, the one with the lowest number runs next. */
  sequence: number;
  /** Milliseconds used since its sequence number was assigned. */
  usedMs = 0;
  longestMs = 0;

  constructor(
    scheduler: FairScheduler,
    { share, weight, sequence }: { readonly share: Share; readonly weight: number; readonly sequence: number },
  ) {
    this.#scheduler = scheduler;
    this.share = share;
    this.weight = weight;
    this.sequence = sequence;
  }

  /** Moves the turn behind the currently waiting turns of its account. */
  requeue(sequence: number): void {
    this.sequence = sequence;
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

/** The event loop of a serving thread, in which messages to other threads gather while calls wait. */
export const servingSchedule: Schedule = { ...eventLoop, soon: (work) => threadScheduler.whenIdle(work) };

/** Runs work that belongs to no call, such as opening an edition; it has a share of its own. */
export function inBackground<T>(work: Work<T>): Promise<T> {
  return threadScheduler.open('').run(work);
}
