// Several servers while one of them, or their database, stops and returns.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openAccounts } from '../../src/app/account-stores.ts';
import { openCatalogWriter } from '../../src/app/catalog-writers.ts';
import { openCatalog } from '../../src/app/catalogs.ts';
import { readConfig } from '../../src/app/config.ts';
import { openEditions } from '../../src/app/editions.ts';
import { ENDPOINTS, type Operation } from '../../src/contract/endpoints/endpoints.ts';
import { buildHere } from '../../src/tasks/build-edition.ts';
import { importFiles } from '../../src/tasks/import-files.ts';
import { FIXTURE } from '../support/fixture.ts';
import { personUrl } from '../support/fixture-records.ts';
import { describeOnPostgres, testSchema } from '../support/postgres.ts';
import { call, endServers, type RunningServer, serve, succeed } from '../support/program.ts';

const PROXY = fileURLToPath(new URL('../support/freezing-proxy.ts', import.meta.url));
const SETTINGS = ['DATABASE', 'PUBLISH', 'EDITIONS', 'NODE_SECRET'] as const;

describeOnPostgres('several servers in transition', () => {
  const schema = testSchema();
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-transitions-'));
  let key = '';
  /** Started by the second test, ended by the third. */
  let builder: RunningServer;
  let files = 0;

  const configOf = (name: string) => {
    mkdirSync(join(folder, name), { recursive: true });
    return readConfig({ data: join(folder, name) }, { CARDFILE_DATABASE: schema.url }).config;
  };
  const importRecords = async (kind: 'companies' | 'people' | 'jobs', records: readonly object[] = []) => {
    files += 1;
    const file = join(folder, `${kind}-${files}.jsonl`);
    writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    await importFiles(configOf('import'), { kind, files: [file], source: 'test', index: false });
  };
  const addPerson = (slug: string) =>
    importRecords('people', [
      { network_url: personUrl(slug), full_name: `New ${slug}`, emails: [{ email: `${slug}@acme.example` }] },
    ]);
  const start = async (name: string, settings: { PUBLISH?: string; EDITIONS?: string; DATABASE?: string }) => {
    for (const setting of SETTINGS) delete process.env[`CARDFILE_${setting}`];
    Object.assign(process.env, { CARDFILE_DATABASE: schema.url, CARDFILE_NODE_SECRET: 'a secret of these tests' });
    for (const [setting, value] of Object.entries(settings)) process.env[`CARDFILE_${setting}`] = value;
    try {
      return await serve('--data', join(folder, name), '--log-level', 'warn');
    } finally {
      for (const setting of ['PUBLISH', 'EDITIONS'] as const) delete process.env[`CARDFILE_${setting}`];
      process.env['CARDFILE_DATABASE'] = schema.url;
    }
  };
  const statusOf = async (server: RunningServer, operation: Operation, body: object) =>
    (await call(server.base, key, ENDPOINTS[operation].path, body)).status;
  const email = (server: RunningServer, slug: string) =>
    statusOf(server, 'email', { person_network_url: personUrl(slug) });

  beforeAll(async () => {
    if (inject('postgresUrl') === null) return;
    process.env['CARDFILE_DATABASE'] = schema.url;
    for (const kind of ['companies', 'people', 'jobs'] as const) await importRecords(kind, FIXTURE[kind]);
    for (const slug of ['to-forget', 'to-hide']) await addPerson(slug);
    const { accounts, admin } = await openAccounts(configOf('import'));
    await admin.setPlan({ name: 'pro', creditsPerMonth: 100_000, requestsPerSecond: 10_000 });
    await admin.createAccount('acme', 'pro');
    key = (await admin.createKey({ accountName: 'acme', name: 'test', allowedPaths: [], expiresAt: null })).key;
    await accounts.close();
  });
  afterAll(() => {
    endServers();
    for (const name of SETTINGS) delete process.env[`CARDFILE_${name}`];
    rmSync(folder, { recursive: true });
  });

  test('the edition of one server keeps the changes in the log that the edition of another server needs', {
    timeout: 60_000,
  }, async () => {
    const [one, other] = [configOf('one'), configOf('other')];
    await buildHere(one);
    await buildHere(other);
    const base = (await openEditions(other).about())?.generation ?? 0;
    await addPerson('first-change');
    await buildHere(one);
    await addPerson('second-change');
    const catalog = openCatalog(other);
    const documents = catalog.documents();
    const changes = documents.changes(base);
    documents.close();
    catalog.close();
    expect(changes).toMatchObject({ people: { length: 2 } });
    // The log is bounded: the next edition removes the entries that neither server needs.
    await buildHere(one);
    const [row] = await schema.query<{ oldest: string }>('SELECT MIN(generation) AS oldest FROM change');
    expect(Number(row?.oldest)).toBeGreaterThan(base + 1);
  });

  test('a node that cannot read which records are hidden answers nothing', { timeout: 120_000 }, async () => {
    builder = await start('builder', { PUBLISH: 'http' });
    const proxy = fork(PROXY, [schema.url]);
    try {
      const [port] = (await once(proxy, 'message')) as [number];
      const url = new URL(schema.url);
      url.port = String(port);
      const node = await start('frozen', { EDITIONS: 'http', DATABASE: url.href });
      await expect.poll(() => email(node, 'to-hide'), { timeout: 20_000 }).toBe(200);
      proxy.send('freeze');
      await once(proxy, 'message');
      const writer = openCatalogWriter(configOf('import'));
      await writer.suppress({ kind: 'person', value: 'to-hide' }, '2026-01-01T00:00:00.000Z');
      writer.close();
      await sleep(1000);
      const statuses = new Set<number>();
      await expect
        .poll(
          async () => {
            const status = await email(node, 'to-hide');
            statuses.add(status);
            return status;
          },
          { timeout: 40_000 },
        )
        .toBe(404);
      expect([...statuses]).not.toContain(200);
      await node.end('SIGKILL');
    } finally {
      proxy.kill();
    }
  });

  test('a person forgotten while a node was off is not answered from its copy', { timeout: 120_000 }, async () => {
    let node = await start('node', { EDITIONS: 'http' });
    await expect.poll(() => email(node, 'to-forget'), { timeout: 20_000 }).toBe(200);
    await node.end('SIGTERM');
    for (const arguments_ of [['forget', 'person', 'to-forget', '--verify'], ['index'], ['index']])
      await succeed(...arguments_, '--data', join(folder, 'builder'));
    await builder.end('SIGKILL');
    node = await start('node', { EDITIONS: 'http' });
    await expect.poll(() => email(node, 'first-change'), { timeout: 20_000 }).toBe(200);
    expect(await email(node, 'to-forget')).toBe(404);
    const search = { people: { network_url: [personUrl('to-forget')] } };
    const { body } = await call(node.base, key, ENDPOINTS['people-search'].path, search);
    expect(body).toMatchObject({ results_length: 0 });
  });
});
