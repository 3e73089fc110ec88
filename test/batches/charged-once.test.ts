// Repeated, resumed and concurrent calls: one charge and one state, within the Idempotency-Key and the maximum.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { person, personUrl } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { batchClient } from './batch-client.ts';

let service: TestService;
beforeEach(async () => {
  const people = [0, 1, 2].map((at) =>
    person(`p${at}`, 1, { emails: [{ email: `p${at}@acme.example`, status: 'valid' }] }),
  );
  service = await startTestService({ people });
});
afterEach(() => service.close());

const { send, create, ended } = batchClient(() => service);
const rows = (...slugs: string[]) => `person_network_url\n${slugs.map((slug) => `${personUrl(slug)}\n`).join('')}`;
const used = async () => (await service.admin.accounts()).find(({ name }) => name === 'tester')?.used;

it('an Idempotency-Key makes no second batch after the first is removed', async () => {
  const headers = { 'idempotency-key': 'leads-1' };
  const make = (slugs: string[]) => create('operation=email', rows(...slugs), { headers });
  const { body } = await make(['p0', 'p1']);
  await ended(body.id);
  expect((await send('DELETE', `/v2/batches/${body.id}`)).status).toBe(204);
  for (const _ of [1, 2]) {
    const again = await make(['p0', 'p1']);
    expect([again.status, again.body.error.message]).toEqual([409, expect.stringContaining('use a new key')]);
  }
  const other = await make(['p2']);
  expect([other.status, other.body.error.details[0].path]).toEqual([422, 'Idempotency-Key']);
  expect(await used()).toBe(2);
  const { body: next } = await create('operation=email', rows('p0', 'p1'), {
    headers: { 'idempotency-key': 'leads-2' },
  });
  expect(await ended(next.id)).toMatchObject({ state: 'completed', credits_used: 2 });
});

it('a resume with fewer credits than are used is rejected, and the batch keeps its maximum', async () => {
  const { body } = await create('operation=email&max_credits=2', rows('p0', 'p1', 'p2'));
  expect(await ended(body.id)).toMatchObject({ state: 'paused_no_credits', credits_used: 2, max_credits: 2 });
  const resume = (most: number) => send('POST', `/v2/batches/${body.id}/resume`, `{"max_credits":${most}}`);
  const rejected = await resume(1);
  expect([rejected.status, rejected.body.error.message]).toEqual([
    422,
    'max_credits: must be at least 2, the credits that the batch has used',
  ]);
  expect(await ended(body.id)).toMatchObject({ state: 'paused_no_credits', max_credits: 2 });
  expect((await resume(3)).status).toBe(200);
  expect(await ended(body.id)).toMatchObject({ state: 'completed', credits_used: 3, max_credits: 3 });
  expect((await resume(1)).status).toBe(409);
});

it('a call that another call forestalls is rejected with the current state', async () => {
  const { body } = await create('operation=email&max_credits=0', rows('p0'));
  expect((await ended(body.id)).state).toBe('paused_no_credits');
  const path = `/v2/batches/${body.id}`;
  const [, resumed] = await Promise.all([send('POST', `${path}/cancel`), send('POST', `${path}/resume`)]);
  expect(resumed.body.error.message).toContain('the batch is cancelled;');
});
