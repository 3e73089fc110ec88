// Serving nodes without a catalog: a builder publishes its editions, and two nodes answer every call from them. Each
// node fetches the objects of the builder in another way.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { openAccounts } from '../../src/app/account-stores.ts';
import { openCatalogAdmin, openCatalogWriter } from '../../src/app/catalog-writers.ts';
import { readConfig } from '../../src/app/config.ts';
import { ENDPOINTS, type Operation } from '../../src/contract/endpoints/endpoints.ts';
import { importFiles } from '../../src/tasks/import-files.ts';
import { FIXTURE } from '../support/fixture.ts';
import { personUrl } from '../support/fixture-records.ts';
import { describeOnPostgres, testSchema } from '../support/postgres.ts';
import { call, endServers, type RunningServer, serve, succeed } from '../support/program.ts';
import { recordCalls, suggestionCalls } from '../support/record-calls.ts';
import { hasRedis, startRedis } from '../support/redis-server.ts';

const SECRET = 'a secret of these tests';
const SETTINGS = ['DATABASE', 'PUBLISH', 'EDITIONS', 'NODE_SECRET', 'NODE', 'LIMITER'] as const;
/** Limit of each wait; docs/nodes.md promises one and three seconds. */
const WITHIN_MS = 20_000;

const PEOPLE = FIXTURE.people ?? [];
const slugOf = (record: object) =>
  String((record as { network_url: string }).network_url)
    .split('/')
    .at(-1) ?? '';
const valuesOf = (records: readonly object[] = [], text: RegExp) => [
  ...new Set(records.flatMap((record) => [...JSON.stringify(record).matchAll(text)].map(([, value = '']) => value))),
];

const CALLS = [
  ...recordCalls({
    people: PEOPLE.map(slugOf),
    companies: (FIXTURE.companies ?? []).map(slugOf),
    domains: valuesOf(FIXTURE.companies, /"([a-z.]+\.example)"/g),
    addresses: valuesOf(PEOPLE, /"email":"([^"]+)"/g),
    numbers: valuesOf(PEOPLE, /"phone":"([^"]+)"/g),
    ids: ['7'],
  }),
  ...suggestionCalls(),
];

const PERSON = personUrl(PEOPLE.map(slugOf)[0] ?? '');

const INFO = '/v2/account/key-info';

/** The servers together admit 9 calls a second on any of them. On a busy machine a server may be away for a moment. */
async function expectLimit(servers: readonly RunningServer[], info: (server: RunningServer) => Promise<number>) {
  const admittedAtOnce = async () => {
    await sleep(1100);
    const startedMs = performance.now();
    const requests = Array.from({ length: 24 }, (_, index) => info(servers[index % servers.length] as RunningServer));
    const admitted = (await Promise.all(requests)).filter((status) => status === 200).length;
    if (performance.now() - startedMs < 1000) expect(admitted).toBeLessThanOrEqual(9);
    return admitted;
  };
  for (let attempt = 0; (await admittedAtOnce()) < 9; attempt += 1) expect(attempt).toBeLessThan(8);
}

