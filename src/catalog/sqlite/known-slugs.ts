// Which people have a slug, for as long as the catalog has no index of slugs: a table of hashes in memory, eight bytes a place. A hash may
// be that of several slugs and an entry may be out of date, so whoever looks here looks at the row too.
import type { Database, Statement } from 'better-sqlite3';

const PLACES_MIN = 1 << 16;
const FILLED_MAX = 0.7;

export class KnownSlugs {
  readonly #all: Statement<[], readonly [id: number, slug: string]>;
  readonly #version: Statement<[], number>;
  /** Hash and id of each place, which is empty where the id is 0. */
  #places = new Uint32Array(0);
  #count = 0;
  #readAt: number | null = null;

  constructor(database: Database) {
    this.#all = database.prepare<[], readonly [id: number, slug: string]>('SELECT id, slug FROM person').raw();
    this.#version = database.prepare<[], number>('PRAGMA data_version').pluck();
  }

  /** What another connection wrote is not known here. */
  refresh(): void {
    if (this.#readAt !== null && this.#version.get() !== this.#readAt) this.forget();
  }

  forget(): void {
    this.#readAt = null;
    this.#places = new Uint32Array(0);
  }

  /** What `look` first finds of the ids that may have a slug. */
  find<Found>(slug: string, look: (id: number) => Found | null): Found | null {
    if (this.#readAt === null) this.#readAll();
    const hash = hashOf(slug);
    for (let place = this.#placeOf(hash); this.#places[place + 1] !== 0; place = this.#after(place)) {
      const found = this.#places[place] === hash ? look(this.#places[place + 1] as number) : null;
      if (found !== null) return found;
    }
    return null;
  }

  add(slug: string, id: number): void {
    if (this.#readAt === null) return;
    if (this.#count >= (this.#places.length / 2) * FILLED_MAX) this.#grow();
    this.#put(hashOf(slug), id);
    this.#count += 1;
  }

  #readAll(): void {
    this.#places = new Uint32Array(PLACES_MIN * 2);
    this.#count = 0;
    this.#readAt = this.#version.get() ?? 0;
    for (const [id, slug] of this.#all.iterate()) this.add(slug, id);
  }

  #grow(): void {
    const before = this.#places;
    this.#places = new Uint32Array(before.length * 2);
    for (let place = 0; place < before.length; place += 2) {
      if (before[place + 1] !== 0) this.#put(before[place] as number, before[place + 1] as number);
    }
  }

  #put(hash: number, id: number): void {
    let place = this.#placeOf(hash);
    while (this.#places[place + 1] !== 0) place = this.#after(place);
    this.#places[place] = hash;
    this.#places[place + 1] = id;
  }

  #placeOf(hash: number): number {
    return (hash * 2) & (this.#places.length - 1);
  }

  #after(place: number): number {
    return (place + 2) & (this.#places.length - 1);
  }
}

/** FNV-1a over UTF-16, its bits mixed once more: the lower ones alone choose the place. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
