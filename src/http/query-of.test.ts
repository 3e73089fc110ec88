// Query parameters: repeated ones, and the work that many of them cause.
import { expect, test, vi } from 'vitest';
import { queryOf } from './query-of.ts';

test('rejects a parameter that is sent twice, unless it is repeatable', () => {
  expect(() => queryOf('/v2/batches?limit=1&map=a&limit=1', ['map'])).toThrow(/more than once/);
  expect(queryOf('/v2/batches?map=a&map=b', ['map']).getAll('map')).toEqual(['a', 'b']);
});

test('does not search the query again for each of its parameters', () => {
  const searches = (['getAll', 'get', 'has'] as const).map((name) => vi.spyOn(URLSearchParams.prototype, name));
  const query = queryOf(`/v2/batches?${Array.from({ length: 1000 }, (_, index) => `p${index}`).join('&')}`);
  expect(query.size).toBe(1000);
  for (const search of searches) {
    expect(search).not.toHaveBeenCalled();
    search.mockRestore();
  }
});
