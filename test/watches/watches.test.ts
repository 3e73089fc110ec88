// Watches: saved searches and lists of records by HTTP, with the credits of each reported change.
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCatalogAdmin } from '../../src/app/catalog-writers.ts';
import { WatchAnswer, WatchChanges, WatchCreated, WatchList } from '../../src/contract/resources/watches.ts';
import { company, companyUrl, person, personUrl, position } from '../support/fixture-records.ts';
import { checkErrorBody, type Reply, startTestService, type TestService } from '../support/service.ts';

const ajv = new Ajv2020({ allErrors: true, strict: false });
const is = {
  watch: ajv.compile(WatchAnswer),
  created: ajv.compile(WatchCreated),
  list: ajv.compile(WatchList),
  changes: ajv.compile(WatchChanges),
};

const jane = (changes: object = {}) =>
  person('jane', 1, {
    experiences: [position('acme', 'Clerk')],
    emails: [{ email: 'jane@acme.example', status: 'valid' }],
    ...changes,
  });
const acme = (changes: object = {}) =>
  company('acme', 'Acme', { domain: 'acme.example', employee_count: 10, ...changes });
const opening = (title: string) => ({ company_network_url: companyUrl('acme'), title, source: 'site' });

let service: TestService;
beforeEach(async () => {
  service = await startTestService({ companies: [acme(), company('globex', 'Globex')], people: [jane()] });
});
afterEach(() => service.close());

