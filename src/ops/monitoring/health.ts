// Faults that make a server unready, in memory shared by all its threads: the process records them, and each thread
// reports them.

/** One bit each, in this order, which all threads must agree on. */
const FAULTS = {
  charges: 'credits cannot be charged: accounts.db cannot be written; free some space, check the disk, see the log',
  accounts: 'accounts.db was removed or replaced under the server; put it back, or restart the server',
  database:
    'the database of accounts is out of reach: calls get a 503 and cost nothing; check CARDFILE_DATABASE and the server',
  space:
    'the database has no space left: calls that cost credits get a 503 and cost nothing; free some space on its disk',
  schema:
    'the tables of the database belong to another version: calls get a 503 and cost nothing; run `cardfile database migrate` of the newest version, and upgrade this server to it',
  upgraded:
    'a newer version has migrated the data folder: calls that would write to it get a 503 and cost nothing; restart this server with that version',
  limiter:
    'the store of rate limits has not answered since the start: no call is admitted; check CARDFILE_LIMITER and the store',
  catalog: 'catalog.db was removed or replaced under the server; put it back, or restart the server',
  leaving: 'the server is shutting down: it answers calls until CARDFILE_SHUTDOWN_DELAY has passed',
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

  /** Records whether a fault is present; returns true if that changed. */
  note(fault: Fault, isPresent: boolean): boolean {
    const bit = 1 << NAMES.indexOf(fault);
    const before = isPresent ? Atomics.or(this.#bits, 0, bit) : Atomics.and(this.#bits, 0, ~bit);
    return ((before & bit) !== 0) !== isPresent;
  }

  /** Descriptions of the present faults with their remedies; empty if there are none. */
  reasons(): string[] {
    const bits = Atomics.load(this.#bits, 0);
    return NAMES.filter((_, index) => (bits & (1 << index)) !== 0).map((fault) => FAULTS[fault]);
  }
}
