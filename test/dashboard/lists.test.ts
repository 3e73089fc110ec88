// Lists of the dashboard: uploaded, previewed for free, and run as batches of their account, with the credits of each
// act.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, PASSWORD, startTestConsole, type TestConsole } from '../support/console.ts';
import { company, person, personUrl, position } from '../support/fixture-records.ts';
import { makeXlsx, textRow } from '../support/make-xlsx.ts';

let site: TestConsole;
let bob: Browser;
beforeAll(async () => {
  site = await startTestConsole({
    records: {
      companies: [company('acme', 'Acme', { domain: 'acme.example', employee_count: 10 })],
      people: Array.from({ length: 20 }, (_, index) =>
        person(`p${index}`, 1, {
          full_name: `Jane Number${index}`,
          experiences: [position('acme', 'Clerk')],
          emails: [{ email: `p${index}@acme.example`, status: 'valid' }],
        }),
      ),
    },
  });
  const { admin } = site.service;
  await admin.setPlan({ name: 'small', creditsPerMonth: 100, requestsPerSecond: 100 });
  await admin.createAccount('Acme', 'small');
  bob = await site.member('Bob', 'Acme');
});
afterAll(() => site.close());

const used = async () => (await site.service.admin.accounts()).find(({ name }) => name === 'Acme')?.used ?? 0;
const HEAD = ['Person', 'LinkedIn URL', 'note'];
const ROWS = [
  ['Jane', personUrl('p0'), '=1+1'],
  ['Joe', personUrl('nobody'), ''],
  ['Jim', 'no profile', 'x'],
  ['Ann', personUrl('p1'), 'y'],
];
const csv = (rows: readonly (readonly string[])[]) => [HEAD, ...rows].map((row) => row.join(',')).join('\n');

async function upload(content: string | Buffer, file = 'people.csv', browser = bob) {
  const headers = { 'content-type': 'application/octet-stream' };
  return browser.call('drafts.create', { query: { file }, raw: content, headers });
}

const choices = { operation: 'email', map: { network_url: 'LinkedIn URL' } };
const run = async (id: string, body: object = {}) =>
  bob.call('drafts.run', {
    params: { id },
    body: { ...choices, fields: ['email', 'status'], max_credits: 100, ...body },
  });

