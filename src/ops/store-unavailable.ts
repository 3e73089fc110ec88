// The failure of a store that is out of reach for now: the call costs nothing and may be repeated.

export const STORE_UNAVAILABLE = 'STORE_UNAVAILABLE';

/** The store did not answer; nothing was written. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
  /** Also kept when the error is sent to another thread. */
  readonly code = STORE_UNAVAILABLE;
}

/** Whether an error, possibly of another thread, is that of a store out of reach. */
export function isStoreUnavailable(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === STORE_UNAVAILABLE;
}
