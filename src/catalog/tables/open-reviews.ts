// The table of open reviews: pairs of records that an import leaves to an operator, with the evidence. A decided review
// is a verdict (verdicts.ts).
import type { Finding } from '../../identity/evidence.ts';
import type { RecordKind } from '../admin-port.ts';
import type { Select, Sql, Write } from './sql.ts';
import type { UndoLog } from './undo-log.ts';

/** Further reviews are not stored: better data decides more pairs than a person can. */
const OPEN_MAX = 100_000;

export interface OpenReview {
  readonly id: number;
  readonly kind: RecordKind;
  readonly ids: readonly [number, number];
  readonly score: number;
  readonly reasons: readonly Finding[];
  readonly run: number;
}

type Row = readonly [id: number, kind: RecordKind, low: number, high: number, score: number, text: string, run: number];
interface OfRecord {
  readonly kind: RecordKind;
  readonly id: number;
}

const PAIR = ['kind', 'low_id', 'high_id'];
const COLUMNS = 'id, kind, low_id, high_id, score, reasons, run_id';
const OF_RECORD = 'kind = @kind AND (low_id = @id OR high_id = @id)';
const visible = (kind: RecordKind, id: string) =>
  `EXISTS (SELECT 1 FROM ${kind} WHERE ${kind}.id = ${id} AND hidden = 0)`;
const bothVisible = (kind: RecordKind) =>
  `(kind = '${kind}' AND ${visible(kind, 'low_id')} AND ${visible(kind, 'high_id')})`;
const VISIBLE = `(${bothVisible('company')} OR ${bothVisible('person')})`;

export class OpenReviews {
  readonly #count: Select<[], number>;
  readonly #countVisible: Select<[], number>;
  readonly #page: Select<[number, number], Row>;
  readonly #byId: Select<[number], Row>;
  readonly #ofRecord: Select<[OfRecord], Row>;
  readonly #ofPair: Select<[RecordKind, number, number], Row>;
  readonly #add: { run(...values: readonly (string | number)[]): number };
  readonly #change: Write;
  readonly #restore: Write;
  readonly #drop: Write;
  readonly #dropOf: readonly Write[];
  readonly #dropPair: Write;
  readonly #dropOfRun: Write;
  readonly #log: UndoLog;
  /** Counted before the first write. */
  #size: number | null = null;

  constructor(sql: Sql, log: UndoLog) {
    this.#log = log;
    this.#count = sql.values('SELECT count(*) FROM review');
    this.#countVisible = sql.values(`SELECT count(*) FROM review WHERE ${VISIBLE}`);
    this.#page = sql.rows(
      `SELECT ${COLUMNS} FROM (SELECT ${COLUMNS}, row_number() OVER (ORDER BY score DESC, id) AS place
         FROM review WHERE ${VISIBLE}) AS placed
       WHERE place > ? ORDER BY place LIMIT ?`,
    );
    this.#byId = sql.rows(`SELECT ${COLUMNS} FROM review WHERE id = ? AND ${VISIBLE}`);
    this.#ofRecord = sql.rows(`SELECT ${COLUMNS} FROM review WHERE ${OF_RECORD} ORDER BY id`);
    this.#ofPair = sql.rows(`SELECT ${COLUMNS} FROM review WHERE kind = ? AND low_id = ? AND high_id = ? ORDER BY id`);
    const evidence = ['score', 'reasons', 'run_id'];
    this.#add = sql.insertNew('review', [...PAIR, ...evidence]);
    this.#change = sql.update('review', evidence, ['id']);
    this.#restore = sql.insert('review', ['id', ...PAIR, ...evidence], { key: PAIR });
    this.#drop = sql.remove('review', ['id']);
    this.#dropPair = sql.remove('review', PAIR);
    this.#dropOfRun = sql.remove('review', ['kind', 'run_id']);
    this.#dropOf = ['low_id', 'high_id'].map((side) => sql.remove('review', ['kind', side]));
  }

  /** Number of reviews of visible records. */
  count(): number {
    return this.#countVisible.get() ?? 0;
  }

  /** Reviews of visible records, in descending order of score. */
  page(limit: number, skip: number): OpenReview[] {
    return this.#page.all(skip, limit).map(reviewOf);
  }

  /** Null if there is no such review, or a record of it is hidden. */
  byId(id: number): OpenReview | null {
    const row = this.#byId.get(id);
    return row === undefined ? null : reviewOf(row);
  }

  /** Replaces the review of the same pair. */
  put({ kind, ids, score, reasons, run }: Omit<OpenReview, 'id'>): void {
    this.#size ??= this.#count.get() ?? 0;
    if (ids[0] === ids[1] || this.#size >= OPEN_MAX) return;
    this.#size += 1;
    const [low, high] = pairOf(ids);
    const stored = this.#ofPair.get(kind, low, high);
    if (stored === undefined) {
      this.#add.run(kind, low, high, ...textsOf({ score, reasons, run }));
      return;
    }
    this.#note(reviewOf(stored));
    this.#change.run(...textsOf({ score, reasons, run }), stored[0]);
  }

  drop(review: OpenReview): void {
    this.#note(review);
    this.#drop.run(review.id);
  }

  dropOf(kind: RecordKind, id: number): void {
    for (const statement of this.#dropOf) statement.run(kind, id);
  }

  dropPair(kind: RecordKind, ids: readonly [number, number]): void {
    this.#dropPair.run(kind, ...pairOf(ids));
  }

  /** Moves the reviews of a merged record to the survivor. */
  move(kind: RecordKind, from: number, to: number): void {
    const moved = this.#ofRecord.all({ kind, id: from }).map(reviewOf);
    if (moved.length === 0) return;
    for (const review of moved) this.drop(review);
    for (const review of moved) {
      const [other = to] = review.ids.filter((id) => id !== from);
      if (other === to) continue;
      const pair = pairOf([to, other]);
      this.#log.note(`${kind} review`, pair, () => this.#stateOf(kind, pair));
      this.#restore.run(review.id, kind, ...pair, ...textsOf(review));
    }
  }

  /** Removes the reviews of a run, and restores the reviews that it changed if they are still needed. */
  undo(kind: RecordKind, runId: number, isNeeded: (review: OpenReview) => boolean): void {
    this.#dropOfRun.run(kind, runId);
    const changed = this.#log.take(runId, `${kind} review`);
    for (const { key } of changed) this.#dropPair.run(kind, ...key);
    for (const { key, state } of changed) {
      const review = state === null ? null : (JSON.parse(state) as OpenReview);
      if (review !== null && isNeeded(review)) this.#restore.run(review.id, kind, ...key, ...textsOf(review));
    }
  }

  ofRecord(kind: RecordKind, id: number): OpenReview[] {
    return this.#ofRecord.all({ kind, id }).map(reviewOf);
  }

  #note(review: OpenReview): void {
    this.#log.note(`${review.kind} review`, pairOf(review.ids), () => JSON.stringify(review));
  }

  #stateOf(kind: RecordKind, pair: readonly [number, number]): string | null {
    const stored = this.#ofPair.get(kind, ...pair);
    return stored === undefined ? null : JSON.stringify(reviewOf(stored));
  }
}

const pairOf = ([one, other]: readonly [number, number]) => [Math.min(one, other), Math.max(one, other)] as const;

const textsOf = ({ score, reasons, run }: Pick<OpenReview, 'score' | 'reasons' | 'run'>) =>
  [score, JSON.stringify(reasons), run] as const;

function reviewOf([id, kind, low, high, score, text, run]: Row): OpenReview {
  return { id, kind, ids: [low, high], score, reasons: JSON.parse(text) as Finding[], run };
}
