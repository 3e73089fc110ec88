import { expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../ops/store-unavailable.ts';
import type { BatchContext } from './batch-runner.ts';
import { BatchService, type Prepared } from './batch-service.ts';

const prepared = {
  rows: { id: 'bat_1', format: 'csv', hash: 'a', rows: 1 },
  given: { operation: 'email' },
  options: {},
} as unknown as Prepared;
const creation = { caller: { accountId: 'acc_1', keyId: 'key_1' }, idempotencyKey: null } as never;

test.each([
  ['kept, as the batch may have been created', new StoreUnavailable('the connection was lost'), 0],
  ['removed', new Error('the statement was rejected'), 1],
])('the input of a batch whose creation fails is %s', async (_, error, removals) => {
  const files = { complete: async () => undefined, remove: vi.fn(async () => undefined) };
  // The lost transaction may be committed after the batch was looked for.
  const batches = { create: () => Promise.reject(error), find: async () => null };
  const service = new BatchService({ files, batches } as unknown as BatchContext, { wake: () => undefined });
  await expect(service.create(prepared, creation)).rejects.toBe(error);
  expect(files.remove).toHaveBeenCalledTimes(removals);
});
