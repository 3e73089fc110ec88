// The tables of companies or of people, as a RecordBook writes them: company-store.ts and person-store.ts.
import type { Evidence } from '../../identity/evidence.ts';
import type { RecordKind } from '../keeper-port.ts';
import type { MatchLimits } from '../matching/best-match.ts';
import type { KindTypes, MatchingRules, RecordChange } from '../matching/decide-row.ts';
import type { ChangedKeys, TraitsOf } from '../matching/known-lookups.ts';
import type { BulkLookups, RecordLookups } from '../matching/lookups.ts';
import type { Origin } from '../matching/source-row.ts';

/** Further slugs by which rows match records. */
export interface Aliases<Kind extends KindTypes> {
  /** The slug of a row becomes an alias of a record. */
  add(incoming: Kind['incoming'], id: number): void;
  /** The slug of a record that was split off is no alias of the rest. */
  drop(state: Kind['state']): void;
  /** The keys under which a record is found by a new alias. */
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
  /** Of the matching of this kind. */
  readonly limits: MatchLimits;
  /** The key of a record or row in verdicts: its profile slug, else made of its values. */
  verdictKeyOf(stored: Kind['stored']): string;
  /** Values that distinguish it from others of the same key. */
  detailOf(stored: Kind['stored']): string;
  /** Records that may have a row with this key. */
  byVerdictKey(key: string): readonly Kind['found'][];
  /** The evidence of two records for being one. */
  evidenceOf(a: Kind['stored'], b: Kind['stored']): Evidence;
  /** Whether two rows match directly. */
  areLinked(a: Kind['stored'], b: Kind['stored']): boolean;
  isSuppressed(incoming: Kind['incoming']): boolean;
  /** Whether the list names the record that a row would add, which may have been removed before. */
  isSuppressedNew(state: Kind['state']): boolean;
  byIds(ids: readonly number[]): readonly (Kind['found'] | null)[];
  bySlugs(slugs: readonly string[]): readonly (Kind['found'] | null)[];
  /** The same by a former slug of a record, if that is known. */
  byFormerSlug(slug: string): Kind['found'] | null;
  /** Reads what the writing of rows, of states and of known records needs in a few steps, where that is of use. */
  prefetchRows(rows: readonly Kind['incoming'][]): void;
  prefetchStates(states: readonly Kind['state'][]): void;
  prefetch(ids: readonly number[]): void;
  recordOf(found: Kind['found']): Kind['stored'];
  /** The stored record of a state. */
  storedOf(state: Kind['state']): Kind['stored'];
  /** Writes a new record, or one under its former id, which no record has; returns its id. */
  add(state: Kind['state'], origin: Origin | null, formerId: number | null): number;
  /** Requests for the ids of merged records are answered with another record, where ids are answered. */
  redirect(ids: Iterable<number>, to: number): void;
  /** Writes a state over the survivor, the first of `former`. */
  change(former: readonly Kind['found'][], state: Kind['state'], origin: Origin | null): void;
  /** Records the origin of the single row of a record; null if there are several. */
  place(id: number, origin: Origin | null): void;
  remove(found: Kind['found']): void;
  /** Removes personal data of records from the states that an undo would restore. */
  eraseLogged(found: readonly Kind['found'][]): void;
  /** Writes of several records, whose effects on other tables are written once, at the end. */
  together(write: () => void): void;
  /**
   * Rows with these keys came to a record, or left one, as records were merged, split or removed; null if nothing
   * refers to the rows of this kind.
   */
  readonly noteMovedRows: ((rowKeys: readonly string[]) => void) | null;
  /** Null if this kind has none. */
  readonly aliases: Aliases<Kind> | null;
  /** The made slugs that records had before a run, of those that lost them in it, by id. */
  slugsBefore(runId: number): ReadonlyMap<number, string>;
  /** Restores the slugs before a run where they are free, and the former slugs. */
  restoreSlugs(runId: number): void;
  /** The ids of other records that a write changes. */
  displacedBy(state: Kind['state']): readonly number[];
  /** The keys under which a written record is found. */
  keysOf(change: RecordChange<Kind>): ChangedKeys<Kind['lookups']>;
  /** All visible records, by id. */
  records(): Iterable<Kind['stored']>;
}