/** Waits until the batch neither waits nor runs, and returns it. */
async function ended(id: string) {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    const { body } = await bob.do('batches.list');
    const batch = body.rows.find((row: { id: string }) => row.id === id);
    if (batch.state !== 'queued' && batch.state !== 'running') return batch;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${id} does not end`);
}

/** Names of the folders of drafts. */
function folders(): string[] {
  const folder = join(site.service.config.data, 'batches');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('drf_')) : [];
}

describe('an uploaded list', () => {
  it('shows its columns with first values and a guess of their content', async () => {
    const { status, body } = await upload(csv(ROWS));
    expect(status).toBe(200);
    expect(body).toMatchObject({ account: 'Acme', name: 'people.csv', rows: 4 });
    expect(body.columns.map(({ header }: { header: string }) => header)).toEqual(HEAD);
    expect(body.columns[1].samples[0]).toBe(personUrl('p0'));
    expect(body.columns[2].filled_percent).toBe(75);
    expect(body.guesses.person).toMatchObject({ 'LinkedIn URL': 'network_url' });
    expect(body.offers.map(({ operation }: { operation: string }) => operation)).toContain('match-company');
  });

  it('of JSON Lines can have columns with the names of built-in members of objects', async () => {
    const { status, body } = await upload('{"toString":"x"}\n{"domain":"acme.example"}\n', 'rows.jsonl');
    expect(status).toBe(200);
    expect(body.columns).toMatchObject([
      { header: 'toString', samples: ['x'], filled_percent: 50 },
      { header: 'domain', samples: ['acme.example'], filled_percent: 50 },
    ]);
  });

  it('costs what its preview says, and keeps the original columns', async () => {
    const before = await used();
    const { id } = (await upload(csv(ROWS))).body;
    const preview = (await bob.do('drafts.preview', { params: { id }, body: choices })).body;
    expect(preview).toMatchObject({ rows: 4, found: 2, missed: 1, invalid: 1, credits: 2 });
    expect(preview.by_field.email).toBe(2);
    expect(await used()).toBe(before);
    const { body: begun } = await run(id);
    const batch = await ended(begun.id);
    expect(batch).toMatchObject({
      name: 'people.csv',
      state: 'completed',
      found: 2,
      credits_used: 2,
      max_credits: 100,
    });
    expect(await used()).toBe(before + 2);
    const results = await bob.call('batches.results', { params: { id: batch.id } });
    expect(results.headers['content-disposition']).toBe('attachment; filename="people-email.csv"');
    const path = `/console/api/batches/${batch.id}/results`;
    const { status, headers, body } = await bob.request('HEAD', path);
    expect([status, headers['content-disposition'], body]).toEqual([200, results.headers['content-disposition'], '']);
    expect((await site.stranger().request('HEAD', path)).status).toBe(401);
    const [head, jane, joe, jim] = String(results.body).split('\r\n');
    // The file starts with the byte order mark, by which spreadsheets recognize UTF-8. It is no part of the header when
    // the file is uploaded again.
    expect(head).toBe('\uFEFFPerson,LinkedIn URL,note,result.email,result.status,status,reason');
    expect(jane).toBe(`Jane,${personUrl('p0')},'=1+1,p0@acme.example,valid,found,`);
    expect(joe).toMatch(/,,,missed,/);
    expect(jim).toMatch(/,invalid,/);
    expect((await upload(String(results.body))).body.columns[0].header).toBe('Person');
  });

  it('enters the charges of a batch in the usage of the dashboard’s own key', async () => {
    const usage = await site.service.admin.usage({ accountName: 'Acme' });
    const charged = usage.filter(({ path, credits }) => path === '/v2/batches' && credits > 0);
    expect(charged.map(({ keyId }) => keyId).every((key) => key?.startsWith('dashboard_'))).toBe(true);
    expect(charged.reduce((sum, { credits }) => sum + credits, 0)).toBe(await used());
  });

  it('can be a workbook', async () => {
    const { body } = await upload(
      makeXlsx({ sheets: [{ name: 'People', rows: [HEAD, ...ROWS].map((row) => textRow(...row)).join('') }] }),
      'people.xlsx',
    );
    expect(body).toMatchObject({ rows: 4, guesses: { person: { 'LinkedIn URL': 'network_url' } } });
    const preview = (await bob.do('drafts.preview', { params: { id: body.id }, body: choices })).body;
    expect(preview).toMatchObject({ rows: 4, found: 2, missed: 1, invalid: 1, credits: 2 });
  });

  it('is the first sheet of a workbook with known columns, else the first sheet', async () => {
    const sheet = (name: string, rows: readonly (readonly string[])[]) => ({
      name,
      rows: rows.map((row) => textRow(...row)).join(''),
    });
    const cover = sheet('Read me', [['About this file'], ['Two sheets']]);
    const other = sheet('Notes', [['Remark'], ['one'], ['two']]);
    const sent = async (...sheets: ReturnType<typeof sheet>[]) =>
      (await upload(makeXlsx({ sheets }), 'sheets.xlsx')).body;
    const fitting = await sent(cover, sheet('People', [HEAD, ...ROWS]), other);
    expect(fitting).toMatchObject({ rows: 4, guesses: { person: { 'LinkedIn URL': 'network_url' } } });
    expect(fitting.columns.map(({ header }: { header: string }) => header)).toEqual(HEAD);
    const preview = (await bob.do('drafts.preview', { params: { id: fitting.id }, body: choices })).body;
    expect(preview).toMatchObject({ rows: 4, found: 2 });
    expect(await sent(cover, other)).toMatchObject({ rows: 1, columns: [{ samples: ['Two sheets'] }] });
  });

  it('pauses at its credit limit, and continues with a higher one', async () => {
    const before = await used();
    const rows = Array.from({ length: 6 }, (_, index) => [`P${index}`, personUrl(`p${index}`), '']);
    const { id } = (await upload(csv(rows))).body;
    const paused = await ended((await run(id, { max_credits: 4 })).body.id);
    expect(paused).toMatchObject({ state: 'paused_no_credits', done: 4, credits_used: 4 });
    expect(paused.reason).toContain('max_credits');
    expect(await used()).toBe(before + 4);
    await bob.do('batches.resume', { params: { id: paused.id }, body: { max_credits: 6 } });
    expect(await ended(paused.id)).toMatchObject({ state: 'completed', done: 6, credits_used: 6 });
    expect(await used()).toBe(before + 6);
  });

  it('pauses when the account has no credits left; a cancelled run keeps its results', async () => {
    const { admin } = site.service;
    const left = 100 - (await used());
    await admin.setPlan({ name: 'small', creditsPerMonth: (await used()) + 3, requestsPerSecond: 100 });
    const rows = Array.from({ length: 5 }, (_, index) => [`Q${index}`, personUrl(`p${index}`), '']);
    const { id } = (await upload(csv(rows))).body;
    const paused = await ended((await run(id, { max_credits: left })).body.id);
    expect(paused).toMatchObject({ state: 'paused_no_credits', credits_used: 3 });
    expect(paused.reason).toContain('no credits are left');
    await bob.do('batches.cancel', { params: { id: paused.id } });
    expect((await ended(paused.id)).state).toBe('cancelled');
    expect(String((await bob.call('batches.results', { params: { id: paused.id } })).body).split('\r\n')).toHaveLength(
      5,
    );
    await bob.do('batches.remove', { params: { id: paused.id } });
    const [noted] = await site.store.audit.entries(null, 1);
    expect(noted).toMatchObject({ action: 'batches.remove', subject: `people.csv (${paused.id}) of Acme` });
    expect((await bob.call('batches.results', { params: { id: paused.id } })).status).toBe(404);
    await admin.setPlan({ name: 'small', creditsPerMonth: 100, requestsPerSecond: 100 });
  });

  it('gets more columns: the results of a run are a list again', async () => {
    const { id } = (await upload(csv(ROWS), 'friends.csv')).body;
    const batch = await ended((await run(id)).body.id);
    const { body } = await bob.do('batches.continue', { params: { id: batch.id } });
    expect(body.name).toBe('friends-email.csv');
    expect(body.columns.map(({ header }: { header: string }) => header)).toContain('result.email');
    const map = { network_url: 'LinkedIn URL' };
    const preview = await bob.do('drafts.preview', {
      params: { id: body.id },
      body: { operation: 'match-person', map },
    });
    expect(preview.body.found).toBe(2);
  });
});

