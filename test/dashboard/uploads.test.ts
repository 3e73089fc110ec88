// Uploads by operators: received in parts, previewed, imported in a separate process, with rejected rows to download.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCatalogAdmin } from '../../src/app/catalog-writers.ts';
import { recordOperations } from '../../src/dashboard/records/record-operations.ts';
import { startTestConsole, type TestConsole } from '../support/console.ts';
import { makeXlsx, textRow } from '../support/make-xlsx.ts';

const CSV = [
  'Company Name,Website,Staff,Odd',
  'Acme,acme.example,120,x',
  ',nameless.example,1,y',
  '"Bolt, Inc",bolt.example,5000,z',
  '',
].join('\n');

let site: TestConsole;
beforeAll(async () => {
  site = await startTestConsole();
});
afterAll(() => site.close());

async function sendPart(id: string, offset: number, bytes: string | Buffer) {
  const headers = { 'content-type': 'application/octet-stream' };
  return site.operator.call('uploads.part', { params: { id }, query: { offset: String(offset) }, raw: bytes, headers });
}

async function upload(file: string, text: string): Promise<string> {
  const { body } = await site.operator.do('uploads.create', { body: { file, bytes: Buffer.byteLength(text) } });
  expect((await sendPart(body.id, 0, text)).status).toBe(200);
  return body.id;
}

const showImport = async (id: string) => (await site.operator.do('imports.show', { params: { id } })).body;
const ended = (id: string) => expect.poll(async () => (await showImport(id)).state, { interval: 200 });

test('a file arrives part by part, and continues after an interruption', async () => {
  const made = (await site.operator.do('uploads.create', { body: { file: 'C:\\lists\\my list.csv', bytes: 6 } })).body;
  expect(made).toMatchObject({
    file: 'C:\\lists\\my list.csv',
    bytes: 6,
    received: 0,
    uploaded_by: 'ann@acme.example',
  });
  expect((await sendPart(made.id, 0, 'abc')).body.received).toBe(3);
  const again = await sendPart(made.id, 0, 'abc');
  expect([again.status, again.body.error.message]).toEqual([409, 'the next part begins at 3']);
  expect((await sendPart(made.id, 3, 'defg')).status).toBe(422);
  const early = await site.operator.call('uploads.preview', { params: { id: made.id }, body: { kind: 'people' } });
  expect([early.status, early.body.error.message]).toEqual([409, expect.stringContaining('3 of 6 bytes')]);
  expect((await sendPart(made.id, 3, Buffer.from('def'))).body.received).toBe(6);
  expect((await site.operator.do('uploads.list')).body.rows).toMatchObject([{ id: made.id, received: 6 }]);
  await site.operator.do('uploads.remove', { params: { id: made.id } });
  expect((await site.operator.do('uploads.list')).body.rows).toEqual([]);
  expect((await sendPart(made.id, 6, 'x')).status).toBe(404);
});

test('a part has a maximum size, and an upload is limited by the free space', async () => {
  const { id } = (await site.operator.do('uploads.create', { body: { file: 'x', bytes: 20_000_000 } })).body;
  expect((await sendPart(id, 0, Buffer.alloc(8 * 1024 * 1024 + 1))).status).toBe(413);
  expect((await sendPart(id, 0, Buffer.alloc(8 * 1024 * 1024))).status).toBe(200);
  await site.operator.do('uploads.remove', { params: { id } });
  const huge = await site.operator.call('uploads.create', { body: { file: 'x', bytes: 1e15 } });
  expect([huge.status, huge.body.error.message]).toEqual([409, expect.stringContaining('too little space')]);
});

test('an empty file is rejected before its upload', async () => {
  const { status, body } = await site.operator.call('uploads.create', { body: { file: 'none.csv', bytes: 0 } });
  expect([status, body.error.message]).toEqual([422, 'none.csv is empty: choose a file with rows']);
});

