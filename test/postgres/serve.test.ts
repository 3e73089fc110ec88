// The program with accounts in PostgreSQL: commands, and two servers, each of which admits its share of the limit.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { describeOnPostgres, testSchema } from '../support/postgres.ts';
import { call, endServers, run, serve, succeed } from '../support/program.ts';

const EMAIL = '/v2/enrichment/email';
const PERSON = 'https://www.network.example/in/jane';
/** Name of the connections that a test ends: other files use the same database. */
const NAME = 'restarted-server';

describeOnPostgres('the program on PostgreSQL', () => {
  const schema = testSchema();
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-program-'));
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  let key = '';

  beforeAll(async () => {
    process.env['CARDFILE_DATABASE'] = schema.url;
    mkdirSync(first);
    const file = join(folder, 'people.jsonl');
    writeFileSync(
      file,
      `${JSON.stringify({ network_url: PERSON, full_name: 'Jane', emails: ['jane@acme.example'] })}\n`,
    );
    await succeed('import', 'people', file, '--source', 'test', '--data', first);
    cpSync(first, second, { recursive: true });
    await succeed('plans', 'set', 'pro', '--credits', '1000', '--rps', '7', '--data', first);
    await succeed('accounts', 'create', 'acme', '--plan', 'pro', '--data', first);
    key = (await succeed('keys', 'create', '--account', 'acme', '--data', first)).trim();
  });
  afterEach(endServers);
  afterAll(() => {
    delete process.env['CARDFILE_DATABASE'];
    delete process.env['CARDFILE_NODE'];
    rmSync(folder, { recursive: true });
  });

  test('an identifier or a query with a NUL character is rejected before the database', async () => {
    const { base, end, said } = await serve('--data', first);
    const statusOf = async (path: string, method = 'GET') =>
      (await fetch(`${base}${path}`, { method, headers: { 'x-api-key': key } })).status;
    expect(await statusOf('/v2/batches/%00')).toBe(404);
    expect(await statusOf('/v2/webhooks/%00', 'DELETE')).toBe(404);
    expect(await statusOf('/v2/batches?cursor=%00')).toBe(422);
    await end('SIGTERM');
    expect(said()).not.toContain('"level":50');
  });

  test('two servers charge one account, and admit the limit together', async () => {
    process.env['CARDFILE_NODE'] = '1/2';
    const one = await serve('--data', first, '--log-level', 'silent');
    process.env['CARDFILE_NODE'] = '2/2';
    const two = await serve('--data', second, '--log-level', 'silent');
    const startedMs = performance.now();
    const calls = [one, two].flatMap(({ base }) =>
      Array.from({ length: 10 }, () => call(base, key, EMAIL, { person_network_url: PERSON })),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    const isOneSecond = performance.now() - startedMs < 1000;
    const admitted = statuses.map((status) => status === 200);
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    if (isOneSecond) expect([admitted.slice(0, 10), admitted.slice(10)].map(sumOf)).toEqual([4, 3]);
    const info = await call(two.base, key, '/v2/account/key-info', null);
    if (info.status === 200) expect(info.body.remaining_credits).toBe(1000 - sumOf(admitted));
    const batches = await call(two.base, key, '/v2/batches/bat_1', null);
    if (batches.status !== 429) expect(batches.status).toBe(404);
    const keys = JSON.parse(await succeed('keys', 'list', '--json', '--data', first)) as { id: string }[];
    await succeed('keys', 'revoke', keys[0]?.id ?? '', '--data', first);
    await expect.poll(() => call(two.base, key, '/v2/account/key-info', null).then(({ status }) => status)).toBe(401);
    await Promise.all([one.end('SIGTERM'), two.end('SIGTERM')]);
  });

  test('the commands of the database state its steps, and doctor examines it', async () => {
    const status = JSON.parse(await succeed('database', 'status', '--json'));
    const applied = [
      ...['accounts', 'members', 'published edition', 'leases and files of several servers', 'catalog'],
      'all runs that brought a source row',
    ];
    expect(status).toMatchObject({ applied, missing: [] });
    expect(status.tables).toContainEqual({
      table: 'charge',
      kind: inject('isCluster') ? 'distributed' : 'local',
      shards: inject('isCluster') ? 4 : 1,
      bytes: expect.any(Number),
    });
    expect(JSON.parse(await succeed('database', 'migrate', '--json'))).toEqual({ applied: [] });
    const { stdout: distributed, stderr } = await run('database', 'distribute');
    expect(distributed).toMatch(/^distributed: -$/m);
    if (!inject('isCluster')) expect(stderr).toContain('This server has no Citus');
    const { stdout } = await run('doctor', '--data', first);
    expect(stdout).toMatch(/database +\w+ +PostgreSQL \d+/);
    expect(stdout).toMatch(/catalog +ok +1 people, 0 companies/);
  });

  test('a backup states that all stores are in the database', async () => {
    const backup = join(folder, 'backup');
    const made = await run('backup', backup, '--verify', '--data', first);
    expect([made.code, made.stderr]).toEqual([
      0,
      expect.stringContaining('not in this backup: copy them with pg_dump'),
    ]);
    await succeed('restore', backup, '--data', join(folder, 'third'));
    delete process.env['CARDFILE_DATABASE'];
    const { code, stderr } = await run('restore', backup, '--data', join(folder, 'fourth'));
    process.env['CARDFILE_DATABASE'] = schema.url;
    expect([code, stderr]).toEqual([1, expect.stringContaining('set CARDFILE_DATABASE')]);
  });

  test('pushed rows are stored as soon as the database is back after a restart', async () => {
    process.env['CARDFILE_DATABASE'] = `${schema.url}&application_name=${NAME}`;
    const { base, end } = await serve('--data', first, '--log-level', 'silent');
    process.env['CARDFILE_DATABASE'] = schema.url;
    const ingestKey = (await succeed('keys', 'create', '--ingest', '--name', 'crm', '--data', first)).trim();
    const push = async (slug: string) => {
      const body = JSON.stringify({ network_url: `https://www.network.example/company/${slug}`, name: slug });
      const headers = { 'x-api-key': ingestKey, 'content-type': 'application/jsonl' };
      const { status } = await fetch(`${base}/ingest/v1/companies`, { method: 'POST', headers, body });
      return status;
    };
    expect(await push('before')).toBe(200);
    for (const slug of ['after', 'again']) {
      // Ends the connections like a restart.
      await schema.query(`SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity WHERE application_name = $1`, [
        NAME,
      ]);
      // Only 503 until the key can be read again.
      const statuses = new Set<number>();
      await expect.poll(async () => statuses.add(await push(slug)).has(200)).toBe(true);
      expect([...statuses].filter((status) => status !== 503)).toEqual([200]);
    }
    expect(await schema.query("SELECT count(*)::integer AS runs FROM import_run WHERE source = 'ingest'")).toEqual([
      { runs: 1 },
    ]);
    await end('SIGTERM');
  });
});

const sumOf = (admitted: readonly boolean[]) => admitted.filter(Boolean).length;
