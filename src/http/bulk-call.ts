// A bulk call: up to 100 single calls of one operation. Each item is validated, planned, executed and rejected like the
// single call with its body; the pipeline charges the sum.
import type { Work } from '../api/context.ts';
import type { BulkedOperation } from '../contract/endpoints/endpoint.ts';
import { ApiError } from '../contract/errors.ts';
import type { Turn } from '../ops/scheduling/turn.ts';
import type { JsonObject } from './body/read-body.ts';
import { UnfitBody } from './body/unfit-body.ts';
import { checkItem, itemParts } from './body/valid-body.ts';
import { errorMember, isFault, toApiError } from './error-body.ts';

/** The operation of a bulk call, and the functions that its items need. */
export interface BulkCallOptions {
  /** The operation of every item. */
  readonly operation: BulkedOperation;
  /** Credits of an item with status 200. */
  readonly price: number;
  readonly requestId: string;
  readonly turn: Turn;
  /** Plans the single call of a validated body. */
  plan(body: JsonObject): Work | Promise<Work>;
  /** The error of an item for which no credits are left. */
  exhausted(): ApiError;
  /** Called with every fault to log. */
  onFault(error: unknown): void;
}

interface Item {
  readonly id: string | null;
  /** The planned work, or the error for its body. */
  readonly work: Work | ApiError;
  /** JSON of the answer, or the error; null before the item is executed. */
  outcome: string | ApiError | null;
}

/** The answer of a bulk call: JSON, and the sum of its credits. */
export interface BulkAnswer {
  readonly body: string;
  readonly credits: number;
}

export class BulkCall {
  readonly #options: BulkCallOptions;
  readonly #items: readonly Item[];

  private constructor(options: BulkCallOptions, items: readonly Item[]) {
    this.#options = options;
    this.#items = items;
  }

  /** Validates and plans each item. A rejected item does not affect the others. */
  static async plan(items: readonly unknown[], options: BulkCallOptions): Promise<BulkCall> {
    const planned: Item[] = [];
    for (const item of items) {
      await options.turn.pause();
      planned.push(await plannedItem(item, options));
    }
    return new BulkCall(options, planned);
  }

  /** The number of items. */
  get items(): number {
    return this.#items.length;
  }

  /**
   * Executes the items in order while credits are left (null: unlimited), as separate single calls would. The remaining
   * valid items are rejected without work. A second call with fewer credits repeats no work. DATA_SERVICE_ERROR if
   * every executed item failed with an internal error.
   */
  async answer(left: number | null): Promise<BulkAnswer> {
    const { price, turn } = this.#options;
    const results: string[] = [];
    let credits = 0;
    let isAnswered = false;
    let hasFailed = false;
    for (const [index, item] of this.#items.entries()) {
      await turn.pause();
      const isAffordable = left === null || left - credits >= price;
      const outcome = await this.#outcomeOf(item, isAffordable);
      if (typeof outcome === 'string') credits += price;
      if (typeof outcome === 'string' || outcome.code === 'NOT_FOUND') isAnswered = true;
      else if (outcome.code === 'DATA_SERVICE_ERROR') hasFailed = true;
      results.push(this.#resultOf(index, item.id, outcome));
    }
    if (hasFailed && !isAnswered) throw toApiError(null);
    return { body: `{"results":[${results.join(',')}],"credits_used":${credits}}`, credits };
  }

  async #outcomeOf(item: Item, isAffordable: boolean): Promise<string | ApiError> {
    const { work } = item;
    if (work instanceof ApiError) return work;
    if (!isAffordable) return this.#options.exhausted();
    item.outcome ??= await this.#execute(work);
    return item.outcome;
  }

  async #execute(work: Work): Promise<string | ApiError> {
    try {
      return (await work()).toString();
    } catch (error) {
      return rejectionOf(error, this.#options);
    }
  }

  #resultOf(index: number, id: string | null, outcome: string | ApiError): string {
    const { price, requestId } = this.#options;
    const head = `"index":${index},"id":${JSON.stringify(id)}`;
    if (typeof outcome === 'string') return `{${head},"status":200,"body":${outcome},"credits":${price}}`;
    const error = JSON.stringify(errorMember(outcome, requestId));
    return `{${head},"status":${outcome.status},"error":${error},"credits":0}`;
  }
}

async function plannedItem(item: unknown, options: BulkCallOptions): Promise<Item> {
  let id: string | null = null;
  try {
    const parts = itemParts(item);
    id = parts.id;
    checkItem(options.operation, item as JsonObject, parts);
    return { id, work: await options.plan(parts.body), outcome: null };
  } catch (error) {
    const cause =
      error instanceof UnfitBody ? await error.withValueFaults(options.plan).catch((fault: unknown) => fault) : error;
    return { id, work: rejectionOf(cause, options), outcome: null };
  }
}

/** The ApiError of an item that threw `thrown`. */
function rejectionOf(thrown: unknown, { onFault }: BulkCallOptions): ApiError {
  if (isFault(thrown)) onFault(thrown);
  return toApiError(thrown);
}
