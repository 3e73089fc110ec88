import { expect, it } from 'vitest';
import { ApiError } from '../contract/errors.ts';
import { queryOf } from '../http/query-of.ts';
import { optionsOfQuery, storedOptions } from './batch-options.ts';

/** The options of a query as the calls of batches read it, or the path and message of its first fault. */
function read(query: string): unknown {
  try {
    return optionsOfQuery(queryOf(`/v2/batches?${query}`, ['map', 'fields']));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const [fault] = error.details ?? [];
    return `${fault?.path}: ${fault?.message}`;
  }
}

it('reads options, of which map and fields may be repeated', () => {
  const map = 'map=person_network_url:a:b&map=person.email:Mail';
  expect(read(`operation=email&${map}&fields=email,status&fields=verified_at&max_credits=7`)).toEqual({
    operation: 'email',
    map: { person_network_url: 'a:b', 'person.email': 'Mail' },
    fields: ['email', 'status', 'verified_at'],
    max_credits: 7,
  });
});

it.each([
  ['operation=email&operation=phone', 'operation: is given more than once'],
  ['operation=email&max_credits=1&max_credits=100', 'max_credits: is given more than once'],
  ['operation=email&max_credits=-1', 'max_credits: must be at least 0, not -1'],
  ['operation=email&map=person_network_url', 'map: must be FIELD:COLUMN, not "person_network_url"'],
  ['operation=email&map=:a', 'map: must be FIELD:COLUMN, not ":a"'],
  [
    'operation=email&map=person_network_url:a&map=person_network_url:b',
    'map: names two columns for person_network_url',
  ],
  ['operation=email&__proto__=1', '__proto__: is unknown; known are operation, map, fields, max_credits'],
])('rejects %s', (query, fault) => expect(read(query)).toBe(fault));

it('rejects an input without a readable row with its fault, not with that of the map', () => {
  const stored = () => storedOptions({ operation: 'email' }, { format: 'jsonl', columns: [], hiddenGeneration: 0 });
  expect(stored).toThrow('no row is a JSON object with members');
});
