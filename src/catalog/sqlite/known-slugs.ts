// A hash table from slugs to people, used while the catalog has no index of slugs. In memory, eight bytes per entry.
// Several slugs may share a hash, and an entry may be stale, so the caller must also check the row.
import type { Database, Statement } from 'better-sqlite3';

const SLOTS_MIN = 1 << 16;
const FILLED_MAX = 0.7;

export class KnownSlugs {
  readonly #all: Statement<[], readonly [id: number, slug: string]>;
  readonly #version: Statement<[], number>;
  /** Hash and id of each slot. A slot with id 0 is empty. */
  #slots = new Uint32Array(0);
  #count = 0;
  #readAt: number | null = null;

  constructor(database: Database) {
    this.#all = database.prepare<[], readonly [id: number, slug: string]>('SELECT id, slug FROM person').raw();
    this.#version = database.prepare<[], number>('PRAGMA data_version').pluck();
  }

  /** Resets the table: it lacks rows that another connection wrote. */
  refresh(): void {
    if (this.#readAt !== null && this.#version.get() !== this.#readAt) this.clear();
  }

  clear(): void {
    this.#readAt = null;
    this.#slots = new Uint32Array(0);
  }

  /** The first result of `read` for the ids that may have this slug. */
  find<Found>(slug: string, read: (id: number) => Found | null): Found | null {
    if (this.#readAt === null) this.#readAll();
    const hash = hashOf(slug);
    for (let slot = this.#slotOf(hash); this.#slots[slot + 1] !== 0; slot = this.#after(slot)) {
      const found = this.#slots[slot] === hash ? read(this.#slots[slot + 1] as number) : null;
      if (found !== null) return found;
    }
    return null;
  }

  add(slug: string, id: number): void {
    if (this.#readAt === null) return;
    if (this.#count >= (this.#slots.length / 2) * FILLED_MAX) this.#grow();
    this.#put(hashOf(slug), id);
    this.#count += 1;
  }

  #readAll(): void {
    this.#slots = new Uint32Array(SLOTS_MIN * 2);
    this.#count = 0;
    this.#readAt = this.#version.get() ?? 0;
    for (const [id, slug] of this.#all.iterate()) this.add(slug, id);
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Uint32Array(before.length * 2);
    for (let index = 0; index < before.length; index += 2) {
      if (before[index + 1] !== 0) this.#put(before[index] as number, before[index + 1] as number);
    }
  }

  #put(hash: number, id: number): void {
    let slot = this.#slotOf(hash);
    while (this.#slots[slot + 1] !== 0) slot = this.#after(slot);
    this.#slots[slot] = hash;
    this.#slots[slot + 1] = id;
  }

  #slotOf(hash: number): number {
    return (hash * 2) & (this.#slots.length - 1);
  }

  #after(slot: number): number {
    return (slot + 2) & (this.#slots.length - 1);
  }
}

/** FNV-1a over UTF-16 with a final mix: only the lower bits choose the slot. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
