// Creates, resumes and removes watches, and reads their changes. The calls of the API (watch-api.ts) and the dashboard
// use it.
import { randomBase62 } from '../accounts/key-format.ts';
import type { Accounts, Caller } from '../accounts/port.ts';
import type { Watch, Watches } from '../accounts/watch-port.ts';
import type { ApiContext, SharedContext } from '../api/context.ts';
import { ApiError, invalidAt, invalidInput } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { WATCHED_FIELDS, type WatchBody } from '../contract/resources/watches.ts';
import type { FairScheduler } from '../ops/scheduling/fair-scheduler.ts';
import type { Turn } from '../ops/scheduling/turn.ts';
import { shownChanges } from './shown-changes.ts';
import { planned, recordNamed, reportedFields, type StoredQuery, watchBody, watchedFieldsOf } from './watch-query.ts';
import type { WatchRunner } from './watch-runner.ts';

const ID_LENGTH = 20;
const FIELDS_OF_KINDS = `a person has ${WATCHED_FIELDS.person.join(', ')}, a company ${WATCHED_FIELDS.company.join(', ')}`;

interface WatchServiceOptions {
  readonly watches: Watches;
  readonly api: SharedContext;
  readonly accounts: Pick<Accounts, 'authenticate'>;
  readonly scheduler: Pick<FairScheduler, 'open'>;
  readonly runner: Pick<WatchRunner, 'wake'>;
}

/** The part of a body that is stored. */
interface Accepted {
  readonly kind: Watch['kind'];
  readonly query: StoredQuery;
  readonly records: readonly string[];
  readonly unknown: readonly string[];
}

/** The subject of a watch: the list or saved search of the dashboard, by its id, and the filters of a search. */
export interface WatchSubject {
  readonly origin: string | null;
  readonly search: Extract<StoredQuery, { search: unknown }>['search'] | null;
}

export class WatchService {
  readonly #options: WatchServiceOptions;

  constructor(options: WatchServiceOptions) {
    this.#options = options;
  }

  async watchesOf(accountId: string): Promise<readonly Watch[]> {
    return this.#options.watches.watchesOf(accountId);
  }

  /** Null if there is none. */
  async find(id: string): Promise<Watch | null> {
    return this.#options.watches.findWatch(id);
  }

  /**
   * `body` is the body as sent. INVALID_INPUT if it is wrong, CONFLICT if the account has the maximum number of
   * watches, or watches the list or saved search already.
   */
  async create(body: unknown, { caller, turn, origin, attempt = null }: Creating) {
    const { watches, api, runner } = this.#options;
    const accepted = await acceptedBody(watchBody(body), { ...api, turn });
    const { accountId, keyId } = caller;
    const id = `wat_${randomBase62(ID_LENGTH)}`;
    const query = { ...accepted.query, ...(origin === undefined ? {} : { origin }) };
    const watch = { id, accountId, keyId, kind: accepted.kind, query: JSON.stringify(query), attempt };
    const members = accepted.records.map((record) => ({ record, state: null }));
    const admission = await watches.createWatch(watch, members);
    if (admission === 'too_many')
      throw new ApiError('CONFLICT', `the account has ${LIMITS.watchesMax} watches; remove one first`);
    if (admission === 'watched') throw new ApiError('CONFLICT', 'this is watched already; remove that watch first');
    runner.wake();
    return { watch: (await watches.findWatch(id)) ?? unknownWatch(), unknown: accepted.unknown };
  }

  /** Creates a watch for the dashboard, by the hash of its key for the account. */
  async createFor(body: unknown, { keyHash, origin }: { readonly keyHash: string; readonly origin: string }) {
    const caller = await this.#options.accounts.authenticate(keyHash);
    if (caller === null) throw new ApiError('UNAUTHORIZED', 'this account is suspended until an operator resumes it');
    const turn = this.#options.scheduler.open(caller.accountId);
    await turn.enter();
    return this.create(body, { caller, turn, origin });
  }

  async remove({ id }: Watch): Promise<void> {
    await this.#options.watches.removeWatch(id);
  }

  /** CONFLICT unless it is active. */
  async pause({ id }: Watch): Promise<Watch> {
    const change = { watchId: id, from: ['active'], to: 'paused', reason: null } as const;
    const paused = await this.#options.watches.changeWatch(change);
    return paused ?? this.#unchanged(id, 'only an active one is paused');
  }

