// The clients against a real server: each scenario of clients/scenarios.json with the TypeScript client, and all with
// the Python client where a Python with httpx and pytest is found.
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import scenarios from '../../clients/scenarios.json' with { type: 'json' };
import { clientFiles } from '../../packaging/clients/client-files.ts';
import { type ClientFixture, openClientFixture } from './fixture.ts';
import { runScenario, type Scenario } from './run-scenario.ts';

const root = join(import.meta.dirname, '../..');
const PYTHON = process.env['CARDFILE_PYTHON'] ?? 'python3';

const hasPython = spawnSync(PYTHON, ['-c', 'import httpx, mypy, pytest']).status === 0;
/** In CI, which names its Python, the scenarios are never skipped. */
const isRun = hasPython || process.env['CARDFILE_SCHEMATHESIS'] === 'required';
if (!isRun) {
  console.warn(
    `\n*** SKIPPED: ${PYTHON} lacks httpx, mypy or pytest, so THE PYTHON CLIENT IS NOT TESTED (pip install httpx mypy pytest; CARDFILE_PYTHON names another Python) ***\n`,
  );
}

let fixture: ClientFixture;
beforeAll(async () => {
  fixture = await openClientFixture();
});
afterAll(() => fixture.close());

describe('generated sources of the clients', () => {
  it.each([...clientFiles()])('%s is what `npm run generate` writes', (path, text) => {
    expect(readFileSync(join(root, path), 'utf8') === text, `${path} is outdated: npm run generate`).toBe(true);
  });
});

it('the clients have the version of the service', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  expect(readFileSync(join(root, 'packages/sdk/package.json'), 'utf8')).toContain(`"version": "${version}"`);
  expect(readFileSync(join(root, 'clients/python/pyproject.toml'), 'utf8')).toContain(`version = "${version}"`);
});

describe('the TypeScript client', () => {
  it.each(scenarios as Scenario[])('$name', (scenario) => runScenario(scenario, fixture));
});

describe('the Python client', () => {
  it.skipIf(!isRun)('has types without a fault', async () => {
    expect(await python('-m', 'mypy', '--strict', '--cache-dir', '/dev/null', 'src')).toContain('no issues found');
  });

  it.skipIf(!isRun)('runs each scenario, synchronous and asynchronous', { timeout: 180_000 }, async () => {
    // pytest must not write its cache into the repository.
    const report = await python('-m', 'pytest', '-q', '-p', 'no:cacheprovider', '--tb=short');
    expect(report).toContain(`${2 * scenarios.length} passed`);
    expect(report).not.toMatch(/failed|error/);
  });
});

function python(...args: string[]): Promise<string> {
  const env = { ...process.env, CARDFILE_FIXTURE: JSON.stringify(fixture), PYTHONDONTWRITEBYTECODE: '1' };
  const options = { cwd: join(root, 'clients/python'), env };
  return new Promise((resolve) => execFile(PYTHON, args, options, (_, stdout, stderr) => resolve(stdout + stderr)));
}
