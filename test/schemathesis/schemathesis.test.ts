// Schemathesis against the OpenAPI document of a real server: examples, boundary values, random and invalid input,
// and sequences along the links, with all checks. schemathesis.toml has the settings, hooks.py the rules that JSON
// Schema cannot express.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/contract/endpoints/endpoints.ts';
import { WATCH_METHODS } from '../../src/contract/resources/watch-paths.ts';
import { WEBHOOK_METHODS } from '../../src/contract/resources/webhook-paths.ts';
import { endServers, type RunningServer, serve, succeed } from '../support/program.ts';

/** The calls of resources are not in the table of operations. */
const RESOURCE_CALLS = [WATCH_METHODS, WEBHOOK_METHODS].flatMap((methods) =>
  Object.values(methods).flatMap((names) => Object.keys(names)),
);
const PYTHON = process.env['CARDFILE_PYTHON'] ?? 'python3';
const MODULE = ['-m', 'schemathesis.cli'];
const RUN_MS_MAX = 16 * 60_000;

const isHere = spawnSync(PYTHON, [...MODULE, '--version']).status === 0;
/** Without Schemathesis the test is skipped with a warning; if CARDFILE_SCHEMATHESIS is `required` it fails instead. */
const isRun = isHere || process.env['CARDFILE_SCHEMATHESIS'] === 'required';
if (!isRun)
  console.warn(
    `\n*** SKIPPED: ${PYTHON} has no Schemathesis, so THE API IS NOT TESTED AGAINST ITS OPENAPI DOCUMENT (pip install schemathesis; CARDFILE_PYTHON names another Python) ***\n`,
  );

const folder = mkdtempSync(join(tmpdir(), 'cardfile-schemathesis-'));
let server: RunningServer;
let key: string;

beforeAll(async () => {
  if (!isRun) return;
  const data = join(folder, 'data');
  await succeed('generate', '--people', '2000', '--companies', '100', '--jobs', '300', '--out', folder);
  for (const kind of ['companies', 'people', 'jobs'])
    await succeed('import', kind, join(folder, `${kind}.jsonl`), '--data', data);
  await succeed('plans', 'set', 'ample', '--credits', 'unlimited', '--rps', '10000', '--data', data);
  await succeed('accounts', 'create', 'tester', '--plan', 'ample', '--data', data);
  key = (await succeed('keys', 'create', '--account', 'tester', '--data', data)).trim();
  // hooks.py sends each call from another address.
  process.env['CARDFILE_TRUSTED_PROXIES'] = 'loopback';
  server = await serve('--data', data, '--log-level', 'warn');
});
afterAll(() => {
  delete process.env['CARDFILE_TRUSTED_PROXIES'];
  endServers();
  rmSync(folder, { recursive: true });
});

async function runSchemathesis(): Promise<{ code: number | null; report: string }> {
  const settings = ['--config-file', join(import.meta.dirname, 'schemathesis.toml')];
  const child = spawn(PYTHON, [...MODULE, ...settings, 'run', `${server.base}/openapi.json`, '--no-color'], {
    // Its caches stay out of the repository.
    cwd: folder,
    env: { ...process.env, CARDFILE_KEY: key, PYTHONPATH: import.meta.dirname, PYTHONDONTWRITEBYTECODE: '1' },
    timeout: RUN_MS_MAX,
  });
  let report = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (report += text));
  const [code] = await once(child, 'close');
  return { code: code as number | null, report };
}

it.skipIf(!isRun)(
  'the service complies with its OpenAPI document in every check of Schemathesis',
  { timeout: RUN_MS_MAX + 60_000, retry: 0 },
  async () => {
    const { code, report } = await runSchemathesis();
    expect(code, report).toBe(0);
    expect(report).toContain(`Tested: ${OPERATIONS.length + RESOURCE_CALLS.length}`);
    for (const phase of ['Examples', 'Coverage', 'Fuzzing', 'Stateful']) expect(report).toContain(`✅ ${phase}`);
    const followed = Number(/API Links:\s+(\d+) covered/.exec(report)?.[1]);
    expect(followed, 'followed links').toBeGreaterThan(3);
    expect((await fetch(`${server.base}/readyz`)).status).toBe(200);
  },
);
