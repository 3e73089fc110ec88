// Pages: of the batches of an account, for a client that has lost the id of its batch, and of the results of a batch.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { company } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { batchClient } from './batch-client.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ companies: [company('acme', 'Acme', { domain: 'acme.example' })] });
});
afterAll(() => service.close());
const { send, create, show, results, ended } = batchClient(() => service);

it('answers the batches of the account, the newest first, in pages', async () => {
  const key = await service.makeAccount({ name: 'lister', creditsPerMonth: 0, requestsPerSecond: 1000 });
  const list = (query = '') => send('GET', `/v2/batches${query}`, undefined, { key });
  expect((await list()).body).toEqual({ results: [], results_length: 0, cursor: null });
  const ids: string[] = [];
  for (let time = 0; time < 3; time += 1) {
    ids.unshift((await create('operation=email', `person_network_url\n/in/unknown-${time}\n`, { key })).body.id);
    // The test cannot know the order of batches of the same millisecond.
    service.clock.ms += 1000;
    await ended(ids[0] ?? '', key);
  }
  const idsOf = ({ body }: { body: { results: { id: string }[] } }) => body.results.map(({ id }) => id);
  expect(idsOf(await list())).toEqual(ids);
  const first = await list('?max_results=2');
  expect([first.body.results_length, idsOf(first)]).toEqual([2, ids.slice(0, 2)]);
  expect(first.body.results[0]).toEqual((await show(ids[0] ?? '', key)).body);
  const last = await list(`?max_results=2&cursor=${first.body.cursor}`);
  expect([idsOf(last), last.body.cursor]).toEqual([ids.slice(2), null]);
  for (const query of [
    '?max_results=0',
    '?max_results=101',
    '?cursor=x',
    '?state=queued',
    `?cursor=${btoa('1.dlv_a')}`,
  ])
    expect((await list(query)).status, query).toBe(422);
});

it('has the header of a table once, even if the first page was read before the first row was done', async () => {
  const query = 'operation=domain-to-network&fields=company_name&max_credits=0';
  const { id } = (await create(query, 'domain\nacme.example\n')).body;
  expect((await ended(id)).done).toBe(0);
  const first = await results(id);
  await send('POST', `/v2/batches/${id}/resume`, '{"max_credits":1}');
  expect((await ended(id)).done).toBe(1);
  const second = await results(id, `?cursor=${first.headers['x-next-cursor']}`);
  const pages = ['domain,result.company_name,status,reason\r\n', 'acme.example,Acme,found,\r\n'];
  expect([first.body, second.body]).toEqual(pages);
});
