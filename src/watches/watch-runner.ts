// Evaluates the watches of all accounts in one thread, by the changes since the last reported generation of each: the
// work depends on the number of changes, not on the size of the catalog. A found match that is already a member is not
// reported, so a round that is repeated after a crash reports and charges nothing twice.
import { nextResetAt } from '../accounts/period.ts';
import type { Accounts } from '../accounts/port.ts';
import type { NewWatchChange, Watch, Watches } from '../accounts/watch-port.ts';
import type { Searchable, SharedContext } from '../api/context.ts';
import type { LeasedWork } from '../app/leased-work.ts';
import type { Catalog } from '../catalog/port.ts';
import { ApiError } from '../contract/errors.ts';
import { WATCH_CHANGE_CREDITS, type WatchedField } from '../contract/resources/watches.ts';
import type { Log } from '../ops/monitoring/log.ts';
import type { Metrics } from '../ops/monitoring/metrics.ts';
import { BackgroundLoop } from '../ops/scheduling/background-loop.ts';
import type { FairScheduler } from '../ops/scheduling/fair-scheduler.ts';
import type { Turn } from '../ops/scheduling/turn.ts';
import { isStoreUnavailable } from '../ops/store-unavailable.ts';
import { ascending, type Changed, matchesOf, restricted } from './matches.ts';
import { reportableChanges } from './record-changes.ts';
import { statesOf } from './record-states.ts';
import { successorsOf } from './successors.ts';
import { plannedAgain, type StoredQuery } from './watch-query.ts';

const POLL_MS = 500;
const NOTE_MS = 10_000;
const TIDY_MS = 600_000;
/** Watches have half the share of calls. */
const WEIGHT = 2;
/** If more ids have changed, all records count as changed. */
const CHANGED_MAX = 20_000;
/** Maximum number of changes in a step, and of members that are written at once. */
const STEP = 1000;

export interface WatchContext {
  readonly watches: Watches;
  readonly accounts: Pick<Accounts, 'remaining'>;
  readonly api: SharedContext;
  readonly scheduler: Pick<FairScheduler, 'open'>;
  /** If there are several servers, one of them evaluates the watches. */
  readonly leasedWork: Pick<LeasedWork, 'isMine'>;
  /** See `Catalog`. */
  readonly documents: Catalog['documents'];
  readonly log: Pick<Log, 'error'>;
  readonly metrics: Pick<Metrics, 'observeCharge'>;
}

type Documents = ReturnType<Catalog['documents']>;

/** The state of the data in one round. */
interface Round {
  readonly searchable: Searchable;
  readonly documents: Documents;
  /** The changes since each generation. */
  readonly changes: Map<number, RoundChanges | 'everything'>;
}

interface RoundChanges extends Changed {
  readonly jobs: readonly number[];
  /** Whether job rows were removed: their companies are then no longer known. */
  readonly hasRemovedJobs: boolean;
}

/** The evaluation of one watch. */
interface Evaluation extends Round {
  readonly watch: Watch;
  readonly query: StoredQuery;
  readonly turn: Turn;
}

/** Removed records of a list; some were merged into other records. */
interface Removals {
  readonly reading: Evaluation & Parameters<typeof statesOf>[1];
  readonly changed: RoundChanges | 'everything';
  readonly observed: readonly WatchedField[];
  readonly watch: Watch;
  readonly changes: number;
}

/** Thrown to end an evaluation: the watch is not evaluated further in this round. */
class Stopped extends Error {}

