// Decides the outcome of one import row: the matched record, the records that it merges, and the resulting record. Pure
// over look-ups, so a decision can be repeated once missed keys are known. company-rules.ts and person-rules.ts contain
// the rules of each kind.
import { type UnsureMatch, withProfileFirst } from './best-match.ts';
import { foldRows, joiningRows, type RowRules, rowOf, unchangedRow, withRow } from './fold-rows.ts';
import type { FoundRecord, RecordLookups } from './lookups.ts';
import { includesRun } from './seen-runs.ts';
import type { Origin, RowRun, SourceRow } from './source-row.ts';
import { firstFormerId } from './undo-run.ts';

/** The types of one kind of record. */
export interface KindTypes {
  /** A record in import form. */
  readonly stored: unknown;
  readonly found: FoundRecord;
  /** An incoming row. */
  readonly incoming: unknown;
  /** A record to be written, including its slug. */
  readonly state: unknown;
  readonly lookups: object;
}

/** A row by its run and the hash of its content. */
export interface HashedRow extends RowRun {
  readonly hash: number;
}

export interface Known<Found> {
  readonly record: Found | null;
  /** Whether the record contains the row as the source of the run sent it before. */
  readonly holdsRow: boolean;
}

/** The records that a row matches: the first is the survivor of the others. */
export interface Match<Found> {
  readonly found: readonly Found[];
  /** The record of which the generated slug of the row becomes an alias. */
  readonly aliasOf: number | null;
  /** Records that the row may match, to be reviewed. */
  readonly unsure: readonly UnsureMatch[];
}

/** The run of a row, the record that is found without matching, and the verdicts over the row. */
export interface Matching<Found> {
  readonly run: RowRun;
  readonly known: Found | null;
  /** Whether an operator has decided that the row does not belong to a record. */
  readonly isApart: (id: number) => boolean;
}

/** The matching rules of one kind, closed over its look-ups. */
export interface MatchingRules<Kind extends KindTypes> {
  readonly lookups: RecordLookups<Kind['stored'], Kind['found']>;
  /** Whether a look-up missed a key. */
  readonly isWaiting: () => boolean;
  readonly rows: RowRules<Kind['stored']>;
  keyOf(incoming: Kind['incoming']): string;
  hashOf(incoming: Kind['incoming']): number;
  recordOf(incoming: Kind['incoming']): Kind['stored'];
  /** The record that is found without matching. */
  known(incoming: Kind['incoming'], row: HashedRow, pinned: Kind['found'] | null): Known<Kind['found']>;
  match(incoming: Kind['incoming'], matching: Matching<Kind['found']>): Match<Kind['found']>;
  /** A new record of one row. `known` is the record that is found without matching; the row does not belong to it. */
  created(incoming: Kind['incoming'], known: Kind['found'] | null): Kind['state'];
  /** Whether the key of the new record equals the key of its row. If not, the row is stored separately. */
  hasKeyOf(incoming: Kind['incoming'], state: Kind['state']): boolean;
  /**
   * Assigns the slug to a fold of rows. `former`: the survivor and the records merged into it; empty for a new record.
   * `slugBefore`: the generated slug of the record before a run that is undone.
   */
  identified(
    record: Kind['stored'],
    rows: readonly SourceRow<Kind['stored']>[],
    of: { readonly former: readonly Kind['found'][]; readonly slugBefore: string | null },
  ): Kind['state'];
  /**
   * Whether a record has a generated slug although one of its rows has a profile URL, because another record has that
   * URL.
   */
  lacksProfile(state: Kind['state'], rows: readonly SourceRow<Kind['stored']>[]): boolean;
  /** Whether a record differs from its current state. */
  isChanged(found: Kind['found'], state: Kind['state']): boolean;
}

/** A record to be written. */
export interface RecordChange<Kind extends KindTypes> {
  /** The survivor, and the records merged into it; none for a new record. */
  readonly former: readonly Kind['found'][];
  /** The rows of the record, or the origin of the only row of a new record. */
  readonly rows: readonly SourceRow<Kind['stored']>[] | Origin;
  readonly state: Kind['state'];
  /** False if only the rows of the record change. */
  readonly isVisible: boolean;
}

export type RowDecision<Kind extends KindTypes> = {
  readonly aliasOf: number | null;
  /** Records that may be the same as the record of the row. */
  readonly unsure: readonly UnsureMatch[];
} & (
  | { readonly outcome: 'suppressed' }
  | {
      readonly outcome: 'unchanged';
      /** The row that the run contained unchanged; null if nothing must be recorded. */
      readonly seen: SeenRow | null;
    }
  | { readonly outcome: 'written'; readonly change: RecordChange<Kind> }
);

