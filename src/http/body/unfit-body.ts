// Bodies that do not fit their schema. Their valid part is planned nevertheless, so that one answer lists every fault:
// those of the schema, and those of single values, which only planning finds.
import { OTHER_QUERY } from '../../api/page-search.ts';
import { ENDPOINTS, type Operation } from '../../contract/endpoints/endpoints.ts';
import { ApiError, invalidInput, type Problem } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import { exactlyOneOf } from '../../contract/schemas/schema.ts';
import type { Fault } from './fault.ts';
import type { JsonObject } from './read-body.ts';
import { soundPart } from './sound-part.ts';

/** Members that do not affect the search: a fault in one of them does not prevent planning the filters. */
const PAGING: ReadonlySet<string> = new Set(['max_results', 'cursor', 'include_total', 'facets', 'page']);

/** The rejection of a body that does not fit its schema. `withValueFaults` adds the faults that planning finds. */
export class UnfitBody extends ApiError {
  readonly #operation: Operation;
  readonly #body: JsonObject;
  readonly #faults: readonly Fault[];

  constructor(operation: Operation, body: JsonObject, faults: readonly Fault[]) {
    const { message, details } = invalidInput(faults.map(({ problem }) => problem).slice(0, LIMITS.faultsMax));
    super('INVALID_INPUT', message, { details });
    this.#operation = operation;
    this.#body = body;
    this.#faults = faults;
  }

  /**
   * The rejection, with the faults that `plan` finds in the sound part of the body. Any other error of `plan` is
   * returned instead.
   */
  async withValueFaults(plan: (body: JsonObject) => unknown): Promise<ApiError> {
    if (this.#faults.length >= LIMITS.faultsMax) return this;
    const pointers = this.#faults.flatMap(({ pointer }) => (pointer === null ? [] : [pointer]));
    const { body, originalPath } = soundPart(this.#body, pointers);
    const found = await problemsOf(() => plan({ ...this.#standIns(body), ...body }));
    const reported = found
      .map((problem) => ({ ...problem, path: originalPath(problem.path) }))
      .filter((problem) => !this.#mayFollow(problem));
    return reported.length === 0 ? this : invalidInput([...this.details, ...reported].slice(0, LIMITS.faultsMax));
  }

  /** Placeholders with valid values for required members that the sound part lacks. */
  #standIns(body: JsonObject): JsonObject {
    const { body: schema, example } = ENDPOINTS[this.#operation];
    const required = (schema as { readonly required?: readonly string[] } | null)?.required ?? [];
    const ways = exactlyOneOf(schema);
    const way = ways.some((name) => Object.hasOwn(body, name)) ? [] : ways.slice(0, 1);
    const missing = [...required, ...way].filter((name) => !Object.hasOwn(body, name));
    return Object.fromEntries(missing.map((name) => [name, (example as JsonObject)[name]]));
  }

  /**
   * Whether a fault of the sound part may be caused only by the removal of other values, such as an object that is now
   * empty.
   */
  #mayFollow({ path, message }: Problem): boolean {
    const places = this.#faults.map(({ problem }) => problem.path);
    if (message === OTHER_QUERY || path === '')
      return places.some((place) => !PAGING.has(place.split(/[.[]/, 1)[0] ?? ''));
    return places.some((place) => place.startsWith(`${path}.`) || place.startsWith(`${path}[`) || place === path);
  }
}

async function problemsOf(plan: () => unknown): Promise<readonly Problem[]> {
  try {
    await plan();
    return [];
  } catch (error) {
    if (error instanceof ApiError) return error.details;
    throw error;
  }
}