export class WatchRunner {
  readonly #context: WatchContext;
  /** Generations that are reported, but not yet stored. */
  readonly #reported = new Map<string, number>();
  /** For each watch whose first state is due: the generation of the catalog when the watch was found. */
  readonly #foundAt = new Map<string, number>();
  readonly #loop = new BackgroundLoop({
    round: () => this.#roundIfMine(),
    pauseMs: POLL_MS,
    onFailure: (error) => {
      // The process reports a missing edition.
      if (error instanceof ApiError) return;
      this.#context.log.error({ err: error }, 'the watches cannot be evaluated; the attempt is repeated');
    },
  });
  #noteAtMs = 0;
  #tidyAtMs = 0;

  constructor(context: WatchContext) {
    this.#context = context;
  }

  start(): void {
    this.#loop.start();
  }

  /** Looks for watches now. */
  wake(): void {
    this.#loop.wake();
  }

  /** Resolves after the running evaluation. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #roundIfMine(): Promise<boolean> {
    if (await this.#context.leasedWork.isMine()) {
      await this.#round();
      await this.#upkeep();
    }
    return false;
  }

  async #round(): Promise<void> {
    const { watches, api, documents: open } = this.#context;
    const all = await watches.runnableWatches();
    if (all.length === 0) return;
    const searchable = await api.searchable();
    const { generation } = searchable.edition;
    const due = all.filter((watch) => watch.state === 'preparing' || this.#generationOf(watch) < generation);
    for (const id of this.#foundAt.keys()) if (!due.some((watch) => watch.id === id)) this.#foundAt.delete(id);
    if (due.length === 0) return;
    const documents = open();
    try {
      const round = { searchable, documents, changes: new Map() };
      for (const watch of due) if (!this.#loop.isStopping) await this.#attempt(watch, round);
    } finally {
      documents.close();
    }
  }

  async #attempt(watch: Watch, round: Round): Promise<void> {
    const { scheduler, watches, log } = this.#context;
    const { generation } = round.searchable.edition;
    const turn = scheduler.open(`watches of ${watch.accountId}`, WEIGHT);
    const evaluation = { ...round, watch, turn, query: JSON.parse(watch.query) as StoredQuery };
    try {
      if (watch.state === 'preparing') {
        if (this.#isBehind(evaluation)) return;
        await this.#prepare(evaluation);
        const state = { watchId: watch.id, from: ['preparing'], to: 'active', reason: null, generation } as const;
        await watches.changeWatch(state);
      } else {
        await this.#evaluate(evaluation);
        this.#reported.set(watch.id, generation);
      }
    } catch (error) {
      this.#reported.delete(watch.id);
      if (error instanceof Stopped) return;
      if (isStoreUnavailable(error)) throw error;
      log.error({ err: error, watchId: watch.id }, 'a watch could not be evaluated');
      const reason =
        error instanceof ApiError ? `its filters are not valid any more: ${error.message}` : 'the data service failed';
      await watches.changeWatch({ watchId: watch.id, from: ['preparing', 'active'], to: 'failed', reason });
    }
  }

  /**
   * Whether the edition lacks changes that the catalog already had when the watch was found. These changes, such as
   * openings of a listed company, are part of the first state, and are not reported.
   */
  #isBehind({ watch, searchable, documents }: Evaluation): boolean {
    const foundAt = this.#foundAt.get(watch.id) ?? documents.state.generation;
    this.#foundAt.set(watch.id, foundAt);
    return searchable.edition.generation < foundAt;
  }

  /** Reads the first state, which is free. */
  async #prepare(evaluation: Evaluation): Promise<void> {
    const { watches } = this.#context;
    const { watch, query, turn } = evaluation;
    if ('search' in query) {
      const { api } = this.#context;
      const plan = await plannedAgain(query.search, { ...api, turn });
      for await (const records of matchesOf(plan.query, evaluation.searchable, turn)) {
        await watches.putMembers(
          watch.id,
          records.map((record) => ({ record, state: null })),
        );
      }
      return;
    }
    for (;;) {
      const unread = await watches.unreadMembers(watch.id, STEP);
      if (unread.length === 0) return;
      const records = unread.map(({ record }) => record);
      const states = await statesOf(records, { ...evaluation, salt: watch.id, jobs: [] });
      // A removed record remains a member, without values.
      await watches.putMembers(
        watch.id,
        records.map((record) => ({ record, state: states.get(record) ?? '' })),
      );
    }
  }

  async #evaluate(evaluation: Evaluation): Promise<void> {
    const { watch, query } = evaluation;
    const changed = this.#changesSince(this.#generationOf(watch), evaluation);
    if ('search' in query) await this.#evaluateSearch(evaluation, query.search, changed);
    else await this.#evaluateRecords(evaluation, changed);
  }

  async #evaluateSearch(
    evaluation: Evaluation,
    search: Parameters<typeof plannedAgain>[0],
    changed: RoundChanges | 'everything',
  ): Promise<void> {
    const { watches, api } = this.#context;
    const { watch, searchable, turn } = evaluation;
    const { query } = await plannedAgain(search, { ...api, turn });
    let { changes } = watch;
    for (const each of changed === 'everything' ? [query] : restricted(query, changed)) {
      for await (const records of matchesOf(each, searchable, turn)) {
        const known = new Set((await watches.membersAmong(watch.id, records)).map(({ record }) => record));
        const added = records.filter((record) => !known.has(record));
        changes = await this.#report(
          watch,
          changes,
          added.map((record) => ({ record, state: null, fields: [] })),
        );
      }
    }
  }

  async #evaluateRecords(evaluation: Evaluation, changed: RoundChanges | 'everything'): Promise<void> {
    const { watches } = this.#context;
    const { watch, query } = evaluation;
    const observed = 'fields' in query ? query.fields : [];
    let { changes } = watch;
    for (const records of await this.#touchedMembers(watch.id, changed)) {
      const before = new Map(
        (await watches.membersAmong(watch.id, records)).map(({ record, state }) => [record, state]),
      );
      const reading = { ...evaluation, salt: watch.id, jobs: jobsOf(changed) };
      const states = await statesOf([...before.keys()], reading);
      const { reportable, unobserved } = reportableChanges({ before, states, observed });
      if (unobserved.length > 0) await watches.putMembers(watch.id, unobserved);
      changes = await this.#report(watch, changes, reportable);
      const gone = [...before].flatMap(([record, state]): [string, string][] =>
        state && !states.has(record) ? [[record, state]] : [],
      );
      if (gone.length > 0) changes = await this.#continueMerged(gone, { reading, changed, observed, watch, changes });
    }
  }

  /** Continues with the records into which removed ones were merged. Returns the new number of changes. */
  async #continueMerged(gone: readonly [record: string, state: string][], removals: Removals): Promise<number> {
    const { watches, documents } = this.#context;
    const { reading, changed, observed, watch, changes } = removals;
    const successors = await successorsOf(gone, { ...reading, changed, openAll: documents });
    const members = await watches.membersAmong(watch.id, [...successors.values()]);
    const listed = new Set(members.map(({ record }) => record));
    const continued = new Map([...successors].flatMap(([from, to]) => (listed.has(to) ? [] : [[to, from] as const])));
    const states = await statesOf([...continued.keys()], { ...reading, continued });
    const last = new Map(gone);
    const before = new Map([...continued].map(([to, from]) => [to, last.get(from) ?? '']));
    const { reportable, unobserved } = reportableChanges({ before, states, observed });
    const own = await statesOf([...continued.keys()], reading);
    const stateOf = (record: string) => own.get(record) ?? '';
    const reported = await this.#report(
      watch,
      changes,
      reportable.map((each) => ({ ...each, state: stateOf(each.record) })),
    );
    // No state of a removed record is stored; if the record returns, it is read again.
    await watches.putMembers(watch.id, [
      ...unobserved.map(({ record }) => ({ record, state: stateOf(record) })),
      ...gone.map(([record]) => ({ record, state: '' })),
    ]);
    return reported;
  }

  /** Members that may have changed, in chunks. */
  async #touchedMembers(watchId: string, changed: RoundChanges | 'everything'): Promise<string[][]> {
    const { watches } = this.#context;
    const isAll = changed === 'everything';
    const listed = isAll || changed.hasRemovedJobs ? await watches.listedRecords(watchId) : [];
    const touched = isAll
      ? listed
      : [
          ...changed.people.map((id) => `p${id}`),
          ...(changed.hasRemovedJobs
            ? listed.filter((record) => record.startsWith('c'))
            : ascending([...changed.companies, ...changed.hiring]).map((id) => `c${id}`)),
        ];
    const parts: string[][] = [];
    for (let at = 0; at < touched.length; at += STEP) parts.push(touched.slice(at, at + STEP));
    return parts;
  }

  /**
   * Reports as many changes as the credits cover, and pauses the watch if some remain. Returns the new number of
   * changes.
   */
  async #report(watch: Watch, from: number, reportable: readonly NewWatchChange[]): Promise<number> {
    const { watches, accounts, metrics } = this.#context;
    if (reportable.length === 0) return from;
    const { id: watchId } = watch;
    const left = (await accounts.remaining(watch)) ?? Number.POSITIVE_INFINITY;
    const changes = reportable.slice(0, Math.floor(Math.min(left, Number.MAX_SAFE_INTEGER) / WATCH_CHANGE_CREDITS));
    const credits = changes.length * WATCH_CHANGE_CREDITS;
    if (changes.length > 0) {
      // If other calls took credits in the meantime, the next round counts those that are left.
      if ((await watches.watchStep({ watchId, from, changes, credits })) !== 'done') throw new Stopped();
      metrics.observeCharge(credits);
      if (changes.length === reportable.length) return from + changes.length;
    }
    const reset = nextResetAt(this.#context.api.clock.now()).slice(0, 10);
    const reason = `no credits are left; they reset on ${reset} at 00:00 UTC; resume the watch then`;
    await watches.changeWatch({ watchId, from: ['active'], to: 'paused_no_credits', reason });
    throw new Stopped();
  }

  #changesSince(generation: number, { changes, documents }: Round): RoundChanges | 'everything' {
    const known = changes.get(generation);
    if (known !== undefined) return known;
    const read = documents.changes(generation, CHANGED_MAX);
    const since = read === 'everything' ? read : withCompanies(read, documents);
    changes.set(generation, since);
    return since;
  }

  #generationOf({ id, generation }: Watch): number {
    return Math.max(generation, this.#reported.get(id) ?? 0);
  }

  async #upkeep(): Promise<void> {
    const nowMs = performance.now();
    if (nowMs >= this.#noteAtMs && this.#reported.size > 0) {
      this.#noteAtMs = nowMs + NOTE_MS;
      await this.#note();
    }
    if (nowMs < this.#tidyAtMs) return;
    this.#tidyAtMs = nowMs + TIDY_MS;
    await this.#context.watches.tidyWatches();
  }

  async #note(): Promise<void> {
    const byGeneration = Map.groupBy(this.#reported, ([, generation]) => generation);
    this.#reported.clear();
    for (const [generation, entries] of byGeneration)
      await this.#context.watches.noteWatched(
        entries.map(([id]) => id),
        generation,
      );
  }
}

function jobsOf(changed: RoundChanges | 'everything'): readonly number[] {
  return changed === 'everything' ? [] : changed.jobs;
}

function withCompanies(changes: Exclude<ReturnType<Documents['changes']>, 'everything'>, documents: Documents) {
  const { people, jobs } = changes;
  const renamed = changes.employers.flatMap(({ to }) => (to === null ? [] : [to]));
  const companies = ascending([...changes.companies, ...renamed]);
  const rows = [...documents.documentsOf({ people: [], companies: [], jobs }).jobs];
  const hiring = ascending(rows.map(({ companyId }) => companyId));
  return { people, jobs, companies, hiring, hasRemovedJobs: rows.length < jobs.length };
}
