// Failures to collect events of imports, editions and credits.
import { afterEach, expect, test, vi } from 'vitest';
import type { Webhooks } from '../accounts/webhook-port.ts';
import { EventSources } from './event-sources.ts';

afterEach(() => void vi.useRealTimers());

test('logs a failure that repeats once, and again after a success', async () => {
  vi.useFakeTimers();
  const log = { error: vi.fn() };
  let isGone = true;
  const importRuns = vi.fn(() => {
    if (isGone) throw new Error('the catalog is gone');
    return [];
  });
  const mark = async () => JSON.stringify({ seen: 0, open: [] });
  const webhooks = { mark, creditsOfSubscribers: async () => [] } as unknown as Webhooks;
  const clock = { now: Date.now };
  const sources = new EventSources({ webhooks, clock, log, importRuns, editionId: async () => null });
  const gatherLater = async () => {
    vi.advanceTimersByTime(10_000);
    await sources.gather();
  };
  for (let times = 0; times < 3; times += 1) await gatherLater();
  expect([importRuns.mock.calls.length, log.error.mock.calls.length]).toEqual([3, 1]);
  isGone = false;
  await gatherLater();
  isGone = true;
  await gatherLater();
  expect([importRuns.mock.calls.length, log.error.mock.calls.length]).toEqual([5, 2]);
});
