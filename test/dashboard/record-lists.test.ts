// Lists of records in the dashboard, and watches of lists and saved searches, with the credits of each act.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/contract/limits.ts';
import { type Browser, startTestConsole, type TestConsole } from '../support/console.ts';
import { company, companyUrl, person, personUrl, position } from '../support/fixture-records.ts';

let site: TestConsole;
let bob: Browser;
let eve: Browser;
const clerk = (slug: string, title = 'Clerk') =>
  person(slug, 1, { full_name: `Jane ${slug}`, experiences: [position('acme', title)] });
beforeAll(async () => {
  site = await startTestConsole({
    records: {
      companies: [company('acme', 'Acme', { domain: 'acme.example', employee_count: 10 })],
      people: ['p0', 'p1', 'p2', 'p3'].map((slug) => clerk(slug)),
    },
  });
  bob = await site.member('Bob', 'Acme');
  eve = await site.member('Eve', 'Bolt');
});
afterAll(() => site.close());

const used = async () => (await site.service.admin.accounts()).find(({ name }) => name === 'Acme')?.used ?? 0;
const row = (url: string, name = 'Jane') => ({
  ...{ network_url: url, name, job_title: 'Clerk', job_level: null, job_function: null, company_name: 'Acme' },
  ...{ company_network_url: companyUrl('acme'), domain: 'acme.example', industry: null, employee_count: 10 },
  ...{ city: null, country_code: 'DE' },
});
const rows = (...slugs: string[]) => ({ rows: slugs.map((slug) => row(personUrl(slug))) });
const make = async (name: string, kind = 'people') => (await bob.do('lists.create', { body: { name, kind } })).body.id;
const show = async (id: string) => (await bob.do('lists.show', { params: { id } })).body;

describe('records that a browser has stored', () => {
  it('are named when they are hidden or were never there, to every member, and without their values', async () => {
    const body = {
      people: [personUrl('p2'), personUrl('p3'), 'no profile', personUrl('never-there')],
      companies: [companyUrl('acme'), companyUrl('p3')],
    };
    const before = await used();
    const absent = ['no profile', personUrl('never-there'), companyUrl('p3')];
    expect((await bob.do('records.gone', { body })).body).toEqual({ gone: absent });
    const suppressed = { kind: 'person', value: personUrl('p3') };
    await site.operator.do('suppressions.add', { body: suppressed });
    expect((await bob.do('records.gone', { body })).body.gone).toEqual([personUrl('p3'), ...absent]);
    await site.operator.do('suppressions.remove', { body: suppressed });
    expect((await bob.do('records.gone', { body })).body.gone).toEqual(absent);
    expect((await bob.call('records.gone', { body: { ...body, account: 'Bolt' } })).status).toBe(403);
    const many = { people: Array.from({ length: 501 }, () => personUrl('p0')), companies: [] };
    expect((await bob.call('records.gone', { body: many })).status).toBe(422);
    expect(await used()).toBe(before);
  });
});

