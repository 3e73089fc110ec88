// The tables of one kind of record, as a RecordRepository writes them. Implementations: company-store.ts and
// person-store.ts.
import type { Evidence } from '../../identity/evidence.ts';
import type { RecordKind } from '../admin-port.ts';
import type { MatchLimits } from '../matching/best-match.ts';
import type { KindTypes, MatchingRules, RecordChange } from '../matching/decide-row.ts';
import type { ChangedKeys, TraitsOf } from '../matching/known-lookups.ts';
import type { BulkLookups, RecordLookups } from '../matching/lookups.ts';
import type { Origin } from '../matching/source-row.ts';

/** Additional slugs by which rows match records. */
export interface Aliases<Kind extends KindTypes> {
  /** Adds the slug of a row as an alias of a record. */
  add(incoming: Kind['incoming'], id: number): void;
  /** Removes the slug of a split-off record from the aliases of the record that it came from. */
  drop(state: Kind['state']): void;
  /** The keys whose look-ups find the record by a new alias. */
  keysOf(incoming: Kind['incoming']): ChangedKeys<Kind['lookups']>;
}

/** The tables of one kind of record, and the look-ups and writes that only this kind has. */
export interface KindStore<Kind extends KindTypes> {
  readonly kind: RecordKind;
  readonly counted: 'companies' | 'people';
  readonly traits: TraitsOf<Kind['lookups']>;
  /** The look-ups that only this kind has. */
  readonly ownLookups: Omit<BulkLookups<Kind['lookups']>, keyof RecordLookups<unknown, never>>;
  rules(lookups: Kind['lookups'], isWaiting: () => boolean): MatchingRules<Kind>;
  /** The limits of matching for this kind. */
  readonly limits: MatchLimits;
  /** The key of a record or row in verdicts: its profile slug, or else a key made of its values. */
  verdictKeyOf(stored: Kind['stored']): string;
  /** Values that distinguish the record from others with the same key. */
  detailOf(stored: Kind['stored']): string;
  /** Records that may have a row with this key. */
  byVerdictKey(key: string): readonly Kind['found'][];
  /** The evidence that two records are one. */
  evidenceOf(a: Kind['stored'], b: Kind['stored']): Evidence;
  /** Whether two rows match directly. */
  areLinked(a: Kind['stored'], b: Kind['stored']): boolean;
  isSuppressed(incoming: Kind['incoming']): boolean;
  /** Whether the list names the record that a row would add. An earlier record of the row may have been removed. */
  isSuppressedNew(state: Kind['state']): boolean;
  byIds(ids: readonly number[]): readonly (Kind['found'] | null)[];
  bySlugs(slugs: readonly string[]): readonly (Kind['found'] | null)[];
  /** The record with a former slug; null if there is none. */
  byFormerSlug(slug: string): Kind['found'] | null;
  /**
   * Prefetches the rows that the writing of rows, of states, and of known records reads, in a few queries. Does nothing
   * if the store has no round trips.
   */
  prefetchRows(rows: readonly Kind['incoming'][]): void;
  prefetchStates(states: readonly Kind['state'][]): void;
  prefetch(ids: readonly number[]): void;
  recordOf(found: Kind['found']): Kind['stored'];
  /** The stored record of a state. */
  storedOf(state: Kind['state']): Kind['stored'];
  /** Writes a new record and returns its id. `formerId`: an unused id that the record had before. */
  add(state: Kind['state'], origin: Origin | null, formerId: number | null): number;
  /** Redirects requests for the ids of merged records to another record, if this kind is answered by id. */
  redirect(ids: Iterable<number>, to: number): void;
  /** Writes a state as the new state of the survivor, which is the first of `former`. */
  change(former: readonly Kind['found'][], state: Kind['state'], origin: Origin | null): void;
  /** Records the origin of the single row of a record; null if there are several. */
  setOrigin(id: number, origin: Origin | null): void;
  remove(found: Kind['found']): void;
  /** Erases personal data of records from their logged states, which an undo would restore. */
  eraseLogged(found: readonly Kind['found'][]): void;
  /** Executes the writes of several records. Their effects on other tables are written once, at the end. */
  together(write: () => void): void;
  /**
   * Called with the keys of rows that moved to another record by a merge, a split or a removal. Null if nothing refers
   * to the rows of this kind.
   */
  readonly noteMovedRows: ((rowKeys: readonly string[]) => void) | null;
  /** Null if this kind has no aliases. */
  readonly aliases: Aliases<Kind> | null;
  /** The generated slugs that records lost in a run, by record id. */
  slugsBefore(runId: number): ReadonlyMap<number, string>;
  /** Restores the slugs before a run where they are free, and the former slugs. */
  restoreSlugs(runId: number): void;
  /** The ids of other records that a write changes. */
  displacedBy(state: Kind['state']): readonly number[];
  /** The keys whose look-ups find a written record. */
  keysOf(change: RecordChange<Kind>): ChangedKeys<Kind['lookups']>;
  /** All visible records, by id. */
  records(): Iterable<Kind['stored']>;
}
