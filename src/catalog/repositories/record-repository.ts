// Writes records of one kind: creates, changes, merges, splits and removes them with their rows. Companies and people
// have different KindStores.
import type { RecordKind } from '../admin-port.ts';
import { type KindTypes, type MatchingRules, type RecordChange, recordOfRows } from '../matching/decide-row.ts';
import { joiningRows } from '../matching/fold-rows.ts';
import { directLookups } from '../matching/known-lookups.ts';
import type { BulkLookups } from '../matching/lookups.ts';
import { type Origin, type RowRun, type SourceRow, withoutIds } from '../matching/source-row.ts';
import { type RowSplit, undoneMerge } from '../matching/split-rows.ts';
import { BY_HAND, type FormerPart, lastMerge } from '../matching/undo-run.ts';
import type { Generations } from '../tables/generations.ts';
import type { OpenReviews } from '../tables/open-reviews.ts';
import type { SeenRows } from '../tables/seen-rows.ts';
import { SourceRows } from '../tables/source-rows.ts';
import { SplitConstraints } from '../tables/split-constraints.ts';
import type { Sql } from '../tables/sql.ts';
import type { SuppressionList } from '../tables/suppression-list.ts';
import type { UndoLog } from '../tables/undo-log.ts';
import { Verdicts } from '../tables/verdicts.ts';
import type { Outcome } from '../writer-port.ts';
import type { KindStore } from './kind-store.ts';
import { OperatorDecisions } from './operator-decisions.ts';
import { NO_UNDO, PartDecisions, type Rewriting, type UndoState } from './part-decisions.ts';
import { prefetchedRules } from './prefetched-rules.ts';
import { recordLookups } from './record-lookups.ts';
import { RecordReviews } from './record-reviews.ts';
import { RecordRows } from './record-rows.ts';
import { type RowsOfFile, RowWriter } from './row-writer.ts';
import type { RunRepository } from './run-repository.ts';
import { UnchangedRows } from './unchanged-rows.ts';

interface Collaborators {
  readonly runs: RunRepository;
  readonly seen: SeenRows;
  readonly generations: Generations;
  readonly reviews: OpenReviews;
  readonly undoLog: UndoLog;
  readonly suppressions: SuppressionList;
  /** See RepositoryOptions. */
  readonly rowsAhead: number;
}

export class RecordRepository<Kind extends KindTypes> {
  readonly kind: RecordKind;
  readonly constraints: SplitConstraints;
  readonly verdicts: Verdicts;
  readonly decisions: OperatorDecisions<Kind>;
  readonly rows: SourceRows<Kind['stored']>;
  readonly #unchanged: UnchangedRows<Kind['stored']>;
  readonly #ofRecords: RecordRows<Kind>;
  readonly #store: KindStore<Kind>;
  readonly #with: Collaborators;
  /** The rules with direct look-ups. */
  readonly #rules: MatchingRules<Kind>;
  readonly #parts: PartDecisions<Kind>;
  readonly #reviews: RecordReviews<Kind>;
  readonly #writer: RowWriter<Kind>;

  constructor(sql: Sql, store: KindStore<Kind>, options: Collaborators) {
    this.kind = store.kind;
    this.constraints = new SplitConstraints(sql, store.kind, options.undoLog);
    this.verdicts = new Verdicts(sql, store.kind);
    this.#store = store;
    this.#with = options;
    const recordOf = (id: number) => this.recordOf(id);
    this.decisions = new OperatorDecisions(store, {
      verdicts: this.verdicts,
      constraints: this.constraints,
      recordOf,
      rowsOf: (id: number) => this.rowsOf(id),
      recordsOfKey: (key: string) => this.rows.recordsOfKey(key),
    });
    const run = () => this.#writer.run;
    const shared = recordLookups({ ...options, store, run, records: this });
    const lookups = { ...shared, ...store.ownLookups } as unknown as BulkLookups<Kind['lookups']>;
    this.#rules = store.rules(directLookups(lookups), () => false);
    this.rows = new SourceRows(sql, store.kind, this.#rules.rows.rowKeyOf);
    this.#unchanged = new UnchangedRows(this.rows, options);
    this.#ofRecords = new RecordRows(store, this.rows);
    const exists = (id: number) => this.#exists(id);
    this.#reviews = new RecordReviews({ store, reviews: options.reviews, decisions: this.decisions, recordOf, exists });
    const prefetched = options.rowsAhead > 0 ? prefetchedRules(store) : null;
    const deciding = { store, rows: this.rows, rules: this.#rules, lookups, prefetched };
    this.#parts = new PartDecisions(deciding);
    this.#writer = new RowWriter({
      ...deciding,
      rowsAhead: options.rowsAhead,
      verdicts: this.verdicts,
      decisions: this.decisions,
      reviews: this.#reviews,
      unchanged: this.#unchanged,
      write: (change) => this.#write(change),
    });
  }