  /** CONFLICT unless it is paused or has failed. */
  async resume({ id, state, generation }: Watch): Promise<Watch> {
    const { watches, runner } = this.#options;
    // A watch that failed before its first state was read would otherwise report, and charge, the whole state.
    const isUnread = state === 'failed' && generation === 0;
    const from = isUnread ? (['failed'] as const) : (['paused', 'paused_no_credits', 'failed'] as const);
    const to = isUnread ? 'preparing' : 'active';
    const resumed = await watches.changeWatch({ watchId: id, from, to, reason: null });
    if (resumed === null) return this.#unchanged(id, 'only a paused or failed one is resumed');
    runner.wake();
    return resumed;
  }

  /** Rejects with the current state: another call may have changed or removed the watch in the meantime. */
  async #unchanged(id: string, rule: string): Promise<never> {
    const { state } = (await this.find(id)) ?? unknownWatch();
    throw new ApiError('CONFLICT', `the watch is ${state}; ${rule}`);
  }

  /** The first changes after a number, without records that have been suppressed or removed. */
  async changes({ id, kind }: Watch, { after, limit, turn }: ChangePage) {
    const { watches, api } = this.#options;
    const found = await watches.watchChanges(id, after, limit + 1);
    const page = found.slice(0, limit);
    const shown = await shownChanges(page, { catalog: api.catalog, kind, turn });
    return { shown, last: page.at(-1)?.number ?? after, hasMore: found.length > limit };
  }

  /** The last changes, the newest first. */
  async latest(watch: Watch, limit: number) {
    const turn = this.#options.scheduler.open(watch.accountId);
    await turn.enter();
    const after = Math.max(0, watch.changes - limit);
    return (await this.changes(watch, { after, limit, turn })).shown.toReversed();
  }

  /** A watch in the form of the API. */
  async view({ id, kind, state, reason, changes, creditsUsed, createdAt }: Watch) {
    return {
      id,
      kind,
      state,
      reason,
      changes,
      records: await this.#options.watches.countMembers(id),
      credits_used: creditsUsed,
      created_at: new Date(createdAt).toISOString(),
    };
  }
}

interface Creating {
  readonly caller: Caller;
  readonly turn: Turn;
  /** Id of the list or saved search of the dashboard. */
  readonly origin?: string;
  /** The token of the idempotent request that creates the watch. */
  readonly attempt?: string | null;
}

interface ChangePage {
  readonly after: number;
  readonly limit: number;
  readonly turn: Turn;
}

export function subjectOf({ query }: Watch): WatchSubject {
  const stored = JSON.parse(query) as StoredQuery;
  return { origin: stored.origin ?? null, search: 'search' in stored ? stored.search : null };
}

async function acceptedBody(body: WatchBody, context: ApiContext): Promise<Accepted> {
  const { search, records = [], fields } = body;
  if (search === undefined) return acceptedRecords(records, fields, context);
  const { query, searchable } = await planned(search, context).catch((error: unknown) => {
    throw belowSearch(error);
  });
  const matches = await context.turn.run(searchable.edition.count(query, searchable.hidden));
  if (matches > LIMITS.watchMatchesMax) {
    const message = `finds ${matches} records, more than ${LIMITS.watchMatchesMax}; add filters`;
    throw invalidAt('search', message);
  }
  return { kind: 'search', query: { search }, records: [], unknown: [] };
}

async function acceptedRecords(
  texts: readonly string[],
  fields: WatchBody['fields'],
  context: ApiContext,
): Promise<Accepted> {
  const records = new Set<string>();
  const unknown: string[] = [];
  for (const [at, text] of texts.entries()) {
    await context.turn.pause();
    const record = await recordNamed(text, at, context);
    if (record === null) unknown.push(text);
    else records.add(record);
  }
  if (records.size === 0)
    throw invalidAt('records', 'none of these records is known; check the profile URLs and domains');
  const observed = reportedFields(fields);
  if (![...records].some((record) => watchedFieldsOf(record).some((field) => observed.includes(field)))) {
    const message = `none of the records has ${observed.join(' or ')}; ${FIELDS_OF_KINDS}`;
    throw invalidAt('fields', message);
  }
  return { kind: 'records', query: { fields: observed }, records: [...records], unknown };
}

/** The paths of a rejection of filters: in the body of a watch they are below `search`. */
function belowSearch(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.details.length === 0) return error;
  return invalidInput(
    error.details.map((problem) => ({ ...problem, path: problem.path === '' ? 'search' : `search.${problem.path}` })),
  );
}

export function unknownWatch(): never {
  throw new ApiError('NOT_FOUND', 'there is no watch with this id');
}
