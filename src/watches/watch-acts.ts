// The work of each call of watches: between the admitted call, the records and the store.
import { randomBase62 } from '../accounts/key-format.ts';
import type { Watch, WatchChange, Watches } from '../accounts/watch-port.ts';
import type { ApiContext, SharedContext } from '../api/context.ts';
import { ApiError, invalidInput } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { WATCHES_PATH } from '../contract/watch-paths.ts';
import type { WatchBody } from '../contract/watches.ts';
import { checkContentType, parseBody, readBytes } from '../http/read-body.ts';
import type { ResourceCall, ResourceReply } from '../http/resource-desk.ts';
import { nearest } from '../words/nearest.ts';
import { shownChanges } from './shown-changes.ts';
import { fieldsOf, planned, recordNamed, type StoredQuery, watchBody } from './watch-query.ts';
import type { WatchRunner } from './watch-runner.ts';

const ID_LENGTH = 20;
const PAGE = 100;

interface WatchActScene {
  readonly watches: Watches;
  readonly api: SharedContext;
}

/** The part of a body that is stored. */
interface Accepted {
  readonly kind: Watch['kind'];
  readonly query: StoredQuery;
  readonly records: readonly string[];
  readonly unknown: readonly string[];
}

export class WatchActs {
  readonly #scene: WatchActScene;
  readonly #runner: Pick<WatchRunner, 'wake'>;

  constructor(scene: WatchActScene, runner: Pick<WatchRunner, 'wake'>) {
    this.#scene = scene;
    this.#runner = runner;
  }

  async list({ caller }: ResourceCall): Promise<ResourceReply> {
    const results: object[] = [];
    for (const watch of await this.#scene.watches.watchesOf(caller.accountId)) results.push(await this.#view(watch));
    return { status: 200, body: { results, results_length: results.length } };
  }

  async create(call: ResourceCall): Promise<ResourceReply> {
    const { watches, api } = this.#scene;
    checkContentType(call.message.headers);
    const body = watchBody(parseBody(await readBytes(call.message)));
    const accepted = await this.#accepted(body, { ...api, turn: call.turn });
    const { accountId, keyId } = call.caller;
    const id = `wat_${randomBase62(ID_LENGTH)}`;
    const watch = { id, accountId, keyId, kind: accepted.kind, query: JSON.stringify(accepted.query) };
    const members = accepted.records.map((record) => ({ record, state: null }));
    if (!(await watches.createWatch(watch, members)))
      throw new ApiError('CONFLICT', `the account has ${LIMITS.watchesMax} watches; remove one with DELETE`);
    this.#runner.wake();
    const created = (await watches.findWatch(id)) ?? unknownWatch();
    const answer = { ...(await this.#view(created)), unknown: accepted.unknown };
    return { status: 201, headers: { location: `${WATCHES_PATH}/${id}` }, body: answer };
  }

  async show(call: ResourceCall): Promise<ResourceReply> {
    return { status: 200, body: await this.#view(await this.#watch(call)) };
  }

  async remove(call: ResourceCall): Promise<ResourceReply> {
    const { id } = await this.#watch(call);
    await this.#scene.watches.removeWatch(id);
    return { status: 204, body: null };
  }

  async resume(call: ResourceCall): Promise<ResourceReply> {
    const { id, state } = await this.#watch(call);
    const from = ['paused_no_credits', 'failed'] as const;
    const resumed = await this.#scene.watches.changeWatch({ watchId: id, from, to: 'active', reason: null });
    if (resumed === null)
      throw new ApiError('CONFLICT', `the watch is ${state}; only a paused or failed one is resumed`);
    this.#runner.wake();
    return { status: 200, body: await this.#view(resumed) };
  }

  async changes(call: ResourceCall): Promise<ResourceReply> {
    const { watches, api } = this.#scene;
    const { id, kind } = await this.#watch(call);
    const after = cursorOf(call.query);
    const found = await watches.watchChanges(id, after, PAGE + 1);
    const page = found.slice(0, PAGE);
    const results = await shownChanges(page, { catalog: api.catalog, kind, turn: call.turn });
    const cursor = String(page.at(-1)?.number ?? after);
    return { status: 200, body: { results, results_length: results.length, cursor, more: found.length > PAGE } };
  }

  async #accepted({ search, records = [], fields }: WatchBody, context: ApiContext): Promise<Accepted> {
    if (search === undefined) return acceptedRecords(records, fields, context);
    const { query, searchable } = await planned(search, context).catch((error: unknown) => {
      throw belowSearch(error);
    });
    const matches = await context.turn.run(searchable.edition.count(query, searchable.hidden));
    if (matches > LIMITS.watchMatchesMax) {
      const message = `finds ${matches} records, more than ${LIMITS.watchMatchesMax}; add filters`;
      throw invalidInput([{ path: 'search', message, suggestion: null }]);
    }
    return { kind: 'search', query: { search }, records: [], unknown: [] };
  }

  async #view(watch: Watch): Promise<object> {
    const { id, kind, state, reason, changes, creditsUsed, createdAt } = watch;
    const records = await this.#scene.watches.countMembers(id);
    return {
      ...{ id, kind, state, reason, records, changes },
      credits_used: creditsUsed,
      created_at: new Date(createdAt).toISOString(),
    };
  }

  async #watch({ params, caller }: ResourceCall): Promise<Watch> {
    const watch = await this.#scene.watches.findWatch(params['id'] ?? '');
    return watch?.accountId === caller.accountId ? watch : unknownWatch();
  }
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
    throw invalidInput([{ path: 'records', message: 'none of these records is known', suggestion: null }]);
  return { kind: 'records', query: { fields: fieldsOf(fields) }, records: [...records], unknown };
}

/** The paths of a rejection of filters, which are below `search` in the body of a watch. */
function belowSearch(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.details.length === 0) return error;
  return invalidInput(
    error.details.map((problem) => ({ ...problem, path: problem.path === '' ? 'search' : `search.${problem.path}` })),
  );
}

function unknownWatch(): never {
  throw new ApiError('NOT_FOUND', 'there is no watch with this id');
}

/** The number of the last change that the caller has; 0 without a cursor. */
function cursorOf(query: URLSearchParams): WatchChange['number'] {
  const refuse = (path: string, message: string, suggestion: string | null = null): never => {
    throw invalidInput([{ path, message, suggestion }]);
  };
  for (const name of query.keys()) {
    if (name !== 'cursor') refuse(name.slice(0, 100), 'is unknown; known is cursor', nearest(name, ['cursor']));
  }
  const cursor = query.get('cursor') ?? '0';
  if (!/^\d{1,9}$/.test(cursor)) refuse('cursor', 'is not a cursor of changes; send the cursor of the last page');
  return Number(cursor);
}
