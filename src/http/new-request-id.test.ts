import { expect, test } from 'vitest';
import { newRequestId } from './new-request-id.ts';

test('makes a UUID of version 7', () => {
  expect(newRequestId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  // The time of the example in RFC 9562, appendix A.6.
  expect(newRequestId(Date.UTC(2022, 1, 22, 19, 22, 22))).toMatch(/^017f22e2-79b0-7/);
});

test('makes ids that sort by their milliseconds, no two equal', () => {
  const ids = Array.from({ length: 1000 }, (_, index) => newRequestId(1_700_000_000_000 + index));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(Array.from({ length: 1000 }, () => newRequestId(0))).size).toBe(1000);
});
