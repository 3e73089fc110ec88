// Executes the rows of a batch with the handler of the single call: the same checks, plans and answers.
import type { Caller } from '../accounts/port.ts';
import type { ApiContext, Handler } from '../api/context.ts';
import { HANDLERS } from '../api/handlers.ts';
import type { BulkedOperation } from '../contract/endpoints/endpoint.ts';
import { ApiError, invalidInput } from '../contract/errors.ts';
import { textFaults } from '../http/body/read-body.ts';
import { faultsOf } from '../http/body/validate.ts';
import type { StoredOptions } from './batch-options.ts';
import { bodyReader, readRow } from './read-row.ts';

/** The result of a row: the answer as JSON, or the reason why there is none. */
export type Outcome =
  | { readonly kind: 'found'; readonly body: string }
  | { readonly kind: 'missed' | 'invalid'; readonly reason: string };

interface Execution {
  readonly operation: BulkedOperation;
  readonly options: StoredOptions;
  readonly context: ApiContext;
  readonly caller: Caller;
  /** Whether the credits cover one more row with a match. */
  readonly isAffordable: () => boolean;
}

/**
 * Executes stored rows one after the other. Stops when the credits end, so there may be fewer outcomes than lines.
 * Rejects if the data service fails.
 */
export async function* executeRows(lines: readonly string[], execution: Execution): AsyncGenerator<Outcome> {
  const { operation, options, context, caller, isAffordable } = execution;
  const bodyOf = bodyReader(operation, options);
  // The body has passed the schema of its operation; the lookup by a variable is not typed.
  const handler = HANDLERS[operation] as Handler<never>;
  for (const line of lines) {
    const waiting = context.turn.pause();
    if (waiting) await waiting;
    const { row, fault } = readRow(line, options.columns);
    if (row === null) {
      yield { kind: 'invalid', reason: fault };
      continue;
    }
    const body = bodyOf(row);
    try {
      checkBody(operation, body, line);
      const work = await handler(body as never, context, caller);
      const found = (await work()).toString();
      // Credits are checked after the search: a row without a match is free, so it does not wait for credits.
      if (!isAffordable()) return;
      yield { kind: 'found', body: found };
    } catch (error) {
      yield outcomeOf(error);
    }
  }
}

function checkBody(operation: BulkedOperation, body: object, line: string): void {
  const faults = faultsOf(operation, body as never);
  // Only an escape can produce a NUL or half of a surrogate pair.
  if (line.includes('\\u')) faults.push(...textFaults(body));
  if (faults.length > 0) throw invalidInput(faults.map(({ problem }) => problem));
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof ApiError && error.code === 'NOT_FOUND') return { kind: 'missed', reason: error.message };
  if (error instanceof ApiError && error.code === 'INVALID_INPUT') return { kind: 'invalid', reason: error.message };
  throw error;
}
