// Tells the rows of a file that the store has already taken in, so that importing a file again changes nothing and costs little.
//
// Each stored record carries a text: `source.run.hash,hash;source.run.hash` - for each source the rows that its latest run to change
// the record brought for it. Usually one; several where a file names one record more than once, as merging each again would turn the
// record back and forth. A row that an earlier run brought and a later one replaced is not in it, so that a source may go back.
import { hash } from 'node:crypto';

/** Characters of a base64url hash that are kept: 66 bits, enough to tell the few versions of one record apart. */
const HASH_LENGTH = 11;
/** A file that names one record more often is merged again from the first row that fell out. */
const HASHES_MAX = 16;

/** The name under which a row is remembered; `text` is its normal form. */
export function rowHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, HASH_LENGTH);
}

interface SeenRecord {
  readonly id: number;
  readonly seen: string;
}

/** What one run of one source has met. */
export class SeenRows {
  readonly runId: number;
  readonly #sourceId: number;
  /** One bit a record: the run brought it as it was known. */
  #met = new Uint8Array(1024);

  constructor(sourceId: number, runId: number) {
    this.#sourceId = sourceId;
    this.runId = runId;
  }

  /** Whether the source has already brought this row for the record. */
  has(record: SeenRecord, rowHash: string): boolean {
    const found = this.#entryOf(record.seen)?.hashes.includes(rowHash) ?? false;
    if (found) this.#meet(record.id);
    return found;
  }

  /** The record's text once the row is taken in; `record` is null for a new one. */
  with(record: SeenRecord | null, rowHash: string): string {
    const own = record && this.#entryOf(record.seen);
    const goesOn = own && (own.runId === this.runId || this.#isMet(record.id));
    const hashes = [...(goesOn ? own.hashes : []), rowHash].slice(-HASHES_MAX);
    const others = record ? record.seen.split(';').filter((entry) => !entry.startsWith(`${this.#sourceId}.`)) : [];
    return [...others, `${this.#sourceId}.${this.runId}.${hashes.join(',')}`].join(';');
  }

  #entryOf(seen: string): { runId: number; hashes: string[] } | undefined {
    for (const entry of seen.split(';')) {
      const [sourceId, runId, hashes = ''] = entry.split('.');
      if (Number(sourceId) === this.#sourceId) return { runId: Number(runId), hashes: hashes.split(',') };
    }
    return undefined;
  }

  #meet(id: number): void {
    if (id >> 3 >= this.#met.length) {
      const larger = new Uint8Array(Math.max(this.#met.length * 2, (id >> 3) + 1));
      larger.set(this.#met);
      this.#met = larger;
    }
    this.#met[id >> 3] = (this.#met[id >> 3] ?? 0) | (1 << (id & 7));
  }

  #isMet(id: number): boolean {
    return ((this.#met[id >> 3] ?? 0) & (1 << (id & 7))) !== 0;
  }
}
