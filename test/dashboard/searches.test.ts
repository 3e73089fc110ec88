// Saved searches: of one account, for all of its members, without a charge.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startTestConsole, type TestConsole } from '../support/console.ts';

let site: TestConsole;
let bob: Browser;
let eve: Browser;
beforeAll(async () => {
  site = await startTestConsole();
  bob = await site.member('Bob', 'Acme');
  eve = await site.member('Eve', 'Bolt');
});
afterAll(() => site.close());

const SEARCH = { name: 'Directors', kind: 'people', query: 'people.job_level=Director' };
const names = async (browser: Browser, query = {}) =>
  (await browser.do('searches.list', { query })).body.rows.map(({ name }: { name: string }) => name);

test('are saved under a name, and seen by the account and by operators', async () => {
  const { body } = await bob.do('searches.save', { body: SEARCH });
  expect(body).toMatchObject({ ...SEARCH, saved_by: 'bob@acme.example' });
  expect([await names(bob), await names(eve)]).toEqual([['Directors'], []]);
  expect(await names(site.operator, { account: 'Acme' })).toEqual(['Directors']);
  expect((await site.operator.call('searches.list')).status).toBe(422);
  expect((await eve.call('searches.list', { query: { account: 'Acme' } })).status).toBe(403);
});

test('have a name of their own', async () => {
  const again = await bob.call('searches.save', { body: SEARCH });
  expect([again.status, again.body.error.message]).toEqual([409, expect.stringContaining('choose another name')]);
  expect((await bob.call('searches.save', { body: { ...SEARCH, name: '   ' } })).status).toBe(422);
  expect((await bob.call('searches.save', { body: { ...SEARCH, kind: 'dogs', name: 'x' } })).status).toBe(422);
  expect((await eve.do('searches.save', { body: SEARCH })).status).toBe(200);
});

test('are removed by their account only; the audit log has no name of a search', async () => {
  const [{ id }] = (await bob.do('searches.list')).body.rows;
  expect((await eve.call('searches.remove', { params: { id } })).status).toBe(404);
  await bob.do('searches.remove', { params: { id } });
  expect(await names(bob)).toEqual([]);
  const restored = await bob.do('searches.save', { body: { ...SEARCH, id } });
  expect(restored.body).toMatchObject({ ...SEARCH, id });
  expect((await bob.call('searches.save', { body: { ...SEARCH, id: 'x', name: 'x' } })).status).toBe(422);
  await bob.do('searches.remove', { params: { id } });
  const acts = (await site.operator.do('audit.list')).body.rows;
  expect(acts[0]).toMatchObject({
    action: 'searches.remove',
    subject: `a search of people (${id}) of Acme`,
    result: 'ok',
  });
  expect(JSON.stringify(acts)).not.toContain('Directors');
});

test('follow their renamed account, and are gone with a removed one', async () => {
  await site.operator.do('accounts.rename', { body: { account: 'Bolt', new_name: 'Bolt Ltd' } });
  expect(await names(eve)).toEqual(['Directors']);
  await site.operator.do('accounts.remove', { body: { account: 'Bolt Ltd' } });
  await site.operator.do('accounts.create', { body: { name: 'Bolt Ltd', plan: 'tests' } });
  expect(await names(site.operator, { account: 'Bolt Ltd' })).toEqual([]);
});
