// Caches of results that are constant for an edition and its hidden documents.
import { hash } from 'node:crypto';
import type { Hidden } from './hidden.ts';

/** Results by name. They are freed together with the hidden documents. */
export type ResultsByHidden<Name, Result> = WeakMap<Hidden, Map<Name, Result>>;

/** The maximum number of cached results for some hidden documents, unless the caller sets another. */
const RESULTS_MAX = 4096;

/** A longer name is replaced by its hash: the largest queries have hundreds of kilobytes, more than their results. */
const NAME_LENGTH_MAX = 1000;

/** The name of a result of a query: equal for equal input only, and short. */
export function resultName(input: unknown): string {
  const text = JSON.stringify(input);
  return text.length > NAME_LENGTH_MAX ? hash('sha256', text) : text;
}

/** The cached results for some hidden documents. */
export function resultsFor<Name, Result>(all: ResultsByHidden<Name, Result>, hidden: Hidden): Map<Name, Result> {
  const known = all.get(hidden) ?? new Map<Name, Result>();
  all.set(hidden, known);
  return known;
}

/** Caches a result and evicts the oldest result if there are more than `max` (first in, first out). */
export function cacheResult<Name, Result>(
  known: Map<Name, Result>,
  [name, result]: readonly [Name, Result],
  max = RESULTS_MAX,
): void {
  known.set(name, result);
  const [oldest] = known.keys();
  if (known.size > max && oldest !== undefined) known.delete(oldest);
}
