// A server that is killed repeatedly while it runs batches: every row is answered once and charged at most once. The
// name of a failed test has its seed (CARDFILE_CHAOS_SEED).
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyAccounts } from '../../src/accounts/sqlite/verify-accounts.ts';
import { endServers, type RunningServer, serve, succeed } from '../support/program.ts';

const SEED = Number(process.env['CARDFILE_CHAOS_SEED'] ?? Date.now() % 1_000_000);
const ROUNDS = Number(process.env['CARDFILE_CHAOS_ROUNDS'] ?? 4);
const ROWS = 60_000;
const COMPANIES = 200;

const folder = mkdtempSync(join(tmpdir(), 'cardfile-batches-'));
const data = join(folder, 'data');
let key = '';

beforeAll(async () => {
  await succeed('generate', '--people', '500', '--companies', String(COMPANIES), '--jobs', '1', '--out', folder);
  await succeed('import', 'companies', join(folder, 'companies.jsonl'), '--data', data);
  await succeed('plans', 'set', 'ample', '--credits', 'unlimited', '--rps', '10000', '--data', data);
  await succeed('accounts', 'create', 'tester', '--plan', 'ample', '--data', data);
  key = (await succeed('keys', 'create', '--account', 'tester', '--data', data)).trim();
});
afterAll(() => {
  endServers();
  rmSync(folder, { recursive: true });
});

/** Numbers from 0 to below 1, deterministic by seed. */
function* draws(seed: number): Generator<number, never> {
  for (let state = seed + 1; ; ) {
    state = (state * 48_271) % 2_147_483_647;
    yield state / 2_147_483_647;
  }
}

async function request(server: RunningServer, path: string, rows?: string) {
  const answer = await fetch(`${server.base}${path}`, {
    headers: { 'x-api-key': key, 'content-type': 'application/jsonl' },
    ...(rows === undefined ? {} : { method: 'POST', body: rows }),
  });
  return { status: answer.status, text: await answer.text() };
}

it(`is charged and answered exactly once (seed ${SEED})`, { timeout: 240_000 }, async () => {
  const draw = draws(SEED);
  const known = companies();
  /** Two in three rows are known. */
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const company_network_url = row % 3 === 2 ? `/company/unknown-${row}` : known[row % known.length];
    return `${JSON.stringify({ row, company_network_url })}\n`;
  }).join('');
  const expected = ROWS - Math.floor(ROWS / 3);
  let server = await serve('--data', data, '--log-level', 'error');
  const { id } = JSON.parse((await request(server, '/v2/batches?operation=company&fields=company.name', rows)).text);
  let killed = 0;
  let batch = { state: '', done: 0, found: 0, credits_used: 0, reason: null };
  for (;;) {
    await sleep(20 + draw.next().value * 150);
    batch = JSON.parse((await request(server, `/v2/batches/${id}`)).text);
    expect(['queued', 'running', 'completed'], JSON.stringify(batch)).toContain(batch.state);
    if (batch.state === 'completed') break;
    if (killed === ROUNDS) continue;
    await server.end('SIGKILL');
    killed += 1;
    server = await serve('--data', data, '--log-level', 'error');
  }
  expect(killed, 'rounds before the batch was completed').toBeGreaterThan(2);
  expect(batch).toMatchObject({ done: ROWS, found: expected, credits_used: expected });
  const lines = (await request(server, `/v2/batches/${id}/results`)).text.trim().split('\n');
  const results = lines.map((line) => JSON.parse(line) as { row: number; status: string });
  expect(results.map(({ row }) => row)).toEqual(Array.from({ length: ROWS }, (_, row) => row));
  expect(results.filter(({ status }) => status === 'found')).toHaveLength(expected);
  await server.end('SIGTERM');
  const { faults, counts } = verifyAccounts(join(data, 'accounts.db'));
  expect([faults, counts['credits_charged']]).toEqual([[], expected]);
});

/** Profile URLs of the imported companies. */
function companies(): string[] {
  const lines = readFileSync(join(folder, 'companies.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { network_url: string }).network_url);
}
