// `forget person`: no file of the data folder contains the person afterwards.
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMembers } from '../src/app/account-stores.ts';
import { openCatalogAdmin } from '../src/app/catalog-writers.ts';
import { readConfig } from '../src/app/config.ts';
import { CallStore } from '../src/calls/call-store.ts';
import { runHere } from './support/command.ts';
import { succeed } from './support/program.ts';

let folder: string;
let data: string;
let people: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-forget-'));
  data = join(folder, 'data');
  people = join(folder, 'people.jsonl');
});
afterAll(() => rmSync(folder, { recursive: true }));

const JANE = {
  network_url: '/in/jane-forgotten',
  full_name: 'Jane Forgotten',
  emails: [{ email: 'jane.forgotten@acme.example' }],
  phones: [{ phone: '+447700900123' }],
};
const JOE = { network_url: '/in/joe', full_name: 'Joe', phones: [{ phone: '+447700900123' }] };

function bytesOf(path: string): string {
  if (!statSync(path).isDirectory()) return readFileSync(path, 'latin1');
  return readdirSync(path)
    .map((name) => bytesOf(join(path, name)))
    .join('\n');
}

const command = (...args: string[]) => succeed(...args, '--data', data, '--json');

it('leaves no trace in any file, and no import restores the person', async () => {
  const lines = (...records: object[]) => `${records.map((record) => JSON.stringify(record)).join('\n')}\n`;
  writeFileSync(people, lines(JANE, JOE));
  await command('import', 'people', people, '--no-index');
  writeFileSync(people, lines({ ...JANE, headline: 'Engineer' }));
  await command('import', 'people', people, '--source', 'other');
  const upload = join(data, 'uploads', 'upl_0123456789abcdef01');
  mkdirSync(upload, { recursive: true });
  writeFileSync(
    join(upload, 'rejects.jsonl'),
    lines({ row: { email: 'jane.forgotten@acme.example' } }, { row: 'other' }),
  );

  const state = join(upload, 'upload.json');
  writeFileSync(state, JSON.stringify({ file: 'people.csv', uploadedBy: 'jane.forgotten@acme.example' }));

  const members = await openMembers(readConfig({ data }, {}).config);
  const { id } = await members.lists.create({ accountName: 'a', name: 'l', kind: 'people', madeBy: 'x@acme.example' });
  const row = JSON.stringify({ url: 'https://www.network.example/in/jane-forgotten', name: 'Jane Forgotten' });
  await members.lists.add('a', id, [{ slug: 'jane-forgotten', row }]);
  const query = 'people.full_name=Jane%20Forgotten';
  await members.searches.save({ accountName: 'a', name: 's', kind: 'people', query, savedBy: 'x@acme.example' });
  await members.close();
  const calls = new CallStore(join(data, 'calls.db'));
  const request = '{"person_network_url":"https://www.network.example/in/jane-forgotten/"}';
  const bodies = { request: '{}', answer: row, isCut: false };
  const call = { requestId: 'r', at: Date.now(), path: '/v2/search/people', status: 200, ms: 1, credits: 1, bodies };
  const other = { ...call, requestId: 's', bodies: { request, answer: '{}', isCut: false } };
  calls.enter([{ keyId: 'k', accountId: 'a', calls: [call, other] }]);
  calls.close();

  const explained = await command('explain', 'person', '--email', 'Jane.Forgotten@acme.example');
  expect(JSON.parse(explained)).toMatchObject({ slug: 'jane-forgotten', rows: [{ source: 'people' }, {}] });
  const shared = await runHere('explain', 'person', '--phone', '+447700900123', '--data', data);
  expect(shared.stderr).toContain('several people have +447700900123; name one by its slug: jane-forgotten, joe');

  const report = await command('forget', 'person', '--email', 'Jane.Forgotten@acme.example', '--verify');
  expect(JSON.parse(readFileSync(state, 'utf8'))).toEqual({ file: 'people.csv', uploadedBy: 'forgotten' });
  expect(JSON.parse(report)).toEqual({ people: 1, stored_answers: 0, lines: 1, saved: 4, unsearched: [], traces: [] });
  const left = bytesOf(data);
  for (const text of ['jane.forgotten', 'jane-forgotten', 'Jane Forgotten', 'Jane%20Forgotten'])
    expect(left).not.toContain(text);
  expect(left).toContain('joe');
  // The pack of the previous edition is gone.
  expect(readdirSync(join(data, 'editions')).filter((name) => name.endsWith('.pack'))).toHaveLength(1);

  expect(JSON.parse(await command('import', 'people', people))).toMatchObject({ suppressed: 1, created: 0 });
  const again = await runHere('forget', 'person', 'jane-forgotten', '--verify', '--data', data, '--json');
  expect([again.code, JSON.parse(again.stdout)]).toMatchObject([0, { people: 0, traces: [] }]);
});