/** A row that a run contained unchanged: the only row of a record, or one of its stored rows. */
export interface SeenRow {
  readonly recordId: number;
  readonly row: (Pick<SourceRow<unknown>, 'seenRuns'> & { readonly id: number }) | null;
}

/** A verdict of an operator over a row and a record. */
export interface RowVerdict {
  readonly id: number;
  readonly isSame: boolean;
}

/** The run, file and line of a row, and the verdicts over it. */
export interface RowContext extends RowRun {
  readonly file: number;
  readonly line: number;
  readonly rowVerdicts: readonly RowVerdict[];
}

/** The decision on a row; null if look-ups are missing. */
export function decideRow<Kind extends KindTypes>(
  incoming: Kind['incoming'],
  context: RowContext,
  rules: MatchingRules<Kind>,
): RowDecision<Kind> | null {
  const { lookups } = rules;
  const hash = rules.hashOf(incoming);
  const row = { runId: context.runId, sourceId: context.sourceId, hash };
  const pinned = pinnedRecord(rules.keyOf(incoming), { ...row, rowVerdicts: context.rowVerdicts }, lookups);
  const known = rules.known(incoming, row, pinned);
  if (rules.isWaiting()) return null;
  if (known.holdsRow && known.record !== null) return seenIn(known.record, row, rules);
  const { found, aliasOf, unsure } =
    pinned === null
      ? matchByVerdicts(incoming, { context, known: known.record }, rules)
      : { found: [pinned], aliasOf: null, unsure: [] };
  const [survivor = null, ...others] = found;
  const absorbed = survivor === null ? [] : others.filter((each) => !lookups.apartFrom(survivor.id).includes(each.id));
  if (rules.isWaiting()) return null;
  const origin = { runId: context.runId, file: context.file, line: context.line, hash };
  if (survivor === null) {
    const state = rules.created(incoming, known.record);
    if (rules.isWaiting()) return null;
    const isItself = rules.hasKeyOf(incoming, state);
    const rows = isItself ? origin : [rowOf(origin, rules.recordOf(incoming), rules.keyOf(incoming))];
    return { outcome: 'written', aliasOf, unsure, change: { former: [], rows, state, isVisible: true } };
  }
  if ([survivor, ...absorbed].some((each) => each.isHidden)) return { outcome: 'suppressed', aliasOf, unsure: NONE };
  const isHeld = absorbed.length === 0 && holdsRow(survivor, row, lookups);
  const decided = isHeld ? seenIn(survivor, row, rules) : joined(incoming, origin, { survivor, absorbed, rules });
  return decided && { ...decided, aliasOf, unsure };
}

const NONE: readonly never[] = [];

/**
 * The record to which a split of an operator assigned a row. A pin names a key, and a source may have several rows with
 * the key on both sides of the split. Therefore a row stays in the record that contains it, and a row that the verdict
 * of the split excludes is not pinned.
 */
function pinnedRecord<Found extends FoundRecord>(
  rowKey: string,
  row: HashedRow & Pick<RowContext, 'rowVerdicts'>,
  lookups: RecordLookups<unknown, Found>,
): Found | null {
  const pinnedTo = lookups.pinOf(rowKey);
  if (pinnedTo === null) return null;
  const ids = [pinnedTo, ...lookups.apartFrom(pinnedTo)];
  const holder = ids.flatMap((id) => lookups.byId(id) ?? []).find((found) => holdsUnchanged(found, row, lookups));
  if (holder !== undefined) return holder;
  const isApart = row.rowVerdicts.some(({ id, isSame }) => id === pinnedTo && !isSame);
  return isApart ? null : lookups.byId(pinnedTo);
}

/** The match of a row under the verdicts of operators. */
function matchByVerdicts<Kind extends KindTypes>(
  incoming: Kind['incoming'],
  { context, known }: { readonly context: RowContext; readonly known: Kind['found'] | null },
  rules: MatchingRules<Kind>,
): Match<Kind['found']> {
  const { rowVerdicts } = context;
  const row = { run: context, known };
  if (rowVerdicts.length === 0) return rules.match(incoming, { ...row, isApart: () => false });
  const apart = new Set(rowVerdicts.flatMap(({ id, isSame }) => (isSame ? [] : [id])));
  const match = rules.match(incoming, { ...row, isApart: (id) => apart.has(id) });
  const matched = match.found.filter(({ id }) => !apart.has(id));
  const same = rowVerdicts.flatMap(({ id, isSame }) =>
    isSame && !apart.has(id) ? (rules.lookups.byId(id) ?? []) : [],
  );
  const found = [...new Map([...matched, ...same].map((each) => [each.id, each])).values()];
  const isFound = (id: number) => found.some((each) => each.id === id);
  return { ...match, found: withProfileFirst(found), unsure: match.unsure.filter(({ id }) => !isFound(id)) };
}