test('no id leads to another file of the data folder', async () => {
  for (const id of [
    '..',
    '../..',
    '../catalog.db',
    'upl_',
    'upl_..',
    `upl_${'0'.repeat(18)}`,
    '.',
    '%2e%2e',
    '..%2f..',
  ]) {
    expect([404, 422], id).toContain((await sendPart(id, 0, 'x')).status);
    for (const name of ['uploads.remove', 'uploads.preview', 'imports.rejects', 'imports.show'] as const) {
      const reply = await site.operator.call(name, { params: { id }, body: { kind: 'people' } });
      expect([404, 422], `${name} ${id}: ${reply.status}`).toContain(reply.status);
    }
    const start = await site.operator.call('imports.start', { body: { upload: id, kind: 'people' } });
    expect(start.status, id).toBe(404);
  }
  expect(existsSync(join(site.service.config.data, 'catalog.db'))).toBe(true);
});

test('a preview shows which other party an ignored column describes', async () => {
  const id = await upload('leads.csv', 'First Name,Last Name,Email,Owner Email\nJo,Doe,jo@acme.example,x@y.example\n');
  const { body } = await site.operator.do('uploads.preview', { params: { id }, body: { kind: 'people' } });
  expect(body.columns[3]).toMatchObject({ header: 'Owner Email', field: null, party: 'owner' });
});

test('a preview shows the field of each column, and the errors', async () => {
  const id = await upload('companies.csv', CSV);
  const preview = async (body: object) => (await site.operator.do('uploads.preview', { params: { id }, body })).body;
  const first = await preview({ kind: 'companies' });
  expect(first).toMatchObject({ kind: 'companies', source: 'companies', preset: null, problem: null });
  expect(first.columns[0]).toEqual({
    header: 'Company Name',
    field: 'name',
    is_guess: true,
    is_in_list: false,
    samples: ['Acme', 'Bolt, Inc'],
    filled_percent: 67,
    distinct_values: expect.any(Number),
    warning: null,
    party: null,
  });
  expect(first.columns[3]).toMatchObject({ header: 'Odd', field: null });
  expect(first.first_rows[2]).toEqual(['Bolt, Inc', 'bolt.example', '5000', 'z']);
  expect(first.fields).toContainEqual({ name: 'industry', required: false });
  expect(first.mapping_text).not.toContain(site.service.config.data);
  const previewed = await preview({ kind: 'companies', source: 'crm', map: [{ field: 'industry', column: 'Odd' }] });
  expect(previewed.source).toBe('crm');
  expect(previewed.columns[3]).toMatchObject({ field: 'industry', is_guess: false });
  const unknown = await preview({ kind: 'companies', map: [{ field: 'industri', column: 'Odd' }] });
  expect(unknown.problem).toContain('industry');
  expect(unknown.problem).not.toContain(site.service.config.data);
  expect((await preview({ kind: 'people' })).problem).toContain('full_name');
  const json = await upload('p.jsonl', '{"full_name":"Jane","skills":["a"]}\n{"full_name":"John","x":1}\n');
  const ofJson = (await site.operator.do('uploads.preview', { params: { id: json }, body: { kind: 'people' } })).body;
  expect(ofJson.columns.map(({ header }: { header: string }) => header)).toEqual(['full_name', 'skills', 'x']);
  expect(ofJson.first_rows).toEqual([
    ['Jane', '["a"]', ''],
    ['John', '', '1'],
  ]);
  const late = await upload(
    'l.jsonl',
    `${'{"full_name":"Jane"}\n'.repeat(300)}{"full_name":"Jo","e_mail":"jo@a.test"}\n`,
  );
  const ofLate = (await site.operator.do('uploads.preview', { params: { id: late }, body: { kind: 'people' } })).body;
  expect(ofLate.columns[1]).toMatchObject({ header: 'e_mail', field: 'email', filled_percent: 0 });
});

test('a preview keeps the fields of the other columns if a required field has none', async () => {
  const id = await upload('leads.csv', 'Name,Role,Remark\nJo Doe,CTO,x\n');
  const choices = { kind: 'people', map: [{ field: 'full_name', column: '' }] };
  const { body } = await site.operator.do('uploads.preview', { params: { id }, body: choices });
  expect(body.problem).toContain('Choose the column for full_name');
  expect(body.columns.map(({ field }: { field: string | null }) => field)).toEqual([null, 'job_title', null]);
});

