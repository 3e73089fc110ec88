// Which records a run brought as they were known: one bit a record, in blocks that are written with each batch. It lets a later run stand
// for an earlier one that is undone, at the price of a bit and not of a changed row. For records made of one row; others say so themselves.
import type { Database, Statement } from 'better-sqlite3';

const BLOCK_BITS = 32_768;

export class SeenRows {
  readonly #read: Statement<[number, number], Buffer>;
  readonly #write: Statement<[number, number, Buffer]>;
  readonly #blocks = new Map<number, Buffer>();
  readonly #changed = new Set<number>();
  #runId = 0;

  constructor(database: Database) {
    this.#read = database
      .prepare<[number, number], Buffer>('SELECT bits FROM import_met WHERE run_id = ? AND block = ?')
      .pluck();
    this.#write = database.prepare('INSERT OR REPLACE INTO import_met VALUES (?, ?, ?)');
  }

  /** Notes that a run brought a record unchanged. Runs rarely alternate: the bits of one are kept at a time. */
  mark(runId: number, recordId: number): void {
    this.#turnTo(runId);
    const block = Math.floor(recordId / BLOCK_BITS);
    const bits = this.#block(block);
    const at = (recordId % BLOCK_BITS) >> 3;
    bits[at] = (bits[at] ?? 0) | (1 << (recordId & 7));
    this.#changed.add(block);
  }

  has(runId: number, recordId: number): boolean {
    this.#turnTo(runId);
    const bits = this.#block(Math.floor(recordId / BLOCK_BITS));
    return ((bits[(recordId % BLOCK_BITS) >> 3] ?? 0) & (1 << (recordId & 7))) !== 0;
  }

  /** Writes what was marked; the end of a transaction. */
  flush(): void {
    for (const block of this.#changed) this.#write.run(this.#runId, block, this.#block(block));
    this.#changed.clear();
  }

  /** What is in memory may be ahead of a transaction that did not happen. */
  forget(): void {
    this.#blocks.clear();
    this.#changed.clear();
  }

  #turnTo(runId: number): void {
    if (runId === this.#runId) return;
    this.flush();
    this.#blocks.clear();
    this.#runId = runId;
  }

  #block(block: number): Buffer {
    let bits = this.#blocks.get(block);
    if (bits === undefined) {
      bits = this.#read.get(this.#runId, block) ?? Buffer.alloc(BLOCK_BITS / 8);
      this.#blocks.set(block, bits);
    }
    return bits;
  }
}