describe('a list of records', () => {
  it('has the records that were added, each once, and costs nothing', async () => {
    const before = await used();
    const id = await make('Clerks');
    const first = await bob.do('lists.add', { params: { id }, body: rows('p0', 'p1') });
    expect(first.body).toMatchObject({ name: 'Clerks', kind: 'people', account: 'Acme', records: 2, added: 2 });
    const again = await bob.do('lists.add', { params: { id }, body: rows('p1', 'p2') });
    expect(again.body).toMatchObject({ records: 3, added: 1, made_by: 'bob@acme.example' });
    expect(await show(id)).toMatchObject({ records: 3, gone: 0, rows: rows('p0', 'p1', 'p2').rows });
    const dropped = await bob.do('lists.drop', { params: { id }, body: { records: [personUrl('p1')] } });
    expect(dropped.body.records).toBe(2);
    await bob.do('lists.rename', { params: { id }, body: { name: 'Clerks of Acme' } });
    expect((await bob.do('lists.list')).body.rows).toMatchObject([{ id, name: 'Clerks of Acme', records: 2 }]);
    expect(await used()).toBe(before);
  });

  it('hides suppressed records, states their number, and shows them again when they are released', async () => {
    const id = await make('Suppressed');
    await bob.do('lists.add', { params: { id }, body: rows('p0', 'p1', 'never-there') });
    expect(await show(id)).toMatchObject({ records: 3, gone: 1, rows: rows('p0', 'p1').rows });
    const body = { kind: 'person', value: personUrl('p1') };
    await site.operator.do('suppressions.add', { body });
    expect(await show(id)).toMatchObject({ gone: 2, rows: rows('p0').rows });
    await site.operator.do('suppressions.remove', { body });
    expect(await show(id)).toMatchObject({ gone: 1, rows: rows('p0', 'p1').rows });
  });

  it('rejects a record of another kind, and adds none of that call', async () => {
    const id = await make('Companies', 'companies');
    const mixed = { rows: [row(companyUrl('acme')), row(personUrl('p0'))] };
    const rejected = await bob.call('lists.add', { params: { id }, body: mixed });
    expect([rejected.status, rejected.body.error.details[0].path]).toEqual([422, 'rows[1].network_url']);
    expect((await show(id)).rows).toEqual([]);
    const long = { rows: [row(companyUrl('acme'), 'x'.repeat(301))] };
    expect((await bob.call('lists.add', { params: { id }, body: long })).status).toBe(422);
    const many = { rows: Array.from({ length: 101 }, () => row(companyUrl('acme'))) };
    expect((await bob.call('lists.add', { params: { id }, body: many })).status).toBe(422);
    expect((await bob.call('lists.create', { body: { name: 'Companies', kind: 'people' } })).status).toBe(409);
  });

  it('names its limit of records', async () => {
    const id = await make('Full');
    const records = Array.from({ length: 5000 }, (_, index) => ({
      slug: `x${index}`,
      row: JSON.stringify(row(`/in/x${index}`)),
    }));
    await site.store.lists.add('Acme', id, records);
    const rejected = await bob.call('lists.add', { params: { id }, body: rows('p0') });
    expect([rejected.status, rejected.body.error.message]).toEqual([
      409,
      expect.stringContaining('up to 5000 records'),
    ]);
    expect(await show(id)).toMatchObject({ records: 5000, gone: 5000, rows: [] });
    await bob.do('lists.remove', { params: { id } });
    expect((await bob.call('lists.show', { params: { id } })).status).toBe(404);
  });

  it('is unknown to another account; operators name the account', async () => {
    const id = await make('Mine');
    for (const [name, body] of [
      ['lists.show', undefined],
      ['lists.add', rows('p0')],
      ['lists.drop', { records: [personUrl('p0')] }],
      ['lists.rename', { name: 'x' }],
      ['lists.remove', undefined],
    ] as const)
      expect((await eve.call(name, { params: { id }, ...(body ? { body } : {}) })).status, name).toBe(404);
    expect((await eve.do('lists.list')).body.rows).toEqual([]);
    expect((await site.operator.do('lists.show', { params: { id }, query: { account: 'Acme' } })).status).toBe(200);
    expect((await site.operator.call('lists.show', { params: { id } })).status).toBe(422);
  });

  it('has its kind in the audit log', async () => {
    const id = await make('To remove', 'companies');
    const subjects = async (count: number) =>
      (await site.operator.do('audit.list')).body.rows.slice(0, count).map((row: { subject: string }) => row.subject);
    expect(await subjects(1)).toEqual([`a list of companies (${id}) of Acme`]);
    await bob.do('lists.add', { params: { id }, body: { rows: [row(companyUrl('acme'))] } });
    await bob.do('lists.drop', { params: { id }, body: { records: [companyUrl('acme')] } });
    await bob.do('lists.remove', { params: { id } });
    expect(await subjects(3)).toEqual([
      `a list of companies (${id}) of Acme`,
      `1 record from a list of companies (${id}) of Acme`,
      `1 record to a list of companies (${id}) of Acme`,
    ]);
  });

  it('leaves no name in the audit log', async () => {
    const acts = JSON.stringify((await site.operator.do('audit.list')).body.rows);
    expect(acts).toContain('"lists.add"');
    for (const text of ['Clerks', 'Jane', '/in/p0']) expect(acts).not.toContain(text);
  });
});

