// Indexes of people that a store may omit during a first import, and create at its end.
import type { FoundPerson } from '../matching/lookups.ts';

/** Finds people by slug while the index of slugs is missing. */
export interface SlugsInMemory {
  refresh(): void;
  clear(): void;
  /** The first result of `look` among the ids that may have a slug. */
  find(slug: string, look: (id: number) => FoundPerson | null): FoundPerson | null;
  add(slug: string, id: number): void;
}

export interface DeferrableIndexes {
  readonly areMissing: boolean;
  readonly slugs: SlugsInMemory;
  /** The first step of a transaction, as other processes may have created them. */
  refresh(): void;
  /** Drops them if there are no people yet. */
  deferIfEmpty(): void;
  /** Creates the missing ones; cheap if there are none. */
  ensure(): void;
}
