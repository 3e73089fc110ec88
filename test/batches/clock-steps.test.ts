// Steps of the clock while a batch runs and a watch is due: each row and each change is charged once, and none waits.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { person, personUrl } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { batchClient } from './batch-client.ts';

const HOUR_MS = 3_600_000;
/** Several blocks. */
const ROWS = 5000;

let service: TestService;
beforeEach(async () => {
  service = await startTestService({ people: [clerk('p0', { emails: [{ email: 'p0@acme.example' }] })] });
});
afterEach(() => service.close());

const { send, create, show, ended } = batchClient(() => service);
const clerk = (slug: string, fields: object = {}) => person(slug, 1, { job_title: 'Clerk', ...fields });
const used = async () => (await service.admin.accounts()).find(({ name }) => name === 'tester')?.used;

it.each([
  { step: 'back by an hour', stepMs: -HOUR_MS },
  { step: 'forward by a day', stepMs: 24 * HOUR_MS },
])('a clock that is set $step changes no charge', async ({ stepMs }) => {
  const search = { kind: 'people', people: { job_title: { include: ['clerk'] } } };
  const watch = await send('POST', '/v2/watches', JSON.stringify({ search }), { type: 'application/json' });
  const watched = async () => (await send('GET', `/v2/watches/${watch.body.id}`)).body;
  await expect.poll(async () => (await watched()).state, { interval: 20 }).toBe('active');
  const rows = `person_network_url\n${`${personUrl('p0')}\n`.repeat(ROWS)}`;
  const headers = { 'idempotency-key': 'leads' };
  const { body: batch } = await create('operation=email', rows, { headers });
  await expect.poll(async () => (await show(batch.id)).body.done, { interval: 5 }).toBeGreaterThan(0);
  await service.import({ people: [clerk('p1')] }, 'more');

  service.clock.ms += stepMs;
  const repeated = await create('operation=email', rows, { headers });
  expect(repeated.body.id).toBe(batch.id);
  await service.index();
  expect(await ended(batch.id)).toMatchObject({ state: 'completed', found: ROWS, credits_used: ROWS });
  await expect.poll(async () => (await watched()).changes, { interval: 20 }).toBe(1);
  expect(await used()).toBe(ROWS + 1);
});