test('a preview offers the fields of entries to keys within lists only', async () => {
  const id = await upload(
    'nested.json',
    '[{"full_name":"Jo Doe","work":[{"company":"Acme","title":"CTO"}],"hobby":"x"}]',
  );
  const { body } = await site.operator.do('uploads.preview', { params: { id }, body: { kind: 'people' } });
  expect(body.entry_fields).toContain('experiences.job_title');
  expect(body.fields).not.toContainEqual({ name: 'experiences.job_title', required: false });
  const within = Object.fromEntries(
    body.columns.map((each: { header: string; is_in_list: boolean }) => [each.header, each.is_in_list]),
  );
  expect(within).toEqual({ full_name: false, 'work.company': true, 'work.title': true, hobby: false });
});

test('an import runs next to the server, reports its progress, and keeps the rejected rows', async () => {
  const id = await upload('list.csv', CSV);
  const start = { upload: id, kind: 'companies', source: 'crm', map: [{ field: 'industry', column: '' }] };
  const begun = (await site.operator.do('imports.start', { body: start })).body;
  expect(begun).toMatchObject({
    id,
    kind: 'companies',
    source: 'crm',
    state: 'waiting',
    started_by: 'ann@acme.example',
  });
  const [noted] = await site.store.audit.entries(null, 1);
  expect(noted).toMatchObject({ action: 'imports.start', subject: `list.csv (${id}): companies of crm` });
  // There must be no pause here: once the import has ended, its upload may be removed.
  expect((await site.operator.call('uploads.remove', { params: { id } })).status).toBe(409);
  expect((await site.operator.call('imports.start', { body: start })).status).toBe(409);
  await ended(id).toBe('finished');
  const done = await showImport(id);
  expect(done.counts).toEqual({
    read: 3,
    created: 2,
    merged: 0,
    unchanged: 0,
    suppressed: 0,
    duplicates: 0,
    rejected: 1,
    accepted_with_warnings: 0,
    warnings: 0,
  });
  expect(done.top_rejects).toMatchObject([{ field: 'name', count: 1, file: 'list.csv', line: 3 }]);
  const rejects = await site.operator.call('imports.rejects', { params: { id } });
  expect(rejects.status).toBe(200);
  expect(rejects.body).toBe(
    '\uFEFFCompany Name,Website,Staff,Odd,reject_reason\n,nameless.example,1,y,name: a company needs a name\n',
  );
  expect(rejects.headers['content-disposition']).toBe('attachment; filename="list-rejects.csv"');
  expect(rejects.headers['content-type']).toBe('text/csv; charset=utf-8');
  const { rows } = (await site.operator.do('imports.list')).body;
  expect(rows.filter((row: { source: string }) => row.source === 'crm')).toHaveLength(1);
  expect((await site.operator.do('overview')).body.newest_import.id).toBe(id);
  // Its rows are in the catalog, so the file is no longer needed.
  expect(existsSync(join(site.service.config.data, 'uploads', id, 'content'))).toBe(false);
  expect((await site.operator.call('imports.start', { body: start })).status).toBe(409);
});

test('corrected rows that an import rejected join the source of their file, but openings do not', async () => {
  const sourceOf = async (file: string, kind: string) => {
    const id = await upload(file, 'Company Name,Website,title\nNamed,nameless.example,Clerk\n');
    return (await site.operator.do('uploads.preview', { params: { id }, body: { kind } })).body.source;
  };
  // A browser numbers downloads of the same name.
  expect(await sourceOf('list-rejects (1).csv', 'companies')).toBe('crm');
  expect(await sourceOf('other-rejects.csv', 'companies')).toBe('other-rejects');
  expect(await sourceOf('list-rejects.csv', 'jobs')).toBe('list-rejects');
  const id = await upload('list-rejects.csv', 'Company Name,Website\nNamed,nameless.example\n');
  await site.operator.do('imports.start', { body: { upload: id, kind: 'companies' } });
  await ended(id).toBe('finished');
  expect(await showImport(id)).toMatchObject({ source: 'crm', counts: { created: 1 } });
  const runs = await recordOperations(site.service.config).runs();
  expect(runs.at(-1)).toMatchObject({ source: 'crm', kind: 'companies' });
});

