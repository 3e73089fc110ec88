import { expect, test, vi } from 'vitest';
import { type WatchContext, WatchRunner } from './watch-runner.ts';

test('a watch is not paused because another call took some of the credits', async () => {
  const watch = { id: 'wat_1', accountId: 'acc_1', state: 'active', generation: 1, changes: 0 };
  const person = { id: 1, slug: 'ann', positions: [] };
  const documents = {
    ...{ state: { generation: 2 }, close: () => undefined },
    changes: () => ({ people: [1], companies: [], jobs: [], employers: [] }),
    documentsOf: ({ people }: { readonly people: readonly number[] }) => ({
      ...{ people: people.length > 0 ? [person] : [], contacts: [], companies: [], jobs: [], companyKeys: [] },
    }),
  };
  const watchStep = vi.fn().mockResolvedValueOnce('no_credits').mockResolvedValue('done');
  const changeWatch = vi.fn(async () => null);
  const watches = {
    ...{ watchStep, changeWatch, noteWatched: async () => undefined, tidyWatches: async () => undefined },
    runnableWatches: async () => [{ ...watch, query: JSON.stringify({ fields: ['title'] }) }],
    membersAmong: async (_id: string, records: readonly string[]) =>
      records.map((record) => ({ record, state: 'a.b.c.d.e' })),
  };
  const runner = new WatchRunner({
    ...{ watches, documents: () => documents, accounts: { remaining: async () => 1 } },
    ...{ api: { searchable: async () => ({ edition: { generation: 2 } }) }, scheduler: { open: () => ({}) } },
    ...{ leasedWork: { isMine: async () => true }, log: { error: vi.fn() }, metrics: { observeCharge: vi.fn() } },
  } as unknown as WatchContext);
  runner.start();
  await expect.poll(() => watchStep.mock.calls.length).toBe(2);
  await runner.stop();
  expect(watchStep.mock.calls[1]).toMatchObject([{ watchId: 'wat_1', from: 0, credits: 1 }]);
  expect(changeWatch).not.toHaveBeenCalled();
});