  /** The first step of a transaction: other processes may have written. */
  refresh(): void {
    this.constraints.refresh();
    this.verdicts.refresh();
  }

  /** Writes the rows of a run. */
  write(rows: RowsOfFile<Kind['incoming']>, run: RowRun): Outcome[] {
    this.#with.undoLog.begin(run.runId);
    return this.#writer.write(rows, run);
  }

  /** Every visible record, by id. */
  records(): Iterable<Kind['stored']> {
    return this.#store.records();
  }

  idOf(slug: string): number | null {
    return (this.#store.bySlugs([slug])[0] ?? this.#store.byFormerSlug(slug))?.id ?? null;
  }

  slugOf(id: number): string | null {
    return this.#store.byIds([id])[0]?.slug ?? null;
  }

  recordOf(id: number): Kind['stored'] {
    return this.#store.recordOf(this.#found(id));
  }

  /** The rows of a record in import order. */
  rowsOf(id: number): SourceRow<Kind['stored']>[] {
    return this.#ofRecords.of(this.#found(id));
  }

  /** The rows of several records, in a few queries if the store has round trips. */
  rowsOfAll(ids: readonly number[]): SourceRow<Kind['stored']>[][] {
    return this.#ofRecords.ofAll(ids);
  }

  /** Rewrites a record from the given rows. */
  rewrite(id: number, rows: readonly SourceRow<Kind['stored']>[]): void {
    const found = this.#found(id);
    const before = this.#ofRecords.keysOf(found);
    this.#write(recordOfRows(rows, { former: [found] }, this.#rules));
    this.#store.noteMovedRows?.(before);
    this.#mark([id]);
  }

  /** See KindStore. */
  eraseLogged(ids: readonly number[]): void {
    this.#store.eraseLogged(this.#store.byIds(ids) as Kind['found'][]);
  }

  /** Creates a record of moved rows; restores a merged record if they are all its rows. Returns the id. */
  splitFrom(id: number, split: Omit<RowSplit<Kind['stored']>, 'unknown'>): number {
    const merge = undoneMerge(split);
    const slugBefore = merge && (this.#store.slugsBefore(merge.runId).get(merge.formerId) ?? null);
    // The moved rows lose their merges: the undo of a merge must not separate them.
    const seenRunsOf = (row: SourceRow<Kind['stored']>) => this.#unchanged.seenRunsOf(row, id);
    const moved = withoutIds(split.moved).map((row) => ({ ...row, formerRecords: '', seenRuns: seenRunsOf(row) }));
    const change = recordOfRows(moved, { former: [], slugBefore }, this.#rules);
    this.#store.aliases?.drop(change.state);
    const newId = this.#create(change, merge && !this.#exists(merge.formerId) ? merge.formerId : null);
    this.#with.suppressions.hideParts(this.kind, [id, newId], { wasHidden: this.#found(id).isHidden });
    return newId;
  }

  /** Removes records, and prefetches the reads for all of them if the store has round trips. */
  removeAll(ids: readonly number[]): void {
    this.#store.together(() => {
      const found = this.#store.byIds(ids) as readonly Kind['found'][];
      this.#ofRecords.prefetchKeys(found);
      for (const each of found) this.#remove(each);
    });
  }

  /**
   * As `rewrite` for several records, with a few queries for all reads; returns the number of changed records. A
   * separated part is restored under the id that its record had before.
   */
  rewriteAll(plans: readonly Rewriting<Kind['stored']>[], undoing: UndoState = NO_UNDO): number {
    let changed = 0;
    this.#parts.prefetch(plans, undoing.slugsBefore);
    this.#store.together(() => {
      for (const { id, staying, separated } of plans) {
        const { isChanged, wasHidden } = this.#rewritePart(id, staying, undoing);
        const restored = separated.map((part) => this.#restore(part, undoing));
        const parts = staying.length > 0 ? [id, ...restored] : restored;
        if (restored.length > 0) this.#with.suppressions.hideParts(this.kind, parts, { wasHidden });
        if (isChanged || separated.length > 0) changed += 1;
      }
    });
    this.#parts.clear();
    return changed;
  }

  /** The generated slugs that records lost in a run, by record id. */
  slugsBefore(runId: number): ReadonlyMap<number, string> {
    return this.#store.slugsBefore(runId);
  }