describeOnPostgres('serving nodes without a catalog', () => {
  const schema = testSchema();
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-nodes-'));
  const data = { builder: join(folder, 'builder'), node: join(folder, 'node') };
  let key = '';
  let builder: RunningServer;
  let files = 0;

  const config = () => readConfig({ data: data.builder }, { CARDFILE_DATABASE: schema.url }).config;
  const importRecords = async (kind: 'companies' | 'people' | 'jobs', records: readonly object[] = []) => {
    files += 1;
    const file = join(folder, `${kind}-${files}.jsonl`);
    writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    await importFiles(config(), { kind, files: [file], source: 'test', index: false });
  };
  /** Starts a server with these settings in addition. */
  const start = async (folderOf: string, settings: Partial<Record<(typeof SETTINGS)[number], string>>) => {
    for (const name of SETTINGS) delete process.env[`CARDFILE_${name}`];
    Object.assign(process.env, { CARDFILE_DATABASE: schema.url, CARDFILE_NODE_SECRET: SECRET });
    for (const [name, value] of Object.entries(settings)) process.env[`CARDFILE_${name}`] = value;
    try {
      return await serve('--data', folderOf, '--log-level', 'warn');
    } finally {
      for (const name of ['PUBLISH', 'EDITIONS', 'NODE', 'LIMITER'] as const) delete process.env[`CARDFILE_${name}`];
    }
  };
  const request = (server: RunningServer, operation: Operation, body: object) =>
    call(server.base, key, ENDPOINTS[operation].path, body);
  const suppress = async (slug: string) => {
    const writer = openCatalogWriter(config());
    await writer.suppress({ kind: 'person', value: slug }, '2026-01-01T00:00:00.000Z');
    writer.close();
  };
  const answersOf = async (server: RunningServer) => {
    const answers: string[] = [];
    for (const [operation, body] of CALLS) {
      const { status, body: answer } = await request(server, operation, body);
      const shown = JSON.stringify(answer).replace(/"request_id":"[^"]+"/g, '');
      answers.push(`${operation} ${JSON.stringify(body)} ${status} ${shown}`);
    }
    return answers;
  };

  beforeAll(async () => {
    if (inject('postgresUrl') === null) return;
    process.env['CARDFILE_DATABASE'] = schema.url;
    mkdirSync(data.builder);
    for (const kind of ['companies', 'people', 'jobs'] as const) await importRecords(kind, FIXTURE[kind]);
    const { accounts, admin } = await openAccounts(config());
    await admin.setPlan({ name: 'pro', creditsPerMonth: 100_000, requestsPerSecond: 10_000 });
    await admin.createAccount('acme', 'pro');
    key = (await admin.createKey({ accountName: 'acme', name: 'test', allowedPaths: [], expiresAt: null })).key;
    await accounts.close();
  });
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    endServers();
    for (const end of ends.splice(0)) await end();
  });
  afterAll(() => {
    for (const name of SETTINGS) delete process.env[`CARDFILE_${name}`];
    rmSync(folder, { recursive: true });
  });

  test('a node answers like the builder, follows its changes, and keeps serving without it', {
    timeout: 180_000,
  }, async () => {
    builder = await start(data.builder, { PUBLISH: 'http' });
    let node = await start(data.node, { EDITIONS: builder.base });
    expect(existsSync(join(data.node, 'catalog.db'))).toBe(false);
    expect(await answersOf(node)).toEqual(await answersOf(builder));

    // A cursor of one server continues on the other server.
    const pages = { people: { location: { country_code: ['US'] } }, max_results: 2 };
    const page = await request(builder, 'people-search', pages);
    const next = { ...pages, cursor: page.body.cursor };
    expect(page.body.cursor).toEqual(expect.any(String));
    expect((await request(node, 'people-search', next)).body).toEqual(
      (await request(builder, 'people-search', next)).body,
    );

    // The change is visible on the node, and the earlier cursor is still valid.
    await importRecords('people', [{ network_url: personUrl('brand-new'), full_name: 'Brand New' }]);
    const changedMs = performance.now();
    const found = () => request(node, 'people-search', { people: { network_url: [personUrl('brand-new')] } });
    while ((await found()).body.results_length !== 1 && performance.now() - changedMs < WITHIN_MS) await sleep(20);
    expect((await found()).body.results_length).toBe(1);
    expect((await request(node, 'people-search', next)).body).toEqual(
      (await request(builder, 'people-search', next)).body,
    );

    // A suppressed person is no longer answered.
    expect((await request(node, 'email', { person_network_url: PERSON })).status).toBe(200);
    await suppress(PEOPLE.map(slugOf)[0] ?? '');
    const hiddenMs = performance.now();
    const isShown = async () => (await request(node, 'email', { person_network_url: PERSON })).status === 200;
    while ((await isShown()) && performance.now() - hiddenMs < WITHIN_MS) await sleep(20);
    expect(await isShown()).toBe(false);

    for (const server of [node, builder]) {
      const searched = () => request(server, 'people-search', { people: { network_url: [PERSON] } });
      await expect.poll(async () => (await searched()).body.results_length, { timeout: WITHIN_MS }).toBe(0);
    }

    // The node continues without the builder, also after a restart.
    const answers = await answersOf(builder);
    await builder.end('SIGKILL');
    expect(await answersOf(node)).toEqual(answers);
    // Suppressions and erasures do not wait for the builder.
    const [, suppressed = '', erased = ''] = PEOPLE.map(slugOf);
    const shown = async () => {
      const search = { people: { network_url: [personUrl(suppressed), personUrl(erased)] } };
      return (await request(node, 'people-search', search)).body.results_length;
    };
    expect(await shown()).toBe(2);
    await suppress(suppressed);
    await expect.poll(shown, { timeout: WITHIN_MS }).toBe(1);
    const catalogAdmin = openCatalogAdmin(config());
    await catalogAdmin.forgetPeople({ slug: erased }, null);
    catalogAdmin.close();
    await expect.poll(shown, { timeout: WITHIN_MS }).toBe(0);
    const later = await answersOf(node);
    await node.end('SIGTERM');
    node = await start(data.node, { EDITIONS: builder.base });
    expect(await answersOf(node)).toEqual(later);
    expect((await request(node, 'email', { person_network_url: PERSON })).status).not.toBe(200);
    expect(await shown()).toBe(0);
    await node.end('SIGKILL');
  });

  test('another builder takes over from a killed one, without a change of the settings of nodes', {
    timeout: 180_000,
  }, async () => {
    const other = join(folder, 'other');
    builder = await start(data.builder, { PUBLISH: 'http' });
    const standby = await start(other, { PUBLISH: 'http' });
    const node = await start(data.node, { EDITIONS: 'http' });
    expect(standby.said()).not.toContain('error');
    const isFound = async (server: RunningServer, slug: string) =>
      (await request(server, 'people-search', { people: { network_url: [personUrl(slug)] } })).body.results_length ===
      1;

    // An erased person is removed from the edition of each builder, because any of them may publish next.
    await importRecords('people', [{ network_url: personUrl('to-forget'), full_name: 'To Forget' }]);
    await expect.poll(() => isFound(node, 'to-forget'), { timeout: WITHIN_MS }).toBe(true);
    process.env['CARDFILE_EDITIONS'] = 'http';
    await succeed('forget', 'person', 'to-forget', '--data', data.node);
    delete process.env['CARDFILE_EDITIONS'];
    const [meta] = await schema.query<{ hidden: string }>('SELECT hidden_generation AS hidden FROM meta');
    const ofFolder = (at: string): number =>
      JSON.parse(readFileSync(join(at, 'editions', 'current.json'), 'utf8')).hiddenGeneration;
    for (const at of [data.builder, other])
      await expect.poll(() => ofFolder(at), { timeout: WITHIN_MS }).toBe(Number(meta?.hidden));

    await builder.end('SIGKILL');
    await importRecords('people', [{ network_url: personUrl('after-kill'), full_name: 'After Kill' }]);
    await expect.poll(() => isFound(node, 'after-kill')).toBe(true);
    // A node without a copy can only fetch from the second builder.
    const late = await start(join(folder, 'late'), { EDITIONS: 'http' });
    expect(await answersOf(late)).toEqual(await answersOf(standby));
    expect(await isFound(late, 'after-kill')).toBe(true);
    expect(await isFound(late, 'to-forget')).toBe(false);

    // The first builder is now the second one, and takes over again.
    builder = await start(data.builder, { PUBLISH: 'http' });
    await standby.end('SIGTERM');
    await importRecords('people', [{ network_url: personUrl('taken-back'), full_name: 'Taken Back' }]);
    await expect.poll(() => isFound(late, 'taken-back')).toBe(true);
    for (const server of [builder, node, late]) await server.end('SIGTERM');
  });

  test('all servers share limits, keys and sessions', {
    timeout: 180_000,
  }, async () => {
    const redis = hasRedis ? await startRedis() : null;
    ends.push(async () => redis?.remove());
    const limiter = redis ? { LIMITER: redis.url } : {};
    builder = await start(data.builder, { PUBLISH: join(folder, 'place'), NODE: '1/2', ...limiter });
    const node = await start(data.node, { EDITIONS: join(folder, 'place'), NODE: '2/2', ...limiter });
    expect(node.said()).not.toContain('error');
    const { accounts, admin } = await openAccounts(config());
    ends.push(() => accounts.close());

    // A revoked key is rejected on both servers, even if it is cached.
    await admin.setPlan({ name: 'few', creditsPerMonth: 1000, requestsPerSecond: 9 });
    await admin.createAccount('small', 'few');
    const made = await admin.createKey({ accountName: 'small', name: 'test', allowedPaths: [], expiresAt: null });
    const info = async (server: RunningServer) => (await call(server.base, made.key, INFO, null)).status;
    // With a store of limits a server admits calls two seconds after its start.
    for (const server of [builder, node]) while ((await info(server)) !== 200) await sleep(50);
    if (redis) {
      // A single server may admit the whole limit; two servers admit it together.
      for (const servers of [[node], [builder, node]]) await expectLimit(servers, info);
    }
    await admin.revokeKey(made.id);
    const revokedMs = performance.now();
    const isRevoked = async () => (await info(node)) === 401 && (await info(builder)) === 401;
    while (!(await isRevoked()) && performance.now() - revokedMs < WITHIN_MS) await sleep(20);
    expect(await isRevoked()).toBe(true);

    // A session that began on one server is valid on the other.
    const [, token = ''] = /#token=([\w-]+)/.exec(builder.said()) ?? [];
    const signedIn = await fetch(`${builder.base}/console/api/set-up`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, email: 'ann@acme.example', name: 'Ann', password: 'correct horse battery' }),
    });
    const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const read = async (path: string) => {
      const answer = await fetch(`${node.base}/console/api/${path}`, { headers: { cookie } });
      return [answer.status, await answer.text()];
    };
    expect(await read('session')).toEqual([200, expect.stringContaining('ann@acme.example')]);
    expect(await read('overview')).toEqual([200, expect.stringContaining('"edition":{')]);
    expect(await read('catalog')).toEqual([200, expect.stringContaining('"edition":{')]);
    const ready = await fetch(`${node.base}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([200, expect.stringContaining('generation')]);
    const metrics = await (await fetch(`${node.base}/metrics`)).text();
    const generation = /^cardfile_edition_generation (\d+)$/m.exec(metrics)?.[1];
    expect(metrics).toContain(`\ncardfile_catalog_generation ${generation}\n`);
  });
});
