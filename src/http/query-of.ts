// Parses the query parameters of a request.
import { invalidInput } from '../contract/errors.ts';
import { shownPath } from './body/shown-path.ts';

/**
 * Rejects a parameter that is sent more than once and is not in `repeatable` (INVALID_INPUT): only one of its values
 * would be used.
 */
export function queryOf(url: string, repeatable: readonly string[] = []): URLSearchParams {
  const query = new URLSearchParams(url.split('?').slice(1).join('?'));
  for (const name of new Set(query.keys())) {
    if (query.getAll(name).length === 1 || repeatable.includes(name)) continue;
    throw invalidInput([{ path: shownPath(name), message: 'is given more than once', suggestion: null }]);
  }
  return query;
}