  /** Restores the other changes of a run after its rows are restored: constraints, reviews and slugs. */
  restoreRelations(runId: number): void {
    this.constraints.undo(runId, (id) => this.#exists(id));
    this.#reviews.undo(runId, (run) => this.#with.runs.run(run)?.undoneAt !== null);
    this.#store.restoreSlugs(runId);
  }

  /** Merges a record into another, regardless of the evidence. If one of them is hidden, the survivor is hidden. */
  merge(staysId: number, otherId: number): void {
    const former = [this.#found(staysId), this.#found(otherId)];
    const joining = joiningRows(this.rowsOf(otherId), otherId, BY_HAND);
    this.#write(recordOfRows([...this.rowsOf(staysId), ...joining], { former }, this.#rules));
    this.#with.suppressions.hideParts(this.kind, [staysId], { wasHidden: former.some(({ isHidden }) => isHidden) });
  }

  hasGeneratedSlug(id: number): boolean {
    return this.#found(id).hasGeneratedSlug;
  }

  /** Whether two rows of one record match directly. */
  areLinked(a: Kind['stored'], b: Kind['stored']): boolean {
    return this.#store.areLinked(a, b);
  }

  #exists(id: number): boolean {
    return this.#store.byIds([id])[0] !== null;
  }

  #write(change: RecordChange<Kind>): { readonly id: number; readonly isChanged: boolean } {
    const { former, rows, state, isVisible } = change;
    const [survivor, ...absorbed] = former;
    if (!('length' in rows)) return { id: this.#add(state, rows), isChanged: true };
    if (survivor === undefined) return { id: this.#create(change, null), isChanged: true };
    for (const each of absorbed) {
      this.rows.drop(each.id);
      this.constraints.move(each.id, survivor.id);
      this.#with.reviews.move(this.kind, each.id, survivor.id);
    }
    const origin = this.rows.save(survivor.id, rows, this.#store.storedOf(state));
    if (!isVisible) {
      this.#store.setOrigin(survivor.id, origin);
      return { id: survivor.id, isChanged: false };
    }
    this.#mark([...former.map(({ id }) => id), ...this.#store.displacedBy(state)]);
    this.#store.change(former, state, origin);
    this.#with.generations.noteRecords(this.#store.counted, -absorbed.length);
    if (absorbed.length > 0) {
      this.#store.noteMovedRows?.(rows.map(({ rowKey }) => rowKey));
      this.#reviews.score(survivor.id);
    }
    return { id: survivor.id, isChanged: true };
  }

  #remove(found: Kind['found']): void {
    const { id } = found;
    const rowKeys = this.#ofRecords.keysOf(found);
    this.rows.drop(id);
    this.constraints.drop(id);
    this.#with.reviews.dropOf(this.kind, id);
    this.#store.remove(found);
    this.#store.noteMovedRows?.(rowKeys);
    this.#with.generations.noteRecords(this.#store.counted, -1);
    this.#mark([id]);
  }

  /** As `rewrite`, with a decision over prefetched look-ups. */
  #rewritePart(id: number, rows: readonly SourceRow<Kind['stored']>[], { lacking }: UndoState) {
    if (rows.length > 0) {
      const before = this.#ofRecords.keysOf(this.#found(id));
      const change = this.#parts.decide({ rows, id, formerId: id });
      if (this.#rules.lacksProfile(change.state, rows)) lacking.add(id);
      const { isChanged } = this.#write(change);
      this.#store.noteMovedRows?.(before);
      this.#mark([id]);
      return { isChanged, wasHidden: change.former[0]?.isHidden === true };
    }
    this.#parts.invalidate(id);
    const found = this.#found(id);
    this.#remove(found);
    return { isChanged: true, wasHidden: found.isHidden };
  }

  /** Restores a record under its former id unless another record has that id; returns the id. */
  #restore({ formerId, rows }: FormerPart<Kind['stored']>, { lacking }: UndoState): number {
    const isFree = formerId !== null && !this.#exists(formerId);
    const change = this.#parts.decide({ rows: withoutIds(rows), id: null, formerId });
    const id = this.#create(change, isFree ? formerId : null);
    if (this.#rules.lacksProfile(change.state, rows)) lacking.add(id);
    this.#store.redirect(new Set(rows.flatMap((row) => lastMerge(row)?.formerId ?? [])), id);
    return id;
  }

  #create({ rows, state }: RecordChange<Kind>, formerId: number | null): number {
    if (!('length' in rows)) throw new Error('a new record has no source rows');
    const id = this.#add(state, null, formerId);
    this.#store.setOrigin(id, this.rows.save(id, rows, this.#store.storedOf(state)));
    this.#store.noteMovedRows?.(rows.map(({ rowKey }) => rowKey));
    return id;
  }

  #add(state: Kind['state'], origin: Origin | null, formerId: number | null = null): number {
    this.#with.generations.noteRecords(this.#store.counted, 1);
    const id = this.#store.add(state, origin, formerId);
    this.#mark([id, ...this.#store.displacedBy(state)]);
    return id;
  }

  #mark(ids: readonly number[]): void {
    for (const id of ids) this.#with.generations.markRecord(this.kind, id);
  }

  #found(id: number): Kind['found'] {
    return this.#store.byIds([id])[0] as Kind['found'];
  }
}