test('any sheet of a workbook can be chosen for the preview and the import', async () => {
  const head = textRow('name', 'website');
  const sheets = [
    { name: 'Contacts', rows: head + textRow('Ann', 'ann.example') },
    { name: 'Firms', rows: head + textRow('Acme', 'acme.example') + textRow('Bolt', 'bolt.example') },
  ];
  const bytes = makeXlsx({ sheets });
  const { body: made } = await site.operator.do('uploads.create', { body: { file: 'two.xlsx', bytes: bytes.length } });
  await sendPart(made.id, 0, bytes);
  const preview = (body: object) => site.operator.call('uploads.preview', { params: { id: made.id }, body });
  const { body: first } = await preview({ kind: 'companies' });
  expect(first.format).toBe('sheet "Contacts" (not imported: "Firms")');
  expect(first).toMatchObject({ sheets: ['Contacts', 'Firms'], first_rows: [['Ann', 'ann.example']] });
  const { body: second } = await preview({ kind: 'companies', sheet: 'Firms' });
  expect(second.sheets).toEqual(['Firms', 'Contacts']);
  expect(second.first_rows[0]).toEqual(['Acme', 'acme.example']);
  const unknown = await preview({ kind: 'companies', sheet: 'People' });
  expect([unknown.status, unknown.body.error.message]).toEqual([422, expect.stringContaining('Firms')]);
  const start = { upload: made.id, kind: 'companies', sheet: 'Firms' };
  await site.operator.do('imports.start', { body: start });
  await ended(made.id).toBe('finished');
  expect((await showImport(made.id)).counts).toMatchObject({ read: 2, rejected: 0 });
});

test('an import that the command line undid is shown as undone', async () => {
  const id = await upload('mistake.csv', 'name,website\nOops,oops.example\n');
  await site.operator.do('imports.start', { body: { upload: id, kind: 'companies' } });
  await ended(id).toBe('finished');
  const { config } = site.service;
  const admin = openCatalogAdmin(config);
  const [run] = (await recordOperations(config).runs()).slice(-1);
  await admin.undoRun(run?.id ?? 0, '2030-05-15T13:00:00.000Z');
  admin.close();
  expect((await showImport(id)).state).toBe('undone');
});

test('a failed import reports the reason, and can be repeated', async () => {
  const id = await upload('bad.csv', 'a,b\n1,2\n');
  await site.operator.do('imports.start', { body: { upload: id, kind: 'people' } });
  await ended(id).toBe('failed');
  const failed = await showImport(id);
  expect(failed.error).toContain('full_name');
  expect(failed.error).not.toContain(site.service.config.data);
  const map = [{ field: 'full_name', column: 'a' }];
  await site.operator.do('imports.start', { body: { upload: id, kind: 'people', map } });
  await ended(id).toBe('finished');
});

test('an import whose process ended is interrupted, and continues when it is started again', async () => {
  const id = await upload('cut-off.csv', CSV);
  await site.operator.do('imports.start', { body: { upload: id, kind: 'companies' } });
  await ended(id).toBe('finished');
  const folder = join(site.service.config.data, 'uploads', id);
  const state = JSON.parse(readFileSync(join(folder, 'import.json'), 'utf8'));
  writeFileSync(join(folder, 'import.json'), JSON.stringify({ ...state, state: 'running', report: null }));
  expect((await showImport(id)).state).toBe('interrupted');
  const other = await upload('cut-off.csv', CSV);
  writeFileSync(
    join(site.service.config.data, 'uploads', other, 'import.json'),
    JSON.stringify({ ...state, state: 'waiting' }),
  );
  await site.operator.do('imports.start', { body: { upload: other, kind: 'companies' } });
  await ended(other).toBe('finished');
  expect((await showImport(other)).counts).toMatchObject({ read: 3, unchanged: 2, rejected: 1 });
});