async function send(method: string, path: string, body?: unknown, key = service.key): Promise<Reply> {
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const reply = await service.request({
    ...{ method: method as 'POST', url: `/v2/watches${path}`, headers: { 'x-api-key': key, ...type } },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  if (reply.status >= 400) checkErrorBody(reply.body);
  return reply;
}

async function watch(body: object, key = service.key) {
  const { status, body: created } = await send('POST', '', body, key);
  expect([status, is.created(created), is.created.errors]).toEqual([201, true, null]);
  await expect.poll(async () => (await show(created.id, key)).state, { interval: 20 }).toBe('active');
  return created as { id: string; unknown: string[] };
}

async function show(id: string, key = service.key) {
  const { body } = await send('GET', `/${id}`, undefined, key);
  expect([is.watch(body), is.watch.errors]).toEqual([true, null]);
  return body;
}

async function changes(id: string, query = '') {
  const { body } = await send('GET', `/${id}/changes${query}`);
  expect([is.changes(body), is.changes.errors]).toEqual([true, null]);
  return body;
}

async function update(records: Parameters<TestService['import']>[0]) {
  await service.import(records);
  await service.index();
}

/** Waits until the watch has reported as many changes. */
const reported = (id: string, count: number, key = service.key) =>
  expect.poll(async () => (await show(id, key)).changes, { interval: 50 }).toBe(count);

const used = async (name: string) => (await service.admin.accounts()).find((each) => each.name === name)?.used;

describe('a saved search', () => {
  it('reports new matches once, each for a credit, and nothing of its first state', async () => {
    const { id } = await watch({ search: { kind: 'people', people: { job_title: { include: ['clerk'] } } } });
    expect(await show(id)).toMatchObject({ records: 1, changes: 0, credits_used: 0 });
    await update({
      people: [
        person('joe', 2, { experiences: [position('globex', 'Clerk')] }),
        person('max', 3),
        jane({ headline: 'x' }),
      ],
    });
    await reported(id, 1);
    const { results, cursor, more } = await changes(id);
    expect(results).toMatchObject([
      { id: 1, type: 'matched', record: 'person', network_url: personUrl('joe'), fields: [] },
    ]);
    expect([cursor, more, await used('tester')]).toEqual(['1', false, 1]);
    await update({ people: [person('joe', 2, { headline: 'y', experiences: [position('globex', 'Clerk')] })] });
    await update({ people: [person('ann', 4, { experiences: [position('acme', 'Clerk')] })] });
    await reported(id, 2);
    expect((await changes(id, `?cursor=${cursor}`)).results).toMatchObject([{ id: 2, network_url: personUrl('ann') }]);
    expect([await used('tester'), (await show(id)).credits_used]).toEqual([2, 2]);
    const usage = (await service.admin.usage({})).filter(({ credits }) => credits > 0);
    expect(usage.map(({ path, credits }) => [path, credits])).toEqual([['/v2/watches', 2]]);
  });

  it('has records in its first state that were imported before it and are searchable later', async () => {
    await service.import({ people: [person('joe', 2, { experiences: [position('globex', 'Clerk')] })] });
    const { body } = await send('POST', '', { search: { kind: 'people', people: { job_title: ['clerk'] } } });
    // Waits as long as several rounds of the evaluation take.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect((await show(body.id)).state).toBe('preparing');
    await service.index();
    await expect.poll(async () => (await show(body.id)).state, { interval: 20 }).toBe('active');
    expect(await show(body.id)).toMatchObject({ records: 2, changes: 0 });
    await update({ people: [person('ann', 4, { experiences: [position('acme', 'Clerk')] })] });
    await reported(body.id, 1);
    expect((await changes(body.id)).results).toMatchObject([{ network_url: personUrl('ann') }]);
  });

  it('reports companies, job rows, and people whose employer begins to match', async () => {
    const companies = await watch({ search: { kind: 'companies', company: { employee_range: { min: 50 } } } });
    const staff = await watch({ search: { kind: 'people', company: { employee_range: { min: 50 } } } });
    const jobs = await watch({ search: { kind: 'jobs', job: { title: { include: ['cook'] } } } });
    await update({ companies: [acme({ employee_count: 60 })], jobs: [opening('Cook'), opening('Driver')] });
    for (const { id } of [companies, staff, jobs]) await reported(id, 1);
    expect((await changes(companies.id)).results).toMatchObject([{ record: 'company', name: 'Acme' }]);
    expect((await changes(staff.id)).results).toMatchObject([{ record: 'person', network_url: personUrl('jane') }]);
    expect((await changes(jobs.id)).results).toMatchObject([
      { record: 'job', name: 'Cook', network_url: companyUrl('acme') },
    ]);
  });

  it('continues when a value of its filters leaves the data, and when it returns', async () => {
    await update({ companies: [acme({ industry: 'Airship Weaving' })] });
    const of = (industry: string[]) => watch({ search: { kind: 'companies', company: { industry } } });
    const [{ id }, { id: both }] = [await of(['Airship Weaving']), await of(['Airship Weaving', 'Banking'])];
    await update({
      companies: [acme({ industry: 'Banking' }), company('initech', 'Initech', { industry: 'Banking' })],
    });
    await reported(both, 1);
    await update({ companies: [company('globex', 'Globex', { industry: 'Airship Weaving' })] });
    await reported(id, 1);
    await reported(both, 2);
    expect([(await show(id)).state, await used('tester')]).toEqual(['active', 3]);
  });

  it('reads its first state when it is resumed, if it has failed before', async () => {
    await update({ people: [person('joe', 2, { experiences: [position('globex', 'Clerk')] })] });
    const { id } = await watch({ search: { kind: 'people', people: { job_title: { include: ['clerk'] } } } });
    const database = new Database(join(service.config.data, 'accounts.db'));
    database.prepare("UPDATE watch SET state = 'failed', generation = 0 WHERE id = ?").run(id);
    database.prepare('DELETE FROM watch_member WHERE watch_id = ?').run(id);
    database.close();
    expect((await send('POST', `/${id}/resume`)).body.state).toBe('preparing');
    await expect.poll(async () => (await show(id)).state, { interval: 20 }).toBe('active');
    expect([(await show(id)).records, (await show(id)).changes, await used('tester')]).toEqual([2, 0, 0]);
  });

  it('never shows a suppressed record', async () => {
    const { id } = await watch({ search: { kind: 'people', people: { job_title: { include: ['clerk'] } } } });
    await service.suppress('person', 'sue');
    const clerk = (slug: string, at: number) => person(slug, at, { experiences: [position('globex', 'Clerk')] });
    await update({ people: [clerk('sue', 5), clerk('joe', 2), clerk('ann', 3)] });
    await reported(id, 2);
    await service.suppress('person', 'joe');
    const { results, cursor } = await changes(id);
    expect([results.map((one: { network_url: string }) => one.network_url), cursor]).toEqual([[personUrl('ann')], '2']);
  });

  it('reports and charges nothing while it is paused, and all of it after a resume', async () => {
    const key = await service.makeAccount({ name: 'pausing', creditsPerMonth: 9, requestsPerSecond: 10_000 });
    const { id } = await watch({ search: { kind: 'people', people: { job_title: { include: ['clerk'] } } } }, key);
    expect((await send('POST', `/${id}/pause`, undefined, key)).body).toMatchObject({
      id,
      state: 'paused',
      reason: null,
    });
    expect((await send('POST', `/${id}/pause`, undefined, key)).body.error.code).toBe('CONFLICT');
    await update({ people: [person('while-paused', 9, { experiences: [position('acme', 'Clerk')] })] });
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect([(await show(id, key)).changes, await used('pausing')]).toEqual([0, 0]);
    expect((await send('POST', `/${id}/resume`, undefined, key)).body.state).toBe('active');
    await reported(id, 1, key);
    expect(await used('pausing')).toBe(1);
  });

  it('pauses without credits, states the reason, and continues after a resume', async () => {
    const plan = { name: 'small', creditsPerMonth: 2, requestsPerSecond: 10_000 };
    const key = await service.makeAccount(plan);
    const { id } = await watch({ search: { kind: 'people', people: { job_title: { include: ['clerk'] } } } }, key);
    const clerks = [1, 2, 3].map((at) => person(`c${at}`, at, { experiences: [position('acme', 'Clerk')] }));
    await update({ people: clerks });
    await expect.poll(async () => (await show(id, key)).state).toBe('paused_no_credits');
    const paused = await show(id, key);
    expect([paused.changes, paused.credits_used, await used('small')]).toEqual([2, 2, 2]);
    expect(paused.reason).toMatch(/^no credits are left; they reset on 2030-06-01/);
    await service.admin.grant('small', 5);
    expect((await send('POST', `/${id}/resume`, undefined, key)).status).toBe(200);
    await reported(id, 3, key);
    expect(await used('small')).toBe(3);
    expect((await send('POST', `/${id}/resume`, undefined, key)).body.error.code).toBe('CONFLICT');
  });
});

describe('a list of records', () => {
  it('reports changes of its fields, and of no other field', async () => {
    const records = [personUrl('jane'), 'acme.example', companyUrl('globex'), personUrl('nobody'), 'nowhere.example'];
    const { id, unknown } = await watch({ records });
    expect([unknown, (await show(id)).records]).toEqual([[personUrl('nobody'), 'nowhere.example'], 3]);
    await update({ people: [jane({ headline: 'other' })], companies: [acme({ description: 'other' })] });
    await update({ people: [jane({ experiences: [position('globex', 'Manager')] })] });
    await reported(id, 1);
    await update({ jobs: [opening('Cook')] });
    await reported(id, 2);
    await update({ companies: [acme({ employee_count: 11 })] });
    await reported(id, 3);
    await update({ people: [jane({ emails: [{ email: 'jane@acme.example', status: 'invalid' }] })] });
    await reported(id, 4);
    const { results } = await changes(id);
    const shown = results.map((one: { network_url: string; fields: string[] }) => [one.network_url, one.fields]);
    expect(shown).toEqual([
      [personUrl('jane'), ['employer', 'title']],
      [companyUrl('acme'), ['openings']],
      [companyUrl('acme'), ['headcount']],
      [personUrl('jane'), ['employer', 'title', 'email_status']],
    ]);
    expect(await used('tester')).toBe(4);
  });

  it('has in its first state the openings that searches do not show yet', async () => {
    await service.import({ jobs: [opening('Cook')] });
    const { id } = (await send('POST', '', { records: ['acme.example'] })).body;
    // Waits as long as several rounds of the evaluation take.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect((await show(id)).state).toBe('preparing');
    await service.index();
    await expect.poll(async () => (await show(id)).state, { interval: 20 }).toBe('active');
    await update({ companies: [acme({ employee_count: 11 })] });
    await reported(id, 1);
    expect((await changes(id)).results).toMatchObject([{ record: 'company', fields: ['headcount'] }]);
    expect(await used('tester')).toBe(1);
  });

  it('keeps nothing of a suppressed record', async () => {
    const { id } = await watch({ records: [personUrl('jane'), 'acme.example'] });
    const states = () => {
      const database = new Database(join(service.config.data, 'accounts.db'), { readonly: true });
      const all = database.prepare('SELECT state FROM watch_member WHERE watch_id = ?').pluck().all(id) as string[];
      database.close();
      return all.toSorted().map((state) => state.length > 0);
    };
    expect(states()).toEqual([true, true]);
    await service.suppress('person', 'jane');
    await service.index();
    await expect.poll(states, { interval: 50 }).toEqual([false, true]);
    expect([(await show(id)).changes, await used('tester')]).toEqual([0, 0]);
  });

  it('continues with the records into which its records are merged, and reports how they differ', async () => {
    await update({ people: [person('joe', 2, { experiences: [position('acme', 'Cook')] })] });
    const { id } = await watch({ records: [personUrl('joe'), companyUrl('globex')], fields: ['title', 'headcount'] });
    const catalogAdmin = openCatalogAdmin(service.config);
    await catalogAdmin.mergeRecords('person', ['jane', 'joe'], '2030-05-15T12:00:00.000Z');
    await catalogAdmin.mergeRecords('company', ['acme', 'globex'], '2030-05-15T12:00:00.000Z');
    catalogAdmin.close();
    await service.index();
    // The title of joe is still the title of the merged person.
    await reported(id, 1);
    await update({ people: [person('joe', 2, { experiences: [position('acme', 'Manager')] })] });
    await reported(id, 2);
    const { results } = await changes(id);
    const shown = results.map((one: { network_url: string; fields: string[] }) => [one.network_url, one.fields]);
    expect(shown).toEqual([
      [companyUrl('acme'), ['headcount']],
      [personUrl('jane'), ['title']],
    ]);
    expect(await used('tester')).toBe(2);
  });

  it('reports the chosen fields only', async () => {
    const { id } = await watch({ records: [personUrl('jane')], fields: ['email_status'] });
    await update({ people: [jane({ experiences: [position('globex', 'Manager')] })] });
    await update({
      people: [
        jane({
          experiences: [position('globex', 'Manager')],
          emails: [{ email: 'jane@acme.example', status: 'catch_all' }],
        }),
      ],
    });
    await reported(id, 1);
    expect((await changes(id)).results).toMatchObject([{ fields: ['email_status'] }]);
  });
});

describe('a call', () => {
  it.each([
    ['nothing', {}, ''],
    ['both', { search: { kind: 'people', people: { name: { include: ['a'] } } }, records: ['acme.example'] }, ''],
    ['a foreign filter', { search: { kind: 'companies', people: { name: { include: ['a'] } } } }, 'search.people'],
    ['no filter', { search: { kind: 'people' } }, 'search'],
    [
      'a wrong value',
      { search: { kind: 'people', people: { country_code: ['XX'] } } },
      'search.people.country_code[0]',
    ],
    ['fields of a search', { search: { kind: 'people', people: {} }, fields: ['title'] }, 'fields'],
    ['fields that no record has', { records: ['acme.example'], fields: ['title', 'email_status'] }, 'fields'],
    ['unknown records', { records: ['nowhere.example'] }, 'records'],
    ['no record', { records: ['acme.example', 'x'] }, 'records[1]'],
  ])('with %s is rejected', async (_, body, path) => {
    const { status, body: rejection } = await send('POST', '', body);
    expect([status, rejection.error.details[0].path]).toEqual([422, path]);
  });

  it('with an Idempotency-Key creates one watch, however often it is sent', async () => {
    const create = () =>
      service.request({
        ...{ method: 'POST', url: '/v2/watches', payload: JSON.stringify({ records: ['acme.example'] }) },
        headers: { 'x-api-key': service.key, 'content-type': 'application/json', 'idempotency-key': 'first' },
      });
    const [first, again] = [await create(), await create()];
    expect([again.status, again.body, again.headers['location']]).toEqual([201, first.body, first.headers['location']]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect((await send('GET', '')).body.results_length).toBe(1);
  });

  it('that another call forestalls is rejected with the current state', async () => {
    const { id } = await watch({ records: [personUrl('jane')] });
    const pauses = await Promise.all([send('POST', `/${id}/pause`), send('POST', `/${id}/pause`)]);
    const rejected = pauses.find(({ status }) => status === 409);
    expect(rejected?.body.error.message).toBe('the watch is paused; only an active one is paused');
  });

  it('of another account finds no watch; a removed one is gone', async () => {
    const { id } = await watch({ records: ['acme.example'] });
    const other = await service.makeAccount({ name: 'other', creditsPerMonth: 5, requestsPerSecond: 1000 });
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/pause'],
      ['POST', '/resume'],
      ['GET', '/changes'],
    ] as const)
      expect((await send(method, `/${id}${path}`, undefined, other)).status).toBe(404);
    const { body: listed } = await send('GET', '');
    expect([is.list(listed), listed.results_length]).toEqual([true, 1]);
    expect((await send('GET', `/${id}/changes?cursor=x`)).status).toBe(422);
    expect((await send('GET', `/${id}/changes?cursor=0&cursor=1`)).status).toBe(422);
    expect((await send('GET', `/${id}/changes?cursor=1`)).body.error.message).toBe(
      'cursor: is after the last change of the watch, 0; send the cursor of the last page',
    );
    expect((await send('DELETE', `/${id}`)).status).toBe(204);
    expect((await send('GET', `/${id}`)).status).toBe(404);
  });
});
