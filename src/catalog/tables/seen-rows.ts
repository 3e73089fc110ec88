// Records that a run contained unchanged: one bit per record, in blocks that are written with each batch. If an earlier
// run is undone, a later run can thereby replace it, at the cost of a bit instead of a changed row. Only for records
// with one row; others store this per row.
import type { Select, Sql, Write } from './sql.ts';

const BLOCK_BITS = 32_768;

export class SeenRows {
  readonly #read: Select<[number, number], Buffer>;
  readonly #write: Write;
  readonly #blocks = new Map<number, Buffer>();
  readonly #changed = new Set<number>();
  #runId = 0;

  constructor(sql: Sql) {
    this.#read = sql.values('SELECT bits FROM import_met WHERE run_id = ? AND block = ?');
    this.#write = sql.insert('import_met', ['run_id', 'block', 'bits'], {
      key: ['run_id', 'block'],
      replaces: ['bits'],
    });
  }

  /**
   * Marks a record as unchanged in a run. Runs rarely alternate, so the bits of only one run are buffered at a time.
   */
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

  /** Writes the buffered marks, at the end of a transaction. */
  flush(): void {
    for (const block of this.#changed) this.#write.run(this.#runId, block, this.#block(block));
    this.#changed.clear();
  }

  /** Discards the buffer, which may contain marks of a rolled-back transaction. */
  clear(): void {
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
