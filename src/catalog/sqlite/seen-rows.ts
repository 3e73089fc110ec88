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

interface Entry {
  readonly sourceId: number;
  readonly runId: number;
  readonly hashes: readonly string[];
}

function entriesOf(seen: string): Entry[] {
  return seen.split(';').map((entry) => {
    const [sourceId, runId, hashes = ''] = entry.split('.');
    return { sourceId: Number(sourceId), runId: Number(runId), hashes: hashes.split(',') };
  });
}

/** One entry a source, with the rows of all. */
function uniteEntries(entries: readonly Entry[]): Entry[] {
  const bySource = new Map<number, Entry>();
  for (const entry of entries) {
    const other = bySource.get(entry.sourceId);
    bySource.set(entry.sourceId, {
      sourceId: entry.sourceId,
      runId: Math.max(entry.runId, other?.runId ?? 0),
      hashes: [...(other?.hashes ?? []), ...entry.hashes],
    });
  }
  return [...bySource.values()];
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
    const found = entriesOf(record.seen).some(
      (entry) => entry.sourceId === this.#sourceId && entry.hashes.includes(rowHash),
    );
    if (found) this.#meet(record.id);
    return found;
  }

  /** The record's text once the row is taken in, and with it the records that it joins; `record` is null for a new one. */
  with(record: SeenRecord | null, rowHash: string, joined: readonly SeenRecord[] = []): string {
    const own = (hashes: string) => `${this.#sourceId}.${this.runId}.${hashes}`;
    if (record === null) return own(rowHash);
    const all = [record, ...joined];
    const entries = uniteEntries(all.flatMap((each) => entriesOf(each.seen)));
    const known = entries.find((entry) => entry.sourceId === this.#sourceId);
    const goesOn = known && (known.runId === this.runId || all.some((each) => this.#isMet(each.id)));
    const hashes = [...(goesOn ? known.hashes : []), rowHash].slice(-HASHES_MAX);
    const others = entries.filter((entry) => entry !== known);
    return [
      ...others.map((entry) => `${entry.sourceId}.${entry.runId}.${entry.hashes.join(',')}`),
      own(hashes.join(',')),
    ].join(';');
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
