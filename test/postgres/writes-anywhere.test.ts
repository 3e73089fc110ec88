// Several servers of one database: every server can write records. An upload survives the server that received its
// parts, and an import survives the server that executes it.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openAccounts } from '../../src/app/account-stores.ts';
import { readConfig } from '../../src/app/config.ts';
import { describeOnPostgres, testSchema } from '../support/postgres.ts';
import { call, endServers, type RunningServer, run, serve, succeed } from '../support/program.ts';
import { startReceiver } from '../support/receiver.ts';
import { type RunningDashboard, signIn, startDashboardOn } from '../support/running-dashboard.ts';

const WITHIN_MS = 120_000;
const ROWS = 17_000;
const BATCH_ROWS = 20_000;
/** Every hundredth row has no name, and is rejected. */
const REJECTED = ROWS / 100;
const urlOf = (slug: string) => `https://www.network.example/in/${slug}`;
const LINES = Array.from({ length: ROWS }, (_, row) =>
  row % 100 === 99 ? `,,row ${row}` : `${urlOf(`p-${row}`)},Person ${row},p-${row}@acme.example`,
);
const CSV = Buffer.from(`network_url,full_name,email\n${LINES.join('\n')}\n`);

describeOnPostgres('several servers that write', () => {
  const schema = testSchema();
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-anywhere-'));
  const objects = join(folder, 'place');
  const folderOf = (name: string) => join(folder, name);
  let key = '';
  let ingestKey = '';
  let builder: RunningServer;
  let node: RunningServer;
  let onBuilder: RunningDashboard;
  let onNode: RunningDashboard;

  const start = async (name: string, settings: object) => {
    Object.assign(process.env, settings);
    try {
      return await serve('--data', folderOf(name), '--log-level', 'warn');
    } finally {
      for (const setting of Object.keys(settings)) delete process.env[setting];
    }
  };
  const startNode = () => start('node', { CARDFILE_EDITIONS: objects });
  const until = async (isSo: () => Promise<boolean>) => {
    const endMs = performance.now() + WITHIN_MS;
    while (!(await isSo()) && performance.now() < endMs) await sleep(50);
    expect(await isSo()).toBe(true);
  };
  const isFound = async (server: RunningServer, slug: string) =>
    (await call(server.base, key, '/v2/enrichment/email', { person_network_url: urlOf(slug) })).body.found === true;
  const importOf = async (dashboard: RunningDashboard, id: string) =>
    (await dashboard.request('GET', `imports/${id}`)).body;

  beforeAll(async () => {
    if (inject('postgresUrl') === null) return;
    Object.assign(process.env, { CARDFILE_DATABASE: schema.url, CARDFILE_WEBHOOK_PRIVATE: 'true' });
    mkdirSync(folderOf('builder'));
    const { config } = readConfig({ data: folderOf('builder') }, { CARDFILE_DATABASE: schema.url });
    const { accounts, admin } = await openAccounts(config);
    await admin.setPlan({ name: 'pro', creditsPerMonth: 100_000, requestsPerSecond: 10_000 });
    await admin.createAccount('acme', 'pro');
    key = (await admin.createKey({ accountName: 'acme', name: 'test', allowedPaths: [], expiresAt: null })).key;
    await accounts.close();
    ingestKey = (await succeed('keys', 'create', '--ingest', '--data', folderOf('builder'))).trim();
    builder = await start('builder', { CARDFILE_PUBLISH: objects });
    onBuilder = await startDashboardOn(builder);
    node = await startNode();
    onNode = await signIn(node);
  }, 120_000);
  afterAll(() => {
    endServers();
    for (const name of ['CARDFILE_DATABASE', 'CARDFILE_WEBHOOK_PRIVATE']) delete process.env[name];
    rmSync(folder, { recursive: true });
  });

  test('an upload and its import survive the servers that ran them', { timeout: 300_000 }, async () => {
    // The parts arrive on both servers; the server with the first part is killed.
    const half = Math.floor(CSV.length / 2);
    const { id } = (await onNode.request('POST', 'uploads', { file: 'people.csv', bytes: CSV.length })).body;
    const send = (to: RunningDashboard, from: number, end?: number) =>
      to.request('POST', `uploads/${id}/part?offset=${from}`, CSV.subarray(from, end));
    expect((await send(onNode, 0, half)).status).toBe(200);
    await node.end('SIGKILL');
    expect((await send(onBuilder, 0, half)).body.error.message).toBe(`the next part begins at ${half}`);
    expect((await send(onBuilder, half)).body).toMatchObject({ received: CSV.length });

    // The importing server is killed in the middle; the other one imports the remaining rows.
    node = await startNode();
    onNode = await signIn(node);
    const shown = (await onNode.request('POST', `uploads/${id}/preview`, { kind: 'people' })).body;
    expect(shown.columns.map(({ header }: { header: string }) => header)).toEqual([
      'network_url',
      'full_name',
      'email',
    ]);
    expect((await onNode.request('POST', 'imports', { upload: id, kind: 'people', source: 'crm' })).status).toBe(200);
    const again = await onBuilder.request('POST', 'imports', { upload: id, kind: 'people', source: 'crm' });
    expect([again.status, again.body.error.message]).toEqual([409, 'this file is being imported already']);
    await until(async () => (await importOf(onBuilder, id)).rows > 0);
    const before = await importOf(onBuilder, id);
    await node.end('SIGKILL');
    expect(before.state).toBe('running');
    await until(async () => (await importOf(onBuilder, id)).state === 'finished');
    const done = await importOf(onBuilder, id);
    expect(done.counts).toMatchObject({ read: ROWS, created: ROWS - REJECTED, rejected: REJECTED });
    // The rows before the kill were not imported again, and the rejected rows are listed once.
    const runs = await schema.query<{ runs: number }>('SELECT count(*)::integer AS runs FROM import_run');
    expect(runs).toEqual([{ runs: 1 }]);
    const rejects = await fetch(`${builder.base}/console/api/imports/${id}/rejects`, { headers: onBuilder.headers });
    const [, ...rejected] = (await rejects.text()).trimEnd().split('\n');
    const expected = LINES.filter((_, row) => row % 100 === 99).map(
      (line) => `${line},full_name: a person needs a name`,
    );
    expect(rejected).toEqual(expected);
    // When the process of the import has ended, no copy of the file is left.
    await until(async () => readdirSync(join(folderOf('builder'), 'uploads')).length === 0);
    expect(await schema.query(`SELECT 1 FROM file_part WHERE file = '${id}/content'`)).toEqual([]);
  });

  test('a node writes records, and all servers answer them', async () => {
    node = await startNode();
    onNode = await signIn(node);
    const push = await fetch(`${node.base}/ingest/v1/people`, {
      method: 'POST',
      headers: { 'x-api-key': ingestKey, 'content-type': 'application/jsonl' },
      body: JSON.stringify({ network_url: urlOf('pushed'), full_name: 'Pu Shed', emails: ['pu@acme.example'] }),
    });
    expect([push.status, await push.json()]).toEqual([200, expect.objectContaining({ created: 1, refused: 0 })]);
    for (const server of [builder, node]) await until(() => isFound(server, 'pushed'));

    const entry = { kind: 'person', value: 'pushed' };
    expect((await onNode.request('POST', 'suppressions', entry)).status).toBe(200);
    for (const server of [builder, node]) await until(async () => !(await isFound(server, 'pushed')));

    const file = Buffer.from(`network_url,full_name,email\n${urlOf('undone')},Un Done,un@acme.example\n`);
    const id = await onNode.upload('few.csv', file);
    expect((await onNode.request('POST', 'imports', { upload: id, kind: 'people' })).status).toBe(200);
    await until(async () => (await importOf(onNode, id)).state === 'finished');
    for (const server of [builder, node]) await until(() => isFound(server, 'undone'));
    const undo = { run: (await importOf(onNode, id)).run };
    expect((await onNode.request('POST', 'imports/undo', undo)).body).toMatchObject({ removed: 1 });
    for (const server of [builder, node]) await until(async () => !(await isFound(server, 'undone')));

    // On both servers, the log of requests contains the calls of both.
    const requests = [builder, node].map(async (server) => {
      const { headers } = await call(server.base, key, '/v2/account/key-info', null);
      return headers.get('x-request-id');
    });
    const ids = await Promise.all(requests);
    for (const dashboard of [onBuilder, onNode])
      await until(async () => {
        const { rows } = (await dashboard.request('GET', 'calls')).body as { rows: { id: string }[] };
        return ids.every((id) => rows.some((row) => row.id === id));
      });

    // Commands on the data folder of a node work too; they build no edition.
    process.env['CARDFILE_EDITIONS'] = objects;
    const built = await run('index', '--data', folderOf('node'));
    const forgotten = await run('forget', 'person', 'pushed', '--verify', '--data', folderOf('node'));
    delete process.env['CARDFILE_EDITIONS'];
    expect([built.code, built.stderr]).toEqual([1, expect.stringContaining('run the command on the builder')]);
    expect([forgotten.code, forgotten.stderr]).toEqual([0, expect.stringContaining('The builder builds')]);
  });

  test('batches, watches and events continue after the end of the server that executed them', {
    timeout: 300_000,
  }, async () => {
    // The builder started first and did the work; now the node does it.
    await builder.end('SIGTERM');
    await sleep(2000);
    builder = await start('builder', { CARDFILE_PUBLISH: objects });
    const receiver = await startReceiver();
    const on = (server: RunningServer, path: string, body: unknown) => call(server.base, key, path, body);
    const hook = { url: receiver.url, event_types: ['batch.completed', 'watch.matched'] };
    expect((await on(node, '/v2/webhooks', hook)).status).toBe(201);
    const search = { kind: 'people', people: { job_title: { include: ['clerk'] } } };
    const made = await on(builder, '/v2/watches', { search });
    const watch = async () => (await on(builder, `/v2/watches/${made.body.id}`, null)).body;
    await until(async () => (await watch()).state === 'active');
    const clerks: string[] = [];
    const push = async () => {
      const slug = `clerk-${clerks.length}`;
      const body = JSON.stringify({
        network_url: urlOf(slug),
        full_name: 'N',
        job_title: 'Clerk',
        company_name: 'X',
        email: `${slug}@acme.example`,
      });
      const headers = { 'x-api-key': ingestKey, 'content-type': 'application/jsonl' };
      expect((await fetch(`${builder.base}/ingest/v1/people`, { method: 'POST', headers, body })).status).toBe(200);
      clerks.push(slug);
    };
    await push();
    await until(async () => (await watch()).changes === 1);

    const charged = async () =>
      Number((await schema.query<{ sum: string }>('SELECT sum(credits - refunded) AS sum FROM charge'))[0]?.sum ?? 0);
    const before = await charged();
    const rows = Array.from({ length: BATCH_ROWS }, (_, row) => ({
      row,
      person_network_url: urlOf(row % 2 === 0 ? 'clerk-0' : 'unknown'),
    }));
    const created = await fetch(`${builder.base}/v2/batches?operation=email`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/jsonl' },
      body: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    });
    const { id } = (await created.json()) as { id: string };
    const batch = async () => (await on(builder, `/v2/batches/${id}`, null)).body;
    await until(async () => (await batch()).done > 0);
    await node.end('SIGKILL');
    const atKill = await batch();
    expect(atKill.done).toBeLessThan(BATCH_ROWS);
    const killedMs = performance.now();
    await push();
    await until(async () => (await batch()).done > atKill.done);
    expect(performance.now() - killedMs).toBeLessThan(30_000);
    await until(async () => (await batch()).state === 'completed');
    const { found, credits_used } = await batch();
    await until(async () => (await watch()).changes === 2);
    expect(await charged()).toBe(before + credits_used + 1);
    const headers = { 'x-api-key': key };
    const results = await (await fetch(`${builder.base}/v2/batches/${id}/results`, { headers })).text();
    const read = results
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { row: number; status: string });
    expect(read.map(({ row }) => row)).toEqual(rows.map(({ row }) => row));
    expect(read.filter(({ status }) => status === 'found').length).toBe(found);
    const isReported = (type: string, count: number) => async () =>
      receiver.received.filter(({ body }) => body.type === type).length >= count;
    await until(isReported('batch.completed', 1));
    await until(isReported('watch.matched', 2));
    receiver.close();
  });
});
