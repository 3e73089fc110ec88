// The limits of accounts over several servers, exact: no second has more admissions than the limit over all servers,
// whichever of them or of the store is lost.
//
// With the store each admission is a question to it. Without it a server admits its share (share-limiter.ts). The
// changes:
//   store -> share   After the last beat that this server sent it rejects everything for two seconds. By then the store
//                    has reserved the share for a second: a server counts as away half a second after its last beat,
//                    which may have arrived half a second late.
//   share -> store   From the first beat on the store keeps the share reserved for two seconds. The server uses it for
//                    the first one and asks the store from the second one on.
// So a second that has admissions of both kinds has none of the store beyond the limit without the share.
import type { Schedule } from '../../ops/scheduling/schedule.ts';
import { type Admission, type MoreRequests, type RateLimiter, rejection } from '../rate-limiter.ts';
import { type LimitSession, type LimitStore, type StoreAnswer, StoreRejection } from './limit-store.ts';

const BEAT_MS = 100;
const RETRY_MS = 500;
/** Time from the last beat to the use of the share: one second, and two gaps of limit-script.ts. */
const QUIET_MS = 2000;
/** Time from the first beat to the first request to the store, if the share was in use. */
const OWN_SHARE_MS = 1000;
/** The store admits no request of a server within this time after its first beat. */
const READY_MS = 2000;

export type LimiterMode = 'joining' | 'store' | 'quiet' | 'share';

export interface JointLimiterOptions {
  readonly store: LimitStore;
  /** Admits the share of this server. */
  readonly share: Pick<RateLimiter, 'admit' | 'admitMore'>;
  readonly schedule: Schedule;
  /** A reading of the clock of `share`. */
  readonly nowMs: () => number;
  /** Called with the reason when the store becomes unreachable, and with null when it is reachable again. */
  readonly onState: (failure: Error | null) => void;
}

/** Requests of one account and limit that are sent to the store together. */
interface Group {
  readonly account: string;
  readonly limit: number;
  readonly waiting: ((admission: Admission) => void)[];
}

export class JointLimiter {
  readonly #options: JointLimiterOptions;
  readonly #groups = new Map<string, Group>();
  readonly #endBeats: () => void;
  #session: LimitSession | null = null;
  /** Times of the first and the last beat of the session, on the clock of elapsed time. */
  #firstBeatMs: number | null = null;
  #lastBeatMs = Number.NEGATIVE_INFINITY;
  #isBeating = false;
  #isConnecting = false;
  #nextTryMs = Number.NEGATIVE_INFINITY;
  #hasJoined = false;
  /** Whether the share was in use when this session began. */
  #returns = false;
  #wasReady = false;
  #isStopped = false;

  constructor(options: JointLimiterOptions) {
    this.#options = options;
    this.#endBeats = options.schedule.every(BEAT_MS, () => this.#tick());
    this.#tick();
  }

