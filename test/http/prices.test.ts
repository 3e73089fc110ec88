// Prices as numbers: one endpoint costs 2 credits, others 1 or none, in all places that report credits.

import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyAccounts } from '../../src/accounts/sqlite/verify-accounts.ts';
import { ENDPOINTS } from '../../src/contract/endpoints/endpoints.ts';
import { company, companyUrl } from '../support/fixture-records.ts';
import { type Reply, startTestService, type TestService } from '../support/service.ts';

const UTC = { region: 'UTC' };
const ACME = { company_network_url: companyUrl('acme') };
const NOWHERE = { company_network_url: companyUrl('nowhere') };

let service: TestService;
beforeAll(async () => {
  const endpoints = { company: { ...ENDPOINTS.company, credits: 2 } };
  service = await startTestService({ companies: [company('acme', 'Acme')] }, {}, { endpoints });
});
afterAll(() => service.close());

const credits = ({ headers }: Reply) => [headers['x-credits-used'], headers['x-credits-remaining']];
const sumOf = (sql: string) => {
  const database = new Database(join(service.config.data, 'accounts.db'), { readonly: true });
  const sum = database.prepare(sql).pluck().get();
  database.close();
  return sum;
};

it('reports the price in headers, balance, ledger, usage and metrics, and answers 402 above the balance', async () => {
  const key = await service.makeAccount({ name: 'five', creditsPerMonth: 5, requestsPerSecond: 1000 });
  const again = { key, headers: { 'idempotency-key': 'order-1' } };
  const replies = [
    await service.call('current-date', UTC, { key }),
    await service.call('company', NOWHERE, { key }),
    await service.call('company', ACME, again),
    await service.call('company', ACME, again),
    await service.call('key-info', undefined, { key }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([200, 404, 200, 200, 200]);
  expect(replies.map(credits)).toEqual([
    ['1', '4'],
    ['0', '4'],
    ['2', '2'],
    ['0', '2'],
    [undefined, undefined],
  ]);
  expect(replies[3]?.headers['idempotency-replayed']).toBe('true');
  expect(replies[4]?.body.remaining_credits).toBe(2);

  expect(credits(await service.call('current-date', UTC, { key }))).toEqual(['1', '1']);
  const poor = await service.call('company', ACME, { key });
  expect([poor.status, poor.body.error.message]).toEqual([
    402,
    expect.stringContaining('costs 2 credits and fewer are left'),
  ]);
  expect(credits(poor)).toEqual(['0', '1']);
  expect(credits(await service.call('current-date', UTC, { key }))).toEqual(['1', '0']);

  const account = (await service.admin.accounts()).find(({ name }) => name === 'five');
  expect(account).toMatchObject({ used: 5, remaining: 0 });
  const rows = await service.admin.usage({ accountName: 'five' });
  expect(rows.map(({ path, status, calls, credits: sum }) => [path, status, calls, sum])).toEqual([
    ['/v2/account/key-info', 200, 1, 0],
    ['/v2/enrichment/company', 200, 2, 2],
    ['/v2/enrichment/company', 402, 1, 0],
    ['/v2/enrichment/company', 404, 1, 0],
    ['/v2/utils/current-date', 200, 3, 3],
  ]);
  expect(sumOf("SELECT group_concat(credits ORDER BY at, credits) FROM ledger WHERE kind = 'charge'")).toBe('1,1,1,2');
  expect(sumOf('SELECT sum(used) FROM balance')).toBe(sumOf('SELECT sum(credits) FROM ledger'));
  const metrics = await service.request({ url: '/metrics' });
  expect(metrics.body).toContain('cardfile_credits_charged_total 5\n');
  expect(verifyAccounts(join(service.config.data, 'accounts.db'))).toMatchObject({
    faults: [],
    counts: { credits_charged: 5 },
  });
});

it('charges concurrent calls as often as the balance covers the price', async () => {
  const key = await service.makeAccount({ name: 'seven', creditsPerMonth: 7, requestsPerSecond: 1000 });
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const request = () =>
    service.request({ method: 'POST', url: ENDPOINTS.company.path, headers, payload: JSON.stringify(ACME) });
  const replies = await Promise.all(Array.from({ length: 10 }, request));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(3).fill(200), ...Array(7).fill(402)]);
  const key7 = (await service.admin.accounts()).find(({ name }) => name === 'seven');
  expect(key7).toMatchObject({ used: 6, remaining: 1 });
});
