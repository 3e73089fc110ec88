import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeEmployers, decodeIds, encodeEmployers, encodeIds } from './changed-ids.ts';

const id = fc.integer({ min: 1, max: 2 ** 35 - 1 });

test('ids are decoded as they were encoded, ascending', () => {
  fc.assert(
    fc.property(fc.uniqueArray(id), (ids) => {
      expect([...decodeIds(encodeIds(ids))]).toEqual(ids.toSorted((a, b) => a - b));
    }),
  );
});

test('adjacent ids take one byte each', () => {
  expect(encodeIds(Array.from({ length: 100 }, (_, index) => index + 1)).length).toBe(100);
});

test('changes of employers are decoded as they were encoded', () => {
  const company = fc.option(id, { nil: null });
  const change = fc.record({ employerId: id, from: company, to: company });
  fc.assert(
    fc.property(fc.uniqueArray(change, { selector: ({ employerId }) => employerId }), (changes) => {
      const ascending = changes.toSorted((a, b) => a.employerId - b.employerId);
      expect([...decodeEmployers(encodeEmployers(changes))]).toEqual(ascending);
    }),
  );
});
