// The error for a store that is temporarily out of reach: the call costs nothing and can be repeated.

export const STORE_UNAVAILABLE = 'STORE_UNAVAILABLE';

/** The store did not answer; nothing was written. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
  /** Kept when the error is sent to another thread. */
  readonly code = STORE_UNAVAILABLE;
}

/** Whether an error, possibly from another thread, is a StoreUnavailable. */
export function isStoreUnavailable(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === STORE_UNAVAILABLE;
}
