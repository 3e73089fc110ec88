// The right to change a store, as the store checks it.

/** A lease under which a store is changed: each transaction renews it, and is rejected if another process has it. */
export interface Fence {
  readonly name: string;
  /** Of its holder. */
  readonly token: number;
  readonly ms: number;
}
