// Parses the query parameters of a request.
import { invalidAt } from '../contract/errors.ts';
import { shownPath } from './body/shown-path.ts';

/**
 * Rejects a parameter that is sent more than once and is not in `repeatable`, as only one of its values would be used,
 * and one that contains NUL, which no store of PostgreSQL takes (INVALID_INPUT).
 */
export function queryOf(url: string, repeatable: readonly string[] = []): URLSearchParams {
  const query = new URLSearchParams(url.split('?').slice(1).join('?'));
  const reject = (name: string, message: string) => {
    throw invalidAt(shownPath(name), message);
  };
  const seen = new Set<string>();
  for (const [name, value] of query) {
    if (seen.has(name) && !repeatable.includes(name)) reject(name, 'is given more than once');
    seen.add(name);
    if (`${name}${value}`.includes('\0')) reject(name, 'contains a NUL character; remove it');
  }
  return query;
}
