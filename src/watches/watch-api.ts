// Implements each call of watches: parses the admitted call, and calls the service.
import type { Watch, WatchChange } from '../accounts/watch-port.ts';
import { invalidAt } from '../contract/errors.ts';
import { WATCHES_PATH } from '../contract/resources/watch-paths.ts';
import { parseBody } from '../http/body/read-body.ts';
import type { IdempotentRequests } from '../http/idempotent-call.ts';
import { idempotentCreation, idempotentReply } from '../http/resources/idempotent-reply.ts';
import type { ResourceCall, ResourceReply } from '../http/resources/resource-routes.ts';
import { nearest } from '../words/nearest.ts';
import { unknownWatch, type WatchService } from './watch-service.ts';

const PAGE = 100;

export class WatchApi {
  readonly #service: WatchService;
  readonly #requests: IdempotentRequests;

  constructor(service: WatchService, requests: IdempotentRequests) {
    this.#service = service;
    this.#requests = requests;
  }

  async list({ caller }: ResourceCall): Promise<ResourceReply> {
    const results: object[] = [];
    for (const watch of await this.#service.watchesOf(caller.accountId)) results.push(await this.#service.view(watch));
    return { status: 200, body: { results, results_length: results.length } };
  }

  /** A repetition with the same Idempotency-Key returns the same watch. */
  create(call: ResourceCall): Promise<ResourceReply> {
    const { caller, turn } = call;
    return idempotentCreation(call, {
      path: WATCHES_PATH,
      requests: this.#requests,
      create: async (bytes, attempt) => {
        const { watch, unknown } = await this.#service.create(parseBody(bytes), { caller, turn, attempt });
        return { ...(await this.#service.view(watch)), unknown };
      },
    });
  }

  async show(call: ResourceCall): Promise<ResourceReply> {
    return { status: 200, body: await this.#service.view(await this.#watch(call)) };
  }

  async remove(call: ResourceCall): Promise<ResourceReply> {
    await this.#service.remove(await this.#watch(call));
    return { status: 204, body: null };
  }

  async pause(call: ResourceCall): Promise<ResourceReply> {
    const watch = await this.#watch(call);
    const execute = async () => ({ status: 200, body: await this.#service.view(await this.#service.pause(watch)) });
    return idempotentReply(call, { requests: this.#requests, execute });
  }

  async resume(call: ResourceCall): Promise<ResourceReply> {
    const watch = await this.#watch(call);
    const execute = async () => ({ status: 200, body: await this.#service.view(await this.#service.resume(watch)) });
    return idempotentReply(call, { requests: this.#requests, execute });
  }

  async changes(call: ResourceCall): Promise<ResourceReply> {
    const watch = await this.#watch(call);
    const page = { after: cursorOf(call.query, watch), limit: PAGE, turn: call.turn };
    const { shown, last, hasMore } = await this.#service.changes(watch, page);
    const body = { results: shown, results_length: shown.length, cursor: String(last), more: hasMore };
    return { status: 200, body };
  }

  async #watch({ params, caller }: ResourceCall): Promise<Watch> {
    const watch = await this.#service.find(params['id'] ?? '');
    return watch?.accountId === caller.accountId ? watch : unknownWatch();
  }
}

/** The number of the last change that the caller has read; 0 without a cursor. */
function cursorOf(query: URLSearchParams, { changes }: Watch): WatchChange['number'] {
  for (const name of query.keys()) {
    if (name !== 'cursor')
      throw invalidAt(name.slice(0, 100), 'is unknown; known is cursor', nearest(name, ['cursor']));
  }
  const cursor = query.get('cursor') ?? '0';
  if (!/^\d{1,9}$/.test(cursor))
    throw invalidAt('cursor', 'is not a cursor of changes; send the cursor of the last page');
  // A restored backup may have fewer changes. With a cursor from before the restore, later changes would be skipped.
  if (Number(cursor) > changes)
    throw invalidAt('cursor', `is after the last change of the watch, ${changes}; send the cursor of the last page`);
  return Number(cursor);
}
