// Usage: every call with a known key is counted once, with the status of its answer. Its credits equal those of the
// ledger.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { summarizeUsage } from '../../src/accounts/summarize-usage.ts';
import { ENDPOINTS } from '../../src/contract/endpoints/endpoints.ts';
import { company, companyUrl } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';

const UTC = { region: 'UTC' };
const CLOCK = ENDPOINTS['current-date'].path;
const COMPANY = ENDPOINTS.company.path;
const KEY_INFO = ENDPOINTS['key-info'].path;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ companies: [company('acme', 'Acme')] });
});
afterAll(() => service.close());

/** Calls and credits of an account. */
async function usage(accountName: string, by: Parameters<typeof summarizeUsage>[1] = ['path', 'status']) {
  return summarizeUsage(await service.admin.usage({ accountName }), by);
}

const plan = (name: string, creditsPerMonth: number, requestsPerSecond = 1000) => ({
  name,
  creditsPerMonth,
  requestsPerSecond,
});

function ledgerSum(): unknown {
  const database = new Database(join(service.config.data, 'accounts.db'), { readonly: true });
  const sum = database.prepare("SELECT count(*) FROM ledger WHERE kind = 'charge'").pluck().get();
  database.close();
  return sum;
}

it('counts each answer to a known key once, under its path and status', async () => {
  const key = await service.makeAccount(plan('mixed', 3));
  const acme = { company_network_url: companyUrl('acme') };
  await service.call('current-date', UTC, { key });
  await service.call('company', acme, { key });
  await service.call('company', { company_network_url: companyUrl('nowhere') }, { key });
  await service.call('company', {}, { key });
  await service.call('key-info', undefined, { key });
  await service.call('current-date', UTC, { key });
  await service.call('current-date', UTC, { key });
  await service.call('current-date', UTC, { key: null });
  await service.call('current-date', UTC, { key, method: 'PUT' });
  expect(await usage('mixed')).toEqual([
    { path: KEY_INFO, status: 200, calls: 1, credits: 0 },
    { path: COMPANY, status: 200, calls: 1, credits: 1 },
    { path: COMPANY, status: 404, calls: 1, credits: 0 },
    { path: COMPANY, status: 422, calls: 1, credits: 0 },
    { path: CLOCK, status: 200, calls: 2, credits: 2 },
    { path: CLOCK, status: 402, calls: 1, credits: 0 },
  ]);
});

it('counts a replayed answer as a call without credits', async () => {
  const key = await service.makeAccount(plan('retrying', 10));
  const headers = { 'idempotency-key': 'one' };
  for (let time = 0; time < 3; time += 1) await service.call('current-date', UTC, { key, headers });
  const nowhere = { company_network_url: companyUrl('nowhere') };
  for (let time = 0; time < 2; time += 1) await service.call('company', nowhere, { key, headers });
  await service.call('current-date', { region: 'Europe/Berlin' }, { key, headers });
  expect(await usage('retrying')).toEqual([
    { path: COMPANY, status: 404, calls: 2, credits: 0 },
    { path: CLOCK, status: 200, calls: 3, credits: 1 },
    { path: CLOCK, status: 422, calls: 1, credits: 0 },
  ]);
});

it('counts a 429 in the hour of the call', async () => {
  const key = await service.makeAccount(plan('hasty', 10, 1));
  await service.call('current-date', UTC, { key });
  service.clock.ms += 3_600_000;
  await service.call('current-date', UTC, { key });
  await service.call('current-date', UTC, { key });
  expect(await usage('hasty', ['hour', 'status'])).toEqual([
    { hour: '2030-05-15T12:00:00.000Z', status: 200, calls: 1, credits: 1 },
    { hour: '2030-05-15T13:00:00.000Z', status: 200, calls: 1, credits: 1 },
    { hour: '2030-05-15T13:00:00.000Z', status: 429, calls: 1, credits: 0 },
  ]);
});

it('counts the same credits as the ledger', async () => {
  const [sum] = summarizeUsage(await service.admin.usage({}), []);
  expect(sum?.credits).toBe(ledgerSum());
  expect(sum?.credits).toBeGreaterThan(5);
});

it('keeps counts that were not yet written when the server restarts', async () => {
  const key = await service.makeAccount(plan('restarted', 10));
  await service.call('current-date', {}, { key });
  await service.restart();
  expect(await usage('restarted')).toEqual([{ path: CLOCK, status: 422, calls: 1, credits: 0 }]);
});
