// Sorts byte strings (units) by a 32-bit key in bounded memory: an external merge sort. Sorted runs go to one temporary
// file, which is unlinked at once, so nothing remains of an interrupted build.
//
//   run    sorted units:   u32 key | u32 length | bytes
import { closeSync, openSync, rmSync } from 'node:fs';
import { countingSort } from '../build/counting-sort.ts';
import { GrowableNumbers } from '../build/growable.ts';
import { readAll, writeAll } from './whole-buffer.ts';

export interface UnitSorterOptions {
  /** The temporary file is created here on demand and unlinked at once. */
  readonly path: string;
  /** Bytes of units and keys that are sorted in memory at a time. */
  readonly memoryBytes?: number;
}

/** A unit of the sorted sequence; `unit` is valid until the next one. */
export interface SortedUnit {
  readonly key: number;
  readonly unit: Uint8Array;
}

const MEMORY_BYTES = 64 * 1024 * 1024;
const HEAD_BYTES = 8;
/** Bytes that are written or read at once. */
const CHUNK_BYTES = 1024 * 1024;
const DIGITS = 1 << 16;
/** For fewer units, a pass over all digits takes longer than comparing. */
const RADIX_MIN = 4096;

/** Units with equal keys keep the order in which they were added. */
export class UnitSorter {
  readonly #options: Required<UnitSorterOptions>;
  readonly #runs: { readonly start: number; readonly end: number }[] = [];
  #keys = new GrowableNumbers();
  #starts = new GrowableNumbers();
  #bytes = Buffer.allocUnsafe(CHUNK_BYTES);
  #end = 0;
  #file: number | null = null;
  #fileEnd = 0;
  #count = 0;

  constructor({ path, memoryBytes = MEMORY_BYTES }: UnitSorterOptions) {
    this.#options = { path, memoryBytes };
  }

  /** The number of units. */
  get count(): number {
    return this.#count;
  }

  /** Adds a copy of the unit. `key` is an unsigned 32-bit number. */
  add(key: number, unit: Uint8Array): void {
    if (this.#end + unit.length + this.#keys.length * HEAD_BYTES > this.#options.memoryBytes) this.#writeRun();
    this.#reserve(unit.length);
    this.#keys.push(key);
    this.#starts.push(this.#end);
    this.#bytes.set(unit, this.#end);
    this.#end += unit.length;
    this.#count += 1;
  }

  /** All units sorted by key. Can be consumed once; closes the sorter. */
  *sorted(): Generator<SortedUnit> {
    try {
      if (this.#runs.length === 0) yield* this.#inMemory();
      else {
        this.#writeRun();
        this.#release();
        yield* merged(this.#runs.map((run) => new RunReader(this.#file as number, run)));
      }
    } finally {
      this.close();
    }
  }

  /** Frees memory and disk; needed only if `sorted` is not consumed. */
  close(): void {
    this.#release();
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  *#inMemory(): Generator<SortedUnit> {
    for (const index of this.#order()) yield { key: this.#keys.at(index), unit: this.#unit(index) };
  }

  #unit(index: number): Uint8Array {
    const end = index + 1 < this.#starts.length ? this.#starts.at(index + 1) : this.#end;
    return this.#bytes.subarray(this.#starts.at(index), end);
  }

  /** Indexes by key, in a stable order: by comparing them, or by a radix sort in two passes. */
  #order(): Uint32Array {
    const keys = this.#keys;
    const indexes = Uint32Array.from(keys.view().keys());
    if (indexes.length < RADIX_MIN)
      return indexes.sort((left, right) => keys.at(left) - keys.at(right) || left - right);
    const byLow = countingSort(indexes, (index) => keys.at(index) & (DIGITS - 1), DIGITS).order;
    return countingSort(byLow, (index) => keys.at(index) >>> 16, DIGITS).order;
  }

  #writeRun(): void {
    if (this.#keys.length === 0) return;
    const file = this.#opened();
    const start = this.#fileEnd;
    let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let filled = 0;
    const flush = () => {
      writeAll(file, chunk.subarray(0, filled), this.#fileEnd);
      this.#fileEnd += filled;
      filled = 0;
    };
    for (const index of this.#order()) {
      const unit = this.#unit(index);
      if (filled + HEAD_BYTES + unit.length > chunk.length) flush();
      if (HEAD_BYTES + unit.length > chunk.length) chunk = Buffer.allocUnsafe(HEAD_BYTES + unit.length);
      chunk.writeUInt32LE(this.#keys.at(index), filled);
      chunk.writeUInt32LE(unit.length, filled + 4);
      chunk.set(unit, filled + HEAD_BYTES);
      filled += HEAD_BYTES + unit.length;
    }
    flush();
    this.#runs.push({ start, end: this.#fileEnd });
    this.#keys = new GrowableNumbers();
    this.#starts = new GrowableNumbers();
    this.#end = 0;
  }

  #opened(): number {
    if (this.#file !== null) return this.#file;
    const { path } = this.#options;
    this.#file = openSync(path, 'w+');
    rmSync(path);
    return this.#file;
  }

  #reserve(more: number): void {
    if (this.#end + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#end + more));
    larger.set(this.#bytes.subarray(0, this.#end));
    this.#bytes = larger;
  }

  #release(): void {
    this.#keys.release();
    this.#starts.release();
    this.#bytes = Buffer.alloc(0);
    this.#end = 0;
  }
}

/** Reads the units of one run in order. */
class RunReader {
  readonly #file: number;
  readonly #end: number;
  #next: number;
  #chunk = Buffer.alloc(0);
  #offset = 0;
  /** The key of the current unit; -1 after the last one. */
  key = -1;
  unit: Uint8Array = this.#chunk;

  constructor(file: number, { start, end }: { readonly start: number; readonly end: number }) {
    this.#file = file;
    this.#next = start;
    this.#end = end;
    this.advance();
  }

  advance(): void {
    if (!this.#has(HEAD_BYTES)) {
      this.key = -1;
      return;
    }
    this.key = this.#chunk.readUInt32LE(this.#offset);
    const length = this.#chunk.readUInt32LE(this.#offset + 4);
    this.#has(HEAD_BYTES + length);
    this.unit = this.#chunk.subarray(this.#offset + HEAD_BYTES, this.#offset + HEAD_BYTES + length);
    this.#offset += HEAD_BYTES + length;
  }

  /** Reads more until the chunk has this many bytes; returns false at the end of the run. */
  #has(bytes: number): boolean {
    const left = this.#chunk.length - this.#offset;
    if (left >= bytes) return true;
    const more = Math.min(this.#end - this.#next, Math.max(CHUNK_BYTES, bytes) - left);
    if (left + more < bytes) return false;
    const chunk = Buffer.allocUnsafe(left + more);
    chunk.set(this.#chunk.subarray(this.#offset));
    if (!readAll(this.#file, chunk.subarray(left), this.#next))
      throw new Error('the temporary file of the build became shorter while it was read');
    this.#next += more;
    this.#chunk = chunk;
    this.#offset = 0;
    return true;
  }
}

/** Merges runs. For equal keys the unit of the earlier run comes first. */
function* merged(runs: readonly RunReader[]): Generator<SortedUnit> {
  for (;;) {
    let first: RunReader | undefined;
    for (const run of runs) if (run.key >= 0 && (first === undefined || run.key < first.key)) first = run;
    if (first === undefined) return;
    yield { key: first.key, unit: first.unit };
    first.advance();
  }
}
