// The store of the limits of several servers, as joint-limiter.ts sees it. Its client loads only where one is used.

/** The answer to a request for admissions. */
export interface StoreAnswer {
  /** -1: the server is not a member. */
  readonly admitted: number;
  readonly remaining: number;
  /** If the call is rejected: time until one more request is admitted. */
  readonly waitMs: number;
  /** If the call is rejected: time until the whole limit is available again, if no other request comes. */
  readonly idleMs?: number;
}

export interface AdmissionRequest {
  readonly account: string;
  readonly limit: number;
  readonly count: number;
}

/**
 * The store answered that it executes no commands, for example because it has no memory left. The command had no
 * effect.
 */
export class StoreRejection extends Error {
  override readonly name = 'StoreRejection';
}

/**
 * One connection to the store, as long as the store is not restarted. Methods reject if they are not answered in time.
 */
export interface LimitSession {
  /** Rejects with StoreRejection if the beat had no effect. */
  beat(): Promise<void>;
  admit(request: AdmissionRequest): Promise<StoreAnswer>;
  admitMore(request: AdmissionRequest): Promise<StoreAnswer>;
  leave(): Promise<void>;
  /** Ends the connection at once. */
  close(): void;
}

export interface LimitStore {
  /** Rejects if the store cannot be reached. `onLost` is called when the connection has ended. */
  connect(onLost: (error: Error) => void): Promise<LimitSession>;
}
