import { expect, test } from 'vitest';
import { ApiError } from '../contract/errors.ts';
import { UNSCHEDULED } from '../ops/scheduling/turn.ts';
import { StoreUnavailable } from '../ops/store-unavailable.ts';
import { BulkCall } from './bulk-call.ts';

/** The faults that a bulk call reports if the work of its only item fails. */
async function faultsOf(error: Error): Promise<unknown[]> {
  const faults: unknown[] = [];
  const bulk = await BulkCall.plan([{ domain: 'acme.example' }], {
    operation: 'domain-to-network',
    price: 1,
    requestId: 'request',
    turn: UNSCHEDULED,
    plan: () => () => Promise.reject(error),
    exhausted: () => new ApiError('CREDITS_EXHAUSTED', 'no credits are left'),
    onFault: (fault) => void faults.push(fault),
  });
  await bulk.answer(null).catch(() => undefined);
  return faults;
}

test('reports the unexpected error of an item, but no rejection and no store that is out of reach', async () => {
  const error = new Error('unexpected');
  expect(await faultsOf(error)).toEqual([error]);
  expect(await faultsOf(new ApiError('NOT_FOUND', 'no company on this domain is known'))).toEqual([]);
  expect(await faultsOf(new StoreUnavailable('the database is out of reach'))).toEqual([]);
});
