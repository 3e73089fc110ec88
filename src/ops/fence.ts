// Fencing token for writes to a store: the store itself checks that the writer still holds the lease.

/** A lease that permits writes to a store. Each transaction renews it, and fails if another process holds it. */
export interface Fence {
  readonly name: string;
  /** Token of the holder. */
  readonly token: number;
  readonly ms: number;
}
