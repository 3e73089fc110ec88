// A batch belongs to its account, not to the key that created it.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { person, personUrl } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { batchClient } from './batch-client.ts';

const SLUGS = ['p0', 'p1', 'p2', 'p3', 'p4'];

let service: TestService;
beforeEach(async () => {
  const people = SLUGS.map((slug) => person(slug, 1, { emails: [{ email: `${slug}@acme.example`, status: 'valid' }] }));
  service = await startTestService({ people });
});
afterEach(() => service.close());

const { send, create, ended } = batchClient(() => service);

it('a batch continues without its key, and any other key of the account cancels it', async () => {
  const first = await service.makeAccount({ name: 'two keys', creditsPerMonth: 3, requestsPerSecond: 1000 });
  const second = await service.makeKey({ accountName: 'two keys' });
  const rows = `${['person_network_url', ...SLUGS.map(personUrl)].join('\n')}\n`;
  const { body } = await create('operation=email', rows, { key: first });
  const { body: info } = await service.call('key-info', undefined, { key: first });
  await service.admin.revokeKey(info.id);
  expect(await ended(body.id, second)).toMatchObject({ state: 'paused_no_credits', found: 3 });
  const { status } = await send('POST', `/v2/batches/${body.id}/cancel`, undefined, { key: second });
  const account = (await service.admin.accounts()).find(({ name }) => name === 'two keys');
  expect([status, account?.used]).toEqual([200, 3]);
});