describe('a watch', () => {
  const state = async (id: string) =>
    (await bob.do('watches.list')).body.rows.find((each: { id: string }) => each.id === id);
  const until = (id: string, wanted: object) => expect.poll(() => state(id), { interval: 20 }).toMatchObject(wanted);

  it('of a list reports changes of its records, at the stated price', async () => {
    // A watch waits until searches show all changes, such as those of the suppression list.
    await site.service.index();
    const id = await make('Watched');
    await bob.do('lists.add', { params: { id }, body: rows('p0', 'p1') });
    const before = await used();
    const { body } = await bob.do('watches.create', { body: { origin: id, fields: ['title'] } });
    expect(body).toMatchObject({ kind: 'records', origin: id, records: 2, search: null, account: 'Acme' });
    const again = await bob.call('watches.create', { body: { origin: id } });
    expect([again.status, again.body.error.message]).toEqual([409, expect.stringContaining('watched already')]);
    await until(body.id, { state: 'active', changes: 0 });
    expect((await bob.do('watches.list')).body).toMatchObject({ credits_per_change: 1, max: 20, records_max: 1000 });
    await site.service.import({ people: [clerk('p0', 'Boss')] }, 'later');
    await site.service.index();
    await until(body.id, { changes: 1, credits_used: 1 });
    expect(await used()).toBe(before + 1);
    const { body: changes } = await bob.do('watches.changes', { params: { id: body.id } });
    expect(changes.rows).toMatchObject([{ type: 'changed', network_url: personUrl('p0'), fields: ['title'] }]);
    expect((await eve.call('watches.changes', { params: { id: body.id } })).status).toBe(404);
    expect((await eve.call('watches.remove', { params: { id: body.id } })).status).toBe(404);
    expect((await bob.call('watches.resume', { params: { id: body.id } })).status).toBe(409);
    expect((await eve.call('watches.pause', { params: { id: body.id } })).status).toBe(404);
    expect((await bob.do('watches.pause', { params: { id: body.id } })).body.state).toBe('paused');
    expect((await bob.do('watches.resume', { params: { id: body.id } })).body.state).toBe('active');
    await bob.do('watches.remove', { params: { id: body.id } });
    expect(await state(body.id)).toBe(undefined);
  });

  it('is created once by concurrent calls, so that a change is charged once', async () => {
    const id = await make('Twice');
    await bob.do('lists.add', { params: { id }, body: rows('p0', 'p1') });
    const made = await Promise.all(
      [1, 2, 3].map(() => bob.call('watches.create', { body: { origin: id, fields: ['title'] } })),
    );
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const created = made.find(({ status }) => status === 200)?.body.id;
    await bob.do('watches.remove', { params: { id: created } });
  });

  it('is one of a few of its account; the message beyond them suits the dashboard', async () => {
    const ids: string[] = [];
    const watchAnother = async () => {
      const { body } = await bob.do('searches.save', { body: { name: `S${ids.length}`, kind: 'jobs', query: '' } });
      const search = { kind: 'jobs', job: { title: { include: ['Clerk'] } } };
      return bob.call('watches.create', { body: { origin: body.id, search } });
    };
    for (let last = await watchAnother(); ; last = await watchAnother()) {
      if (last.status === 200) ids.push(last.body.id);
      else {
        expect(last.body.error.message).toBe(`the account has ${ids.length} watches; remove one first`);
        break;
      }
    }
    expect(ids).toHaveLength(LIMITS.watchesMax);
    for (const id of ids) await bob.do('watches.remove', { params: { id } });
  });

  it('of a saved search reports new matches', async () => {
    const saved = { name: 'Clerks', kind: 'people', query: 'people.job_title=clerk' };
    const { id: origin } = (await bob.do('searches.save', { body: saved })).body;
    const search = { kind: 'people', people: { job_title: ['clerk'] } };
    const before = await used();
    const { body } = await bob.do('watches.create', { body: { origin, search } });
    expect(body).toMatchObject({ kind: 'search', origin, search: 'people', filters: 1 });
    await until(body.id, { state: 'active' });
    await site.service.import({ people: [clerk('p9')] }, 'more');
    await site.service.index();
    await until(body.id, { changes: 1 });
    expect(await used()).toBe(before + 1);
    const { body: changes } = await bob.do('watches.changes', { params: { id: body.id } });
    expect(changes.rows).toMatchObject([{ type: 'matched', network_url: personUrl('p9'), fields: [] }]);
  });

  it('rejects subjects that it cannot watch, with the remedy', async () => {
    const empty = await make('Empty');
    const create = (body: object) => bob.call('watches.create', { body });
    const messageOf = async (body: object) => (await create(body)).body.error.message;
    expect(await messageOf({ origin: empty })).toContain('the list is empty');
    expect((await create({ origin: 'lst_0123456789abcdef01' })).status).toBe(404);
    expect((await create({ origin: 'sea_0123456789abcdef01', search: { kind: 'people' } })).status).toBe(404);
    expect((await create({ origin: empty, search: { kind: 'people' } })).status).toBe(422);
    const { id: origin } = (await bob.do('searches.save', { body: { name: 'Bad', kind: 'people', query: '' } })).body;
    expect(await messageOf({ origin })).toContain('search');
    const wrong = { kind: 'people', people: { job_level: ['Boss'] } };
    expect((await create({ origin, search: wrong })).body.error.details[0].path).toBe('search.people.job_level[0]');
  });
});
