import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { UsageRow } from './port.ts';
import { summarizeUsage, USAGE_DIMENSIONS } from './summarize-usage.ts';

const PATH = '/v2/search/people';

function row(changes: Partial<UsageRow>): UsageRow {
  const usual = { hour: '2030-05-15T09:00:00.000Z', accountName: 'Acme', keyId: 'key_1', path: PATH, status: 200 };
  return { ...usual, calls: 1, credits: 1, ...changes };
}

const ROWS = [
  row({ calls: 3, credits: 3 }),
  row({ status: 404, calls: 2, credits: 0 }),
  row({ hour: '2030-05-15T23:00:00.000Z' }),
  row({ hour: '2030-06-01T00:00:00.000Z', accountName: 'Zenith', keyId: 'key_2', path: '/v2/jobs/search' }),
];

test.each([
  [
    ['day'],
    [
      { day: '2030-05-15', calls: 6, credits: 4 },
      { day: '2030-06-01', calls: 1, credits: 1 },
    ],
  ],
  [
    ['month'],
    [
      { month: '2030-05', calls: 6, credits: 4 },
      { month: '2030-06', calls: 1, credits: 1 },
    ],
  ],
  [
    ['account'],
    [
      { account: 'Acme', calls: 6, credits: 4 },
      { account: 'Zenith', calls: 1, credits: 1 },
    ],
  ],
  [
    ['key'],
    [
      { key: 'key_1', calls: 6, credits: 4 },
      { key: 'key_2', calls: 1, credits: 1 },
    ],
  ],
  [
    ['path'],
    [
      { path: '/v2/jobs/search', calls: 1, credits: 1 },
      { path: PATH, calls: 6, credits: 4 },
    ],
  ],
  [
    ['status'],
    [
      { status: 200, calls: 5, credits: 5 },
      { status: 404, calls: 2, credits: 0 },
    ],
  ],
  [
    ['status', 'day'],
    [
      { status: 200, day: '2030-05-15', calls: 4, credits: 4 },
      { status: 200, day: '2030-06-01', calls: 1, credits: 1 },
      { status: 404, day: '2030-05-15', calls: 2, credits: 0 },
    ],
  ],
  [[], [{ calls: 7, credits: 5 }]],
] as const)('by %s', (by, sums) => {
  expect(summarizeUsage(ROWS, by)).toEqual(sums);
});

test('sums no rows to nothing', () => {
  expect(summarizeUsage([], ['day'])).toEqual([]);
});

test('law: totals do not depend on the dimensions or the order, and no combination occurs twice', () => {
  const rows = fc.array(
    fc.record({
      hour: fc.constantFrom('2030-05-15T09:00:00.000Z', '2030-05-16T09:00:00.000Z', '2030-06-01T00:00:00.000Z'),
      accountName: fc.constantFrom('Acme', 'a"]', '["a'),
      keyId: fc.constantFrom('key_1', 'key_2'),
      path: fc.constantFrom(PATH, '/v2/jobs/search'),
      status: fc.constantFrom(200, 402, 404),
      calls: fc.nat(1000),
      credits: fc.nat(1000),
    }),
  );
  fc.assert(
    fc.property(rows, fc.subarray(USAGE_DIMENSIONS), (given, by) => {
      const sums = summarizeUsage(given, by);
      const total = (of: 'calls' | 'credits', all: readonly UsageRow[] | typeof sums) =>
        all.reduce((sum, one) => sum + one[of], 0);
      expect(total('calls', sums)).toBe(total('calls', given));
      expect(total('credits', sums)).toBe(total('credits', given));
      expect(new Set(sums.map((sum) => JSON.stringify(by.map((one) => sum[one])))).size).toBe(sums.length);
      expect(summarizeUsage(given.toReversed(), by)).toEqual(sums);
    }),
  );
});
