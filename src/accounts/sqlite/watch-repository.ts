// Watches as stored. The caller wraps writes in a transaction.
import type { Database } from 'better-sqlite3';
import { MS_PER_DAY } from '../../contract/days.ts';
import { LIMITS } from '../../contract/limits.ts';
import { WATCHES_PATH } from '../../contract/resources/watch-paths.ts';
import type { Clock } from '../../ops/clock.ts';
import { prepareAll, type Statements, sql } from '../../ops/sqlite/sqlite-statements.ts';
import type { StepOutcome } from '../batch-port.ts';
import type { Executing } from '../idempotency.ts';
import { watchAdmission } from '../watch-admission.ts';
import type {
  NewWatch,
  Watch,
  WatchAdmission,
  WatchChange,
  Watches,
  WatchMember,
  WatchStateChange,
  WatchStep,
} from '../watch-port.ts';
import { eventOfStep, eventOfWatch } from '../webhook-events.ts';
import { IS_LIVE } from './account-repository.ts';
import type { ChargeGroup } from './charge-group.ts';
import { markExecuted } from './idempotent-requests.ts';
import type { SyncPort } from './sync-port.ts';
import type { WebhookRepository } from './webhook-repository.ts';

const WATCH = `id, account_id AS accountId, key_id AS keyId, kind, query, state, reason, generation, changes,
  credits_used AS creditsUsed, created_at AS createdAt`;

type ChangeRow = Omit<WatchChange, 'fields'> & { readonly fields: string };

const STATEMENTS = {
  find: sql<[id: string], Watch>(`SELECT ${WATCH} FROM watch WHERE id = ?`),
  of: sql<[accountId: string], Watch>(`SELECT ${WATCH} FROM watch WHERE account_id = ? ORDER BY created_at, id`),
  runnable: sql<[], Watch>(
    `SELECT ${WATCH} FROM watch WHERE state IN ('preparing', 'active') AND ${IS_LIVE} ORDER BY created_at, id`,
  ),
  create: sql<NewWatch & { at: number }>(`
    INSERT INTO watch (id, account_id, key_id, kind, query, state, created_at)
    VALUES (@id, @accountId, @keyId, @kind, @query, 'preparing', @at)`),
  remove: sql<[id: string]>('DELETE FROM watch WHERE id = ?'),
  removeMembers: sql<[id: string]>('DELETE FROM watch_member WHERE watch_id = ?'),
  removeChanges: sql<[id: string]>('DELETE FROM watch_change WHERE watch_id = ?'),
  countMembers: sql<[id: string], { count: number }>('SELECT count(*) AS count FROM watch_member WHERE watch_id = ?'),
  among: sql<[id: string, records: string], WatchMember>(
    `SELECT record, state FROM watch_member WHERE watch_id = ? AND record IN (SELECT value FROM json_each(?))
    ORDER BY record`,
  ),
  listed: sql<[id: string], { record: string }>('SELECT record FROM watch_member WHERE watch_id = ? ORDER BY record'),
  unread: sql<[id: string, limit: number], WatchMember>(
    'SELECT record, state FROM watch_member WHERE watch_id = ? AND state IS NULL ORDER BY record LIMIT ?',
  ),
  put: sql<[id: string, record: string, state: string | null]>(
    `INSERT INTO watch_member (watch_id, record, state) VALUES (?, ?, ?)
    ON CONFLICT (watch_id, record) DO UPDATE SET state = excluded.state`,
  ),
  change: sql<[state: string, reason: string | null, generation: number, id: string]>(
    'UPDATE watch SET state = ?, reason = ?, generation = ? WHERE id = ?',
  ),
  note: sql<[generation: number, id: string]>('UPDATE watch SET generation = max(generation, ?) WHERE id = ?'),
  step: sql<[count: number, credits: number, id: string, from: number]>(
    `UPDATE watch SET changes = changes + ?, credits_used = credits_used + ?
    WHERE id = ? AND changes = ? AND state = 'active' AND ${IS_LIVE}`,
  ),
  enter: sql<[id: string, number: number, record: string, fields: string, at: number]>(
    'INSERT INTO watch_change (watch_id, number, record, fields, at) VALUES (?, ?, ?, ?, ?)',
  ),
  changes: sql<[id: string, after: number, limit: number], ChangeRow>(
    'SELECT number, record, fields, at FROM watch_change WHERE watch_id = ? AND number > ? ORDER BY number LIMIT ?',
  ),
  removeOld: sql<[before: number]>('DELETE FROM watch_change WHERE at < ?'),
  ofRemoved: sql<[], { id: string }>(
    'SELECT watch.id FROM watch JOIN account ON account.id = account_id WHERE removed_at IS NOT NULL',
  ),
};

