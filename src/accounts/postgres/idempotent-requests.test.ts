import { expect, test } from 'vitest';
import type { Database } from '../../ops/postgres/database.ts';
import { IdempotentRequests } from './idempotent-requests.ts';

test('removes old requests once a minute, also after the clock was set back', async () => {
  const removedBefore: unknown[] = [];
  const run = async (_statement: unknown, before: number) => {
    removedBefore.push(before);
    return [];
  };
  const requests = new IdempotentRequests({ run } as unknown as Database);
  const DAY_MS = 24 * 3_600_000;
  for (const now of [400 * DAY_MS, 400 * DAY_MS + 59_999, 2 * DAY_MS, 2 * DAY_MS + 60_000])
    await requests.maintain(now);
  expect(removedBefore).toEqual([399 * DAY_MS, DAY_MS, DAY_MS + 60_000]);
});
