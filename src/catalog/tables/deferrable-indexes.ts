// Indexes of people that a store may omit during a first import, and create at its end.
import type { FoundPerson } from '../matching/lookups.ts';

/** Finds people by slug while the index of slugs is missing. */
export interface SlugsInMemory {
  refresh(): void;
  clear(): void;
  /** The first result of `look` for the ids that may have this slug. */
  find(slug: string, read: (id: number) => FoundPerson | null): FoundPerson | null;
  add(slug: string, id: number): void;
}

export interface DeferrableIndexes {
  readonly areMissing: boolean;
  readonly slugs: SlugsInMemory;
  /** The first step of a transaction: other processes may have created the indexes. */
  refresh(): void;
  /** Drops the indexes if there are no people yet. */
  deferIfEmpty(): void;
  /** Creates the missing indexes; cheap if none is missing. */
  ensure(): void;
}
