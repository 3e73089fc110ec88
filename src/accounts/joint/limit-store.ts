// The store of the limits of several servers, as joint-limiter.ts sees it. Its client loads only where one is used.

/** The answer to a question for admissions. */
export interface StoreAnswer {
  /** -1: the server is not a member. */
  readonly admitted: number;
  readonly remaining: number;
  /** Of a rejection: until one more is admitted. */
  readonly waitMs: number;
  /** Of a rejected call: until as many as in a second without others are admitted. */
  readonly idleMs?: number;
}

export interface StoreQuestion {
  readonly account: string;
  readonly limit: number;
  readonly count: number;
}

/** The store has answered that it executes no command, such as for lack of memory: it had no effect. */
export class StoreRejection extends Error {
  override readonly name = 'StoreRejection';
}

/** One connection to one run of the store. Methods reject if they are not answered in time. */
export interface LimitSession {
  /** Rejects with StoreRejection if it certainly had no effect. */
  beat(): Promise<void>;
  admit(question: StoreQuestion): Promise<StoreAnswer>;
  admitMore(question: StoreQuestion): Promise<StoreAnswer>;
  leave(): Promise<void>;
  /** Ends the connection at once. */
  close(): void;
}

export interface LimitStore {
  /** Rejects if the store cannot be reached. `onLost`: the connection has ended. */
  connect(onLost: (error: Error) => void): Promise<LimitSession>;
}
