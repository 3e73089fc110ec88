// Batches in backups, after a person is forgotten, and at the end of their retention.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openAccounts } from '../../src/accounts/sqlite/open-accounts.ts';
import { verifyAccounts } from '../../src/accounts/sqlite/verify-accounts.ts';
import { readConfig } from '../../src/app/config.ts';
import { systemClock } from '../../src/ops/clock.ts';
import { makeBackup } from '../../src/tasks/backup/make-backup.ts';
import { restoreBackup } from '../../src/tasks/backup/restore-backup.ts';
import { verifyBackup } from '../../src/tasks/backup/verify-backup.ts';
import { forgetPerson } from '../../src/tasks/forget-person.ts';
import { person, personUrl } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';

const JANES_NUMBER = { phone: '+12025550191', kind: 'mobile' };

let service: TestService;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-batches-kept-'));
  service = await startTestService({
    people: [
      person('jane', 1, { emails: [{ email: 'jane@acme.example', status: 'valid' }], phones: [JANES_NUMBER] }),
      person('joe', 1, { emails: [{ email: 'joe@acme.example', status: 'valid' }] }),
    ],
  });
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const request = (method: 'GET' | 'POST', url: string, payload?: string) =>
  service.request({
    ...{ method, url, headers: { 'x-api-key': service.key, 'content-type': 'text/csv' } },
    ...(payload === undefined ? {} : { payload }),
  });

/** The id of a completed batch that looks up the addresses of both. */
async function completed(): Promise<string> {
  const rows = `person_network_url\n${personUrl('jane')}\n${personUrl('joe')}\n`;
  const { body } = await request('POST', '/v2/batches?operation=email', rows);
  await expect.poll(async () => (await request('GET', `/v2/batches/${body.id}`)).body.state).toBe('completed');
  return body.id;
}
const results = async (id: string) => String((await request('GET', `/v2/batches/${id}/results`)).body);

it('a backup contains the batches, and a restored one is consistent', async () => {
  const id = await completed();
  const backup = join(folder, 'backup');
  await makeBackup(service.config, backup, false);
  await verifyBackup(backup);
  const { config } = readConfig({ data: join(folder, 'restored') }, {});
  await restoreBackup(config, backup, false);
  for (const name of ['input', 'results'])
    expect(readFileSync(join(config.data, 'batches', id, name), 'utf8')).toBe(
      readFileSync(join(service.config.data, 'batches', id, name), 'utf8'),
    );
  expect(verifyAccounts(join(config.data, 'accounts.db'))).toMatchObject({
    faults: [],
    counts: { credits_charged: 2 },
  });
  const { accounts } = openAccounts({ file: join(config.data, 'accounts.db'), clock: systemClock });
  expect(await accounts.batches.find(id)).toMatchObject({ state: 'completed', done: 2, creditsUsed: 2 });
  await accounts.close();
  rmSync(join(backup, 'batches', id, 'results'));
  await expect(verifyBackup(backup)).rejects.toThrow(/incomplete backup: batches/);
});

it('in a backup no watch counts changes as reported that the copied catalog does not have', async () => {
  // Changes are in the catalog before a watch reports them, so the accounts must be copied before it.
  const begun = new Set<string>();
  await makeBackup(service.config, join(folder, 'ordered'), false, ({ file }) => begun.add(file));
  expect([...begun].filter((file) => file !== 'members.db')).toEqual(['accounts.db', 'catalog.db']);
});

it('erases a forgotten person from all files of a batch, and answers the other rows as before', async () => {
  const id = await completed();
  expect(await results(id)).toContain('jane@acme.example');
  const who = { email: 'jane@acme.example' };
  const report = await forgetPerson(service.config, who, { suppress: true, verify: true, onMessage: () => {} });
  // The trace is the file that the test imported, in the data folder.
  expect(report).toMatchObject({ people: 1, lines: 2, traces: [{ place: 'people-1.jsonl' }] });
  const after = await results(id);
  expect(after).not.toMatch(/jane/);
  expect(after).toMatch(/,withheld,the record is no longer available\r\n.*joe@acme\.example.*,found,\r\n$/);
});

it('erases answers that consist of a number only, and inputs in another form', async () => {
  const ofBatch = async (operation: string, rows: string) => {
    const { body } = await request('POST', `/v2/batches?operation=${operation}`, rows);
    await expect.poll(async () => (await request('GET', `/v2/batches/${body.id}`)).body.state).toBe('completed');
    const bytes = (name: string) => readFileSync(join(service.config.data, 'batches', body.id, name), 'utf8');
    return () => bytes('input') + bytes('results');
  };
  const answered = await ofBatch('phone', `person_network_url\n${personUrl('jane')}\n`);
  const given = await ofBatch('phone-to-person', 'phone\n0012025550191\n');
  expect(answered()).toContain('2025550191');
  const body = { person_network_url: personUrl('jane') };
  const repeated = { headers: { 'idempotency-key': 'number' } };
  expect((await service.call('phone', body, repeated)).body.phone).toBe(JANES_NUMBER.phone);
  const accounts = () => readFileSync(join(service.config.data, 'accounts.db'), 'latin1');
  const who = { email: 'jane@acme.example' };
  const report = await forgetPerson(service.config, who, { suppress: true, verify: false, onMessage: () => {} });
  expect(report).toMatchObject({ storedAnswers: 1, lines: 4 });
  for (const bytes of [answered(), given(), accounts()]) expect(bytes).not.toMatch(/2025550191|jane/);
});

it('removes a batch with its files after the configured retention', async () => {
  const id = await completed();
  service.clock.ms += 30 * 86_400_000 + 1;
  await service.restart();
  await expect.poll(async () => (await request('GET', `/v2/batches/${id}`)).status).toBe(404);
  await expect.poll(() => readdirSync(join(service.config.data, 'batches'))).toEqual([]);
  expect(existsSync(join(service.config.data, 'batches', id))).toBe(false);
});

it('removes the batches of a removed account', async () => {
  await completed();
  await service.admin.removeAccount('tester');
  await service.restart();
  await expect.poll(() => readdirSync(join(service.config.data, 'batches'))).toEqual([]);
});