  get mode(): LimiterMode {
    const now = this.#now();
    if (this.#session !== null && this.#firstBeatMs !== null)
      return this.#returns && now < this.#firstBeatMs + OWN_SHARE_MS ? 'share' : 'store';
    if (!this.#hasJoined) return 'joining';
    return now < this.#lastBeatMs + QUIET_MS ? 'quiet' : 'share';
  }

  /** Whether the server has joined since its start, so that the store admits its calls. Never returns to false. */
  get isReady(): boolean {
    this.#wasReady ||= this.#firstBeatMs !== null && this.#now() >= this.#firstBeatMs + READY_MS;
    return this.#wasReady;
  }

  admit(account: string, limit: number): Promise<Admission> {
    const { mode } = this;
    if (mode === 'store') return this.#gathered(account, limit);
    const { share, nowMs } = this.#options;
    return Promise.resolve(mode === 'share' ? ofStoreAway(share.admit(account, limit, nowMs())) : this.#uncounted());
  }

  async admitMore(account: string, more: Omit<MoreRequests, 'nowMs'>): Promise<Admission> {
    const { mode } = this;
    const session = this.#session;
    const { share, nowMs } = this.#options;
    if (mode === 'share') return ofStoreAway(share.admitMore(account, { ...more, nowMs: nowMs() }));
    if (mode !== 'store' || session === null) return this.#uncounted();
    try {
      const answer = await session.admitMore({ account, limit: more.limit, count: more.count });
      if (answer.admitted < 0 || session !== this.#session) return this.#uncounted();
      const { remaining, waitMs } = answer;
      return answer.admitted > 0 ? { admitted: true, remaining } : rejection(waitMs);
    } catch (error) {
      this.#lose(session, error);
      return this.#uncounted();
    }
  }

  /** Leaves the store, so that the others may use the share of this server. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#endBeats();
    const session = this.#session;
    this.#session = null;
    this.#firstBeatMs = null;
    // From now on nothing is admitted, not even by the share.
    this.#hasJoined = false;
    await session?.leave().catch(() => undefined);
    session?.close();
  }

  #now(): number {
    return this.#options.schedule.elapsedMs();
  }

  #uncounted(): Admission {
    return ofStoreAway(rejection(Math.max(1000, this.#lastBeatMs + QUIET_MS - this.#now())));
  }

  #gathered(account: string, limit: number): Promise<Admission> {
    return new Promise((resolve) => {
      const name = `${limit} ${account}`;
      const group = this.#groups.get(name);
      if (group) return void group.waiting.push(resolve);
      const begun: Group = { account, limit, waiting: [resolve] };
      this.#groups.set(name, begun);
      this.#options.schedule.soon(() => {
        this.#groups.delete(name);
        void this.#request(begun);
      });
      return undefined;
    });
  }

  async #request({ account, limit, waiting }: Group): Promise<void> {
    const session = this.#session;
    let answer: StoreAnswer | null = null;
    try {
      if (session !== null && this.mode === 'store')
        answer = await session.admit({ account, limit, count: waiting.length });
    } catch (error) {
      if (session !== null) this.#lose(session, error);
    }
    // Discards the answer of a session that was lost in the meantime: the share may be in use.
    const known = session === this.#session ? answer : null;
    waiting.forEach((resolve, index) => {
      if (known === null || known.admitted < 0) resolve(this.#uncounted());
      else if (index >= known.admitted) resolve(rejection(known.waitMs, known.idleMs));
      else resolve({ admitted: true, remaining: known.remaining + known.admitted - index - 1 });
    });
  }

  #tick(): void {
    if (this.#isStopped) return;
    if (this.#session === null) void this.#connect();
    else void this.#beat(this.#session);
  }

  async #connect(): Promise<void> {
    if (this.#isConnecting || this.#now() < this.#nextTryMs) return;
    this.#isConnecting = true;
    try {
      const opened: { session: LimitSession | null; isLost: boolean } = { session: null, isLost: false };
      const session = await this.#options.store.connect((error) => {
        opened.isLost = true;
        if (opened.session !== null) this.#lose(opened.session, error);
      });
      opened.session = session;
      if (opened.isLost || this.#isStopped) return session.close();
      // Set before the first beat: the two seconds of the store begin with that beat.
      this.#returns = this.mode === 'share';
      this.#firstBeatMs = null;
      this.#session = session;
      await this.#beat(session);
    } catch (error) {
      this.#nextTryMs = this.#now() + RETRY_MS;
      this.#options.onState(asError(error));
    } finally {
      this.#isConnecting = false;
    }
  }

  async #beat(session: LimitSession): Promise<void> {
    if (this.#isBeating) return;
    this.#isBeating = true;
    const sentMs = this.#now();
    const beforeMs = this.#lastBeatMs;
    this.#lastBeatMs = sentMs;
    try {
      await session.beat();
      if (session !== this.#session) return;
      if (this.#firstBeatMs === null) {
        this.#firstBeatMs = sentMs;
        this.#hasJoined = true;
        this.#options.onState(null);
      }
    } catch (error) {
      // A store that rejects each beat would keep the share unused.
      if (error instanceof StoreRejection) this.#lastBeatMs = beforeMs;
      this.#lose(session, error);
    } finally {
      this.#isBeating = false;
    }
  }

  #lose(session: LimitSession, error: unknown): void {
    if (session !== this.#session) return;
    this.#session = null;
    this.#firstBeatMs = null;
    this.#nextTryMs = this.#now() + RETRY_MS;
    session.close();
    this.#options.onState(asError(error));
  }
}

/** Marks a rejection without the store. */
function ofStoreAway(admission: Admission): Admission {
  return admission.admitted ? admission : { ...admission, isStoreAway: true };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
