// A running server whose database has no space left, or has the tables of another version: calls cost nothing, and
// /readyz and one log line state the reason.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { describeOnPostgres, testSchema } from '../support/postgres.ts';
import { endServers, type RunningServer, serve, succeed } from '../support/program.ts';

const PERSON = 'https://www.network.example/in/jane';
const NO_SPACE = 'the database has no space left';
const OTHER_SCHEMA = 'the tables of the database belong to another version';

describeOnPostgres('a server on a faulty database', () => {
  const schema = testSchema();
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-faults-'));
  const data = join(folder, 'data');
  let server: RunningServer;
  let key = '';
  let ingestKey = '';

  beforeAll(async () => {
    process.env['CARDFILE_DATABASE'] = schema.url;
    mkdirSync(data);
    const file = join(folder, 'people.jsonl');
    const person = { network_url: PERSON, full_name: 'Jane', emails: ['jane@acme.example'] };
    writeFileSync(file, `${JSON.stringify(person)}\n`);
    await succeed('import', 'people', file, '--source', 'test', '--data', data);
    await succeed('plans', 'set', 'pro', '--credits', '1000', '--rps', '100', '--data', data);
    await succeed('accounts', 'create', 'acme', '--plan', 'pro', '--data', data);
    key = (await succeed('keys', 'create', '--account', 'acme', '--data', data)).trim();
    ingestKey = (await succeed('keys', 'create', '--ingest', '--name', 'crm', '--data', data)).trim();
    server = await serve('--data', data, '--log-level', 'error');
    expect((await enrich()).status).toBe(200);
  });
  afterAll(async () => {
    await endServers();
    delete process.env['CARDFILE_DATABASE'];
    rmSync(folder, { recursive: true });
  });

  const enrich = () =>
    fetch(`${server.base}/v2/enrichment/email`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ person_network_url: PERSON }),
    });
  const push = () =>
    fetch(`${server.base}/ingest/v1/companies`, {
      method: 'POST',
      headers: { 'x-api-key': ingestKey, 'content-type': 'application/jsonl' },
      body: JSON.stringify({ name: 'Acme', domain: 'acme.example' }),
    });
  const readiness = async () => {
    const answer = await fetch(`${server.base}/readyz`);
    const { reason = null } = (await answer.json()) as { reason?: string };
    return { status: answer.status, reason };
  };
  const charged = async () => (await schema.query('SELECT request_id FROM charge')).length;
  const linesOf = (text: string) =>
    server
      .said()
      .split('\n')
      .filter((line) => line.includes(`"msg":"${text}`)).length;
  const isReadyAgain = () => expect.poll(readiness, { timeout: 20_000 }).toEqual({ status: 200, reason: null });

  test.skipIf(inject('isCluster'))('with a full disk charges nothing, is not ready, and is ready again', async () => {
    const before = await charged();
    await schema.query(`CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`);
    await schema.query('CREATE TRIGGER no_space BEFORE INSERT ON charge EXECUTE FUNCTION no_space()');
    const rejected = await enrich();
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '1']);
    const reason = expect.stringContaining(NO_SPACE);
    await expect.poll(() => enrich().then(readiness)).toEqual({ status: 503, reason });
    await schema.query('DROP TRIGGER no_space ON charge');
    expect(await charged()).toBe(before);
    await isReadyAgain();
    expect((await enrich()).status).toBe(200);
    expect(await charged()).toBe(before + 1);
    expect(linesOf(NO_SPACE)).toBeGreaterThan(0);
  });

  test('rejects calls and pushes while the tables have another version', async () => {
    const steps = 'SELECT step, name, checksum, applied_at FROM migration ORDER BY step DESC LIMIT 1';
    const [last] = await schema.query<Record<string, unknown>>(steps);
    const reason = expect.stringContaining(OTHER_SCHEMA);
    const isRejected = async () => {
      await expect.poll(readiness).toEqual({ status: 503, reason });
      // Connections whose schema was checked before may still serve a call.
      await expect.poll(async () => (await enrich()).status).toBe(503);
      await expect.poll(async () => (await push()).status).toBe(503);
    };
    const values = Object.values(last ?? {});
    await schema.query('DELETE FROM migration WHERE step = $1', [last?.['step']]);
    await isRejected();
    await schema.query('INSERT INTO migration (step, name, checksum, applied_at) VALUES ($1, $2, $3, $4)', values);
    await isReadyAgain();
    await schema.query("INSERT INTO migration (step, name, checksum, applied_at) VALUES (100, 'next', 'x', 1)");
    await isRejected();
    await schema.query('DELETE FROM migration WHERE step = 100');
    await isReadyAgain();
    expect((await enrich()).status).toBe(200);
    expect(linesOf(OTHER_SCHEMA)).toBe(2);
  });
});