/**
 * The record that consists of these rows. `former`: the records that have them now. `slugBefore`: see MatchingRules.
 */
export function recordOfRows<Kind extends KindTypes>(
  rows: readonly SourceRow<Kind['stored']>[],
  { former, slugBefore = null }: { readonly former: readonly Kind['found'][]; readonly slugBefore?: string | null },
  rules: MatchingRules<Kind>,
): RecordChange<Kind> {
  const state = rules.identified(foldRows(rows, rules.rows), rows, { former, slugBefore });
  const [survivor = null, ...absorbed] = former;
  return {
    former,
    rows,
    state,
    isVisible: survivor === null || absorbed.length > 0 || rules.isChanged(survivor, state),
  };
}

/** Whether the only row of a record is the row that the source of the run sends again. */
export function holdsRow(
  { origin }: FoundRecord,
  { hash, sourceId }: HashedRow,
  { sourceOf }: Pick<RecordLookups<unknown, FoundRecord>, 'sourceOf'>,
): boolean {
  return origin !== null && origin.hash === hash && sourceOf(origin.runId).sourceId === sourceId;
}

/** Whether the source of the run sent this row before, and the row is in this record. */
export function holdsUnchanged(
  found: FoundRecord,
  row: HashedRow,
  lookups: Pick<RecordLookups<unknown, FoundRecord>, 'rowsOf' | 'sourceOf'>,
): boolean {
  if (found.origin !== null) return holdsRow(found, row, lookups);
  return unchangedRow(lookups.rowsOf(found.id), row, lookups.sourceOf) !== null;
}

type Decided<Kind extends KindTypes> = RowDecision<Kind> | null;

/** The decision that a row is unchanged in a record. */
function seenIn<Kind extends KindTypes>(
  holder: Kind['found'],
  row: HashedRow,
  rules: MatchingRules<Kind>,
): Decided<Kind> {
  if (holder.isHidden) return { outcome: 'suppressed', aliasOf: null, unsure: NONE };
  if (holder.origin !== null) {
    const seen = holder.origin.runId === row.runId ? null : { recordId: holder.id, row: null };
    return { outcome: 'unchanged', aliasOf: null, unsure: NONE, seen };
  }
  const known = unchangedRow(rules.lookups.rowsOf(holder.id), row, rules.lookups.sourceOf);
  return rules.isWaiting() ? null : unchanged(holder.id, known, row);
}

function unchanged<Kind extends KindTypes>(
  recordId: number,
  known: SourceRow<Kind['stored']> | null,
  { runId }: RowRun,
): Decided<Kind> {
  const isNoted = known === null || known.id === null || known.runId === runId || includesRun(known.seenRuns, runId);
  const seen = isNoted ? null : { recordId, row: { id: known.id, seenRuns: known.seenRuns } };
  return { outcome: 'unchanged', aliasOf: null, unsure: NONE, seen };
}

/** The record with the added row and the records that it merges. */
function joined<Kind extends KindTypes>(
  incoming: Kind['incoming'],
  origin: Origin,
  {
    survivor,
    absorbed,
    rules,
  }: { survivor: Kind['found']; absorbed: readonly Kind['found'][]; rules: MatchingRules<Kind> },
): Decided<Kind> {
  const { lookups } = rules;
  const { runId } = origin;
  const { sourceId } = lookups.sourceOf(runId);
  const rows = lookups.rowsOf(survivor.id);
  const known = absorbed.length === 0 ? unchangedRow(rows, { ...origin, sourceId }, lookups.sourceOf) : null;
  if (known !== null) return rules.isWaiting() ? null : unchanged(survivor.id, known, { runId, sourceId });
  const all = withRow(
    [...rows, ...absorbed.flatMap((each) => joiningRows(lookups.rowsOf(each.id), each.id, runId))],
    {
      added: rowOf(origin, rules.recordOf(incoming), rules.keyOf(incoming)),
      isSeen: (row) => includesRun(row.seenRuns, runId) || lookups.isSeen(firstFormerId(row) ?? survivor.id),
    },
    rules.rows,
  );
  if (rules.isWaiting()) return null;
  if (all === null) return { outcome: 'unchanged', aliasOf: null, unsure: NONE, seen: null };
  const change = recordOfRows(all, { former: [survivor, ...absorbed] }, rules);
  return rules.isWaiting() ? null : { outcome: 'written', aliasOf: null, unsure: NONE, change };
}