export class WatchRepository implements SyncPort<Watches> {
  readonly #database: Database;
  readonly #statements: Statements<typeof STATEMENTS>;
  readonly #clock: Clock;
  readonly #webhooks: WebhookRepository;

  constructor(database: Database, clock: Clock, webhooks: WebhookRepository) {
    this.#database = database;
    this.#statements = prepareAll(database, STATEMENTS);
    this.#clock = clock;
    this.#webhooks = webhooks;
  }

  createWatch({ attempt = null, ...watch }: NewWatch & Executing, members: readonly WatchMember[]): WatchAdmission {
    const admission = watchAdmission(watch, this.watchesOf(watch.accountId));
    if (admission !== 'admitted') return admission;
    this.#statements.create.run({ ...watch, at: this.#clock.now() });
    this.putMembers(watch.id, members);
    if (attempt !== null) markExecuted(this.#database, attempt);
    return admission;
  }

  findWatch(id: string): Watch | null {
    return this.#statements.find.get(id) ?? null;
  }

  watchesOf(accountId: string): Watch[] {
    return this.#statements.of.all(accountId);
  }

  countMembers(id: string): number {
    return this.#statements.countMembers.get(id)?.count ?? 0;
  }

  removeWatch(id: string): void {
    this.#statements.removeChanges.run(id);
    this.#statements.removeMembers.run(id);
    this.#statements.remove.run(id);
  }

  runnableWatches(): Watch[] {
    return this.#statements.runnable.all();
  }

  membersAmong(watchId: string, records: readonly string[]): WatchMember[] {
    return this.#statements.among.all(watchId, JSON.stringify(records));
  }

  listedRecords(watchId: string): string[] {
    return this.#statements.listed.all(watchId).map(({ record }) => record);
  }

  unreadMembers(watchId: string, limit: number): WatchMember[] {
    return this.#statements.unread.all(watchId, limit);
  }

  putMembers(watchId: string, members: readonly WatchMember[]): void {
    if (this.findWatch(watchId) === null) return;
    for (const { record, state } of members) this.#statements.put.run(watchId, record, state);
  }

  changeWatch({ watchId, from, to, reason, generation }: WatchStateChange): Watch | null {
    const watch = this.findWatch(watchId);
    if (watch === null || !from.includes(watch.state)) return null;
    this.#statements.change.run(to, reason, generation ?? watch.generation, watchId);
    const event = eventOfWatch({ ...watch, state: to });
    if (event !== null) this.#webhooks.enter(event);
    return this.findWatch(watchId);
  }

  noteWatched(ids: readonly string[], generation: number): void {
    for (const id of ids) this.#statements.note.run(generation, id);
  }

  /** The changes of a step, their event and their charge are written together, or not at all. */
  watchStep(step: WatchStep, group: ChargeGroup): StepOutcome {
    const { watchId, from, changes, credits } = step;
    const watch = this.findWatch(watchId);
    if (watch === null) return 'stopped';
    const { accountId, keyId } = watch;
    const call = { accountId, keyId, requestId: `${watchId}/${from}`, path: WATCHES_PATH, credits };
    return group.step(call, () => {
      if (this.#statements.step.run(changes.length, credits, watchId, from).changes !== 1) return false;
      this.putMembers(watchId, changes);
      for (const [index, { record, fields }] of changes.entries())
        this.#statements.enter.run(watchId, from + index + 1, record, JSON.stringify(fields), this.#clock.now());
      this.#webhooks.enter(eventOfStep(watch, step));
      return true;
    });
  }

  watchChanges(watchId: string, after: number, limit: number): WatchChange[] {
    const rows = this.#statements.changes.all(watchId, after, limit);
    return rows.map((row) => ({ ...row, fields: JSON.parse(row.fields) as string[] }));
  }

  tidyWatches(): void {
    for (const { id } of this.#statements.ofRemoved.all()) this.removeWatch(id);
    this.#statements.removeOld.run(this.#clock.now() - LIMITS.watchChangeDays * MS_PER_DAY);
  }
}