it('finds a person in a pack that was left behind', async () => {
  const editions = join(data, 'editions');
  const [pack = ''] = readdirSync(editions).filter((name) => name.endsWith('.pack'));
  copyFileSync(join(editions, pack), join(data, 'left-behind.pack'));
  const found = await runHere('forget', 'person', 'joe', '--verify', '--data', data, '--json');
  expect([found.code, JSON.parse(found.stdout)]).toMatchObject([
    1,
    { people: 1, traces: [{ place: 'left-behind.pack' }] },
  ]);
  rmSync(join(data, 'left-behind.pack'));
  const again = await runHere('forget', 'person', 'joe', '--verify', '--data', data, '--json');
  expect([again.code, JSON.parse(again.stdout)]).toMatchObject([0, { people: 0, traces: [] }]);
});

it('removes the bytes that an interrupted run has left in the edition', async () => {
  writeFileSync(
    people,
    `${JSON.stringify({ ...JANE, network_url: '/in/kim', emails: [{ email: 'kim@acme.example' }] })}\n`,
  );
  await command('import', 'people', people);
  const admin = openCatalogAdmin(readConfig({ data }, {}).config);
  // The process ends here, before it builds an edition.
  expect(await admin.forgetPeople({ slug: 'kim' }, null)).toHaveLength(1);
  admin.close();
  expect(bytesOf(join(data, 'editions'))).toContain('kim@acme.example');
  const again = await runHere('forget', 'person', 'kim', '--no-suppress', '--data', data);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('no person was found with the slug kim')]);
  expect(bytesOf(join(data, 'editions'))).not.toContain('kim@acme.example');
});

it('erases everything when it is repeated with another identifier after a failure', async () => {
  const lee = {
    network_url: '/in/lee-halved',
    full_name: 'Lee Halved',
    emails: [{ email: 'lee.halved@acme.example' }],
  };
  writeFileSync(people, `${JSON.stringify(lee)}\n`);
  await command('import', 'people', people);
  const members = await openMembers(readConfig({ data }, {}).config);
  const { id } = await members.lists.create({ accountName: 'a', name: 'h', kind: 'people', madeBy: 'x@acme.example' });
  const row = JSON.stringify({ url: 'https://www.network.example/in/lee-halved', name: 'Lee Halved' });
  await members.lists.add('a', id, [{ slug: 'lee-halved', row }]);
  await members.close();
  const unreadable = join(data, 'batches', 'bat_0123456789abcdef01234567', 'input');
  mkdirSync(unreadable, { recursive: true });
  await runHere('forget', 'person', 'lee-halved', '--data', data);
  expect(bytesOf(join(data, 'members.db'))).toContain('lee-halved');
  rmSync(unreadable, { recursive: true });
  await command('forget', 'person', '--email', 'lee.halved@acme.example', '--verify');
  for (const text of ['lee-halved', 'Lee Halved', 'lee.halved']) expect(bytesOf(data)).not.toContain(text);
});

it('reports remaining traces with the remedy, and fails', async () => {
  writeFileSync(join(data, 'note.txt'), 'call joe.kept@acme.example');
  const forget = ['forget', 'person', '--email', 'joe.kept@acme.example', '--verify', '--data', data];
  const found = await runHere(...forget, '--json');
  expect([found.code, JSON.parse(found.stdout)]).toMatchObject([1, { people: 0, traces: [{ place: 'note.txt' }] }]);
  const shown = await runHere(...forget);
  expect(shown).toMatchObject({ code: 1, stdout: expect.stringMatching(/traces found: 1\n[\s\S]*note\.txt +1/) });
  expect(shown.stderr).toMatch(/Delete files that Cardfile does not use, .* then run the command again\./);
});

it('names the records that have the same address, which the search for traces finds', async () => {
  const shared = [{ email: 'shared.box@acme.example' }];
  const una = { network_url: '/in/una', full_name: 'Una Box', emails: shared, phones: [{ phone: '+447700900456' }] };
  const ulf = { network_url: '/in/ulf', full_name: 'Ulf Box', emails: shared };
  writeFileSync(people, `${JSON.stringify(una)}\n${JSON.stringify(ulf)}\n`);
  await command('import', 'people', people);
  const found = await runHere('forget', 'person', '--phone', '+447700900456', '--verify', '--data', data);
  expect([found.code, found.stdout]).toEqual([1, expect.stringMatching(/people erased: +1\n[\s\S]*email\.email +1/)]);
  expect(found.stderr).toContain('These records have an address of the person, so the search finds it: ulf.');
  await command('forget', 'person', 'ulf', '--verify');
});

it('erases a person whose record has another spelling of the named mailbox', async () => {
  const vera = (network_url: string, address: string) =>
    `${JSON.stringify({ network_url, full_name: 'Vera Spelled', emails: [{ email: address }] })}\n`;
  writeFileSync(people, vera('/in/vera', 'vera.spelled@gmail.com'));
  await command('import', 'people', people);
  const report = await command('forget', 'person', '--email', 'veraspelled+x@googlemail.com', '--verify');
  expect(JSON.parse(report)).toMatchObject({ people: 1, traces: [] });
  expect(bytesOf(data)).not.toContain('vera.spelled');
  writeFileSync(people, vera('/in/vera-2', 'v.eraspelled@gmail.com'));
  expect(JSON.parse(await command('import', 'people', people))).toMatchObject({ suppressed: 1, created: 0 });
});
