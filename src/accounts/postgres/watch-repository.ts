// Watches in PostgreSQL. Each write is one transaction. After a lost commit, the number of changes of a watch shows
// whether its step was written.
import { MS_PER_DAY } from '../../contract/days.ts';
import { LIMITS } from '../../contract/limits.ts';
import { WATCHES_PATH } from '../../contract/resources/watch-paths.ts';
import type { Clock } from '../../ops/clock.ts';
import type { Database, Session } from '../../ops/postgres/database.ts';
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
import type { CallKinds } from './call-kinds.ts';
import { markExecuted } from './idempotent-requests.ts';
import { enterStepCharge, orNoCredits, requireCredits, type StepCharge, stepCharge } from './step-charge.ts';
import * as statements from './watch-statements.ts';
import { enterEvent } from './webhook-repository.ts';

interface WatchRepositoryOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly kinds: CallKinds;
}

export class WatchRepository implements Watches {
  readonly #options: WatchRepositoryOptions;

  constructor(options: WatchRepositoryOptions) {
    this.#options = options;
  }

  createWatch(watch: NewWatch & Executing, members: readonly WatchMember[]): Promise<WatchAdmission> {
    const { database, clock } = this.#options;
    const { id, accountId, keyId, kind, query, attempt = null } = watch;
    return database.transact(async (session) => {
      await session.run(statements.LOCK_WATCHES, accountId);
      const admission = watchAdmission(watch, await session.run(statements.WATCHES_OF, accountId));
      if (admission !== 'admitted') return admission;
      await session.run(statements.CREATE_WATCH, id, accountId, keyId, kind, query, clock.now());
      await put(session, id, members);
      if (attempt !== null) await markExecuted(session, attempt);
      return admission;
    });
  }

  async findWatch(id: string): Promise<Watch | null> {
    return (await this.#options.database.read(statements.FIND_WATCH, id))[0] ?? null;
  }

  async watchesOf(accountId: string): Promise<Watch[]> {
    return [...(await this.#options.database.read(statements.WATCHES_OF, accountId))];
  }

  async countMembers(id: string): Promise<number> {
    return (await this.#options.database.read(statements.COUNT_MEMBERS, id))[0]?.count ?? 0;
  }

  async removeWatch(id: string): Promise<void> {
    await this.#options.database.transact(async (session) => {
      await session.run(statements.LOCK_WATCH, id);
      await session.run(statements.REMOVE_CHANGES, id);
      await session.run(statements.REMOVE_MEMBERS, id);
      await session.run(statements.REMOVE_WATCH, id);
    });
  }

  async runnableWatches(): Promise<Watch[]> {
    return [...(await this.#options.database.read(statements.RUNNABLE_WATCHES))];
  }

  async membersAmong(watchId: string, records: readonly string[]): Promise<WatchMember[]> {
    return [...(await this.#options.database.read(statements.MEMBERS_AMONG, watchId, records))];
  }

  async listedRecords(watchId: string): Promise<string[]> {
    return (await this.#options.database.read(statements.LISTED_RECORDS, watchId)).map(({ record }) => record);
  }

  async unreadMembers(watchId: string, limit: number): Promise<WatchMember[]> {
    return [...(await this.#options.database.read(statements.UNREAD_MEMBERS, watchId, limit))];
  }

  async putMembers(watchId: string, members: readonly WatchMember[]): Promise<void> {
    await this.#options.database.transact(async (session) => {
      const [watch] = await session.run(statements.LOCK_WATCH, watchId);
      if (watch) await put(session, watchId, members);
    });
  }

  changeWatch({ watchId, from, to, reason, generation }: WatchStateChange): Promise<Watch | null> {
    const { database, clock } = this.#options;
    return database.transact(async (session) => {
      const [watch] = await session.run(statements.LOCK_WATCH, watchId);
      if (!watch || !from.includes(watch.state)) return null;
      const changed = { ...watch, state: to, reason, generation: generation ?? watch.generation };
      await session.run(statements.CHANGE_WATCH, watchId, to, reason, changed.generation);
      const event = eventOfWatch(changed);
      if (event !== null) await enterEvent(session, event, clock.now());
      return changed;
    });
  }

  async noteWatched(ids: readonly string[], generation: number): Promise<void> {
    await this.#options.database.run(statements.NOTE_WATCHED, ids, generation);
  }

  async watchStep(step: WatchStep): Promise<StepOutcome> {
    const { database, clock, kinds } = this.#options;
    const watch = await this.findWatch(step.watchId);
    if (watch === null) return 'stopped';
    const charge = await stepCharge(
      kinds,
      { ...watch, path: WATCHES_PATH },
      { credits: step.credits, at: clock.now() },
    );
    return orNoCredits(database.transact((session) => enterStep(session, { step, watch, charge })));
  }

  async watchChanges(watchId: string, after: number, limit: number): Promise<WatchChange[]> {
    const rows = await this.#options.database.read(statements.WATCH_CHANGES, watchId, after, limit);
    return rows.map((row) => ({ ...row, fields: JSON.parse(row.fields) as string[] }));
  }

  async tidyWatches(): Promise<void> {
    const { database, clock } = this.#options;
    for (const { id } of await database.read(statements.WATCHES_OF_REMOVED)) await this.removeWatch(id);
    await database.run(statements.REMOVE_OLD_CHANGES, clock.now() - LIMITS.watchChangeDays * MS_PER_DAY);
  }
}

async function put(session: Session, id: string, members: readonly WatchMember[]): Promise<void> {
  if (members.length === 0) return;
  const records = members.map(({ record }) => record);
  await session.run(
    statements.PUT_MEMBERS,
    id,
    records,
    members.map(({ state }) => state),
  );
}

async function enterStep(
  session: Session,
  { step, watch, charge }: { readonly step: WatchStep; readonly watch: Watch; readonly charge: StepCharge },
): Promise<StepOutcome> {
  const { watchId, from, changes, credits } = step;
  const [live] = await session.run(statements.FIND_LIVE_WATCH, watchId);
  const [entered] = live ? await session.run(statements.STEP_WATCH, watchId, from, changes.length, credits) : [];
  // As in SQLite, the check of credits precedes the check of the order of steps.
  await requireCredits(session, charge);
  if (!entered) return 'stopped';
  await put(session, watchId, changes);
  const records = changes.map(({ record }) => record);
  const fields = changes.map((change) => JSON.stringify(change.fields));
  await session.run(statements.ENTER_CHANGES, watchId, from, records, fields, charge.at);
  await enterStepCharge(session, charge, `${watchId}/${from}`);
  await enterEvent(session, eventOfStep(watch, step), charge.at);
  return 'done';
}