describe('a list that cannot be used', () => {
  it.each([
    ['a PDF', '%PDF-1.7 \n binary', 'x.pdf', /PDF/],
    ['a table without a header', `${personUrl('p0')},x\n${personUrl('p1')},y\n`, 'x.csv', /names the columns/],
    ['a table without rows', 'a,b\n', 'x.csv', /no rows/],
    ['a broken workbook', Buffer.from('PK\u0003\u0004broken'), 'x.xlsx', /cannot be read/],
    ['nothing', '', 'x.csv', /./],
  ])('rejects %s, and stores nothing', async (_, content, file, message) => {
    const before = folders();
    const { status, body } = await upload(content, file);
    expect([status, body.error.code]).toEqual([422, 'INVALID_INPUT']);
    expect(body.error.message).toMatch(message);
    expect(body.error.message).not.toContain(site.service.config.data);
    expect(folders()).toEqual(before);
  });

  it('names the columns that an operation needs', async () => {
    const { id } = (await upload(csv(ROWS))).body;
    const preview = (body: object) => bob.call('drafts.preview', { params: { id }, body });
    expect((await preview({ operation: 'email', map: {} })).status).toBe(422);
    expect((await preview({ operation: 'email', map: { network_url: 'nowhere' } })).body.error.message).toContain(
      'nowhere',
    );
    expect((await preview({ operation: 'email', map: { shoe_size: 'note' } })).body.error.message).toContain(
      'shoe_size',
    );
    expect((await preview({ operation: 'search', map: {} })).body.error.message).toContain('match-company');
    expect((await run(id, { fields: ['nothing'] })).status).toBe(422);
  });

  it('is not run for a suspended account', async () => {
    const { id } = (await upload(csv(ROWS))).body;
    await site.operator.do('accounts.suspend', { body: { account: 'Acme' } });
    const before = await used();
    const preview = await bob.call('drafts.preview', { params: { id }, body: choices });
    // Not 401: the browser would ask for another sign-in.
    for (const { status, body } of [await run(id), preview])
      expect([status, body.error.code, body.error.message]).toEqual([
        403,
        'FORBIDDEN',
        expect.stringContaining('suspended'),
      ]);
    const query = { file: 'x.csv', account: 'Acme' };
    const headers = { 'content-type': 'application/octet-stream' };
    expect((await site.operator.call('drafts.create', { query, raw: csv(ROWS), headers })).status).toBe(403);
    await site.operator.do('accounts.resume', { body: { account: 'Acme' } });
    expect(await used()).toBe(before);
  });
});

describe('a member of another account', () => {
  it('finds neither list nor batch', async () => {
    const { id } = (await upload(csv(ROWS))).body;
    const batch = await ended((await run(id)).body.id);
    const eve = await site.member('Eve', 'Bolt');
    const requests = [
      eve.call('drafts.show', { params: { id } }),
      eve.call('drafts.preview', { params: { id }, body: choices }),
      eve.call('drafts.remove', { params: { id } }),
      eve.call('batches.results', { params: { id: batch.id } }),
      eve.call('batches.cancel', { params: { id: batch.id } }),
      eve.call('batches.continue', { params: { id: batch.id } }),
    ];
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect((await eve.call('drafts.list', { query: { account: 'Acme' } })).status).toBe(403);
    expect((await eve.do('batches.list')).body.rows).toEqual([]);
    expect((await site.operator.do('batches.list', { query: { account: 'Acme' } })).body.rows).not.toEqual([]);
  });
});

describe('a list that is not run', () => {
  it('is removed after a day, and when an eleventh list is uploaded', async () => {
    for (let made = 0; made < 11; made += 1) {
      site.service.clock.ms += 1;
      await upload(csv(ROWS), `${made}.csv`);
    }
    const names = async () => (await bob.do('drafts.list')).body.rows.map(({ name }: { name: string }) => name);
    expect((await names()).length).toBe(10);
    expect(await names()).not.toContain('0.csv');
    site.service.clock.ms += 86_399_999;
    await bob.do('session.sign-in', { body: { email: 'bob@acme.example', password: PASSWORD } });
    expect(await names()).toEqual(['10.csv']);
    site.service.clock.ms += 1;
    expect(await names()).toEqual([]);
  });
});
