// What keeps a server from being ready, in memory that all of its threads share: the process notes it, each thread tells it.

/** One bit each, in this order, which all threads of a process share. */
const FAULTS = {
  charges: 'credits cannot be charged: accounts.db cannot be written; free some space, check the disk, see the log',
  accounts: 'accounts.db was removed or replaced under the server; put it back, or restart the server',
  catalog: 'catalog.db was removed or replaced under the server; put it back, or restart the server',
} as const;

export type Fault = keyof typeof FAULTS;

const NAMES = Object.keys(FAULTS) as Fault[];

export function healthMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
}

export class Health {
  readonly #bits: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.#bits = new Int32Array(memory);
  }

  /** Notes whether a fault stands; answers whether that is new. */
  note(fault: Fault, stands: boolean): boolean {
    const bit = 1 << NAMES.indexOf(fault);
    const before = stands ? Atomics.or(this.#bits, 0, bit) : Atomics.and(this.#bits, 0, ~bit);
    return ((before & bit) !== 0) !== stands;
  }

  /** What stands in the way, and what to do about it; empty where nothing does. */
  reasons(): string[] {
    const bits = Atomics.load(this.#bits, 0);
    return NAMES.filter((_, index) => (bits & (1 << index)) !== 0).map((fault) => FAULTS[fault]);
  }
}
