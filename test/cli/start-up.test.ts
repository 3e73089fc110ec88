// Modules that a command loads: a fast start loads few modules, and a test can count them, unlike time.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-start-'));
afterAll(() => rmSync(folder, { recursive: true }));

const BIN = fileURLToPath(new URL('../../bin/cardfile', import.meta.url));
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Writes the URL of each module to descriptor 3 when it is loaded, by import or require. */
const WATCHER = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) { writeSync(3, url + '\\n'); return next(url, context); } });`)}`;

interface Run {
  readonly status: number | null;
  /** Files of the repository, relative to its root, and `npm:name` for each package. */
  readonly loaded: readonly string[];
}

const run = (...args: string[]): Run => runScript(BIN, ...args);

function runScript(...args: string[]): Run {
  const { status, output } = spawnSync(process.execPath, ['--import', WATCHER, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    encoding: 'utf8',
    cwd: folder,
  });
  const files = String(output[3])
    .split('\n')
    .filter((url) => url.startsWith('file:'))
    .map((url) => fileURLToPath(url).slice(ROOT.length));
  const named = files.map((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? null);
  return { status, loaded: [...new Set(files.map((file, index) => (named[index] ? `npm:${named[index]}` : file)))] };
}

const packagesOf = ({ loaded }: Run) => loaded.filter((name) => name.startsWith('npm:'));
const partsOf = ({ loaded }: Run) =>
  [...new Set(loaded.filter((file) => file.startsWith('src/')).map((file) => file.split('/')[1]))].sort();

it.each([
  ['--version', 0],
  ['--help', 0],
  ['config', 0],
  ['import --help', 0],
  ['completion bash', 0],
  ['frobnicate', 2],
  ['keys revoke', 2],
  ['import persons x.csv', 2],
] as const)('loads no store, no server and no data for `%s`', (line, status) => {
  const ran = run(...line.split(' '));
  expect(ran.status).toBe(status);
  expect(packagesOf(ran)).toEqual(['npm:commander']);
  // Presets are the allowed values of an option, read from their table.
  expect(ran.loaded.filter((file) => file.startsWith('src/import/'))).toEqual(['src/import/map/presets.json']);
  expect(partsOf(ran)).toEqual(['accounts', 'app', 'cli', 'contract', 'import', 'ops', 'words']);
  expect(ran.loaded.filter((file) => /sqlite|stores|\/service/.test(file))).toEqual([]);
});

it.each(['keys list', 'plans list', 'accounts list', 'usage', 'members list'])(
  'loads SQLite and the stores of accounts and members for `%s`, but neither catalog nor server',
  (line) => {
    const ran = run(...line.split(' '), '--data', folder);
    expect(ran.status).toBe(0);
    expect(packagesOf(ran)).toContain('npm:better-sqlite3');
    expect(packagesOf(ran).filter((name) => !/commander|better-sqlite3|bindings|file-uri/.test(name))).toEqual([]);
    expect(
      partsOf(ran).filter((part) => /^(catalog|search|http|api|console|identity|generate)$/.test(part ?? '')),
    ).toEqual([]);
  },
);

/** Loads a module of src/serve, and calls nothing. */
function runModule(name: string): Run {
  const url = new URL(`../../src/serve/${name}`, import.meta.url);
  return runScript('--input-type=module', '--eval', `await import('${url}')`);
}

function dependenciesOf(ran: Run): string[] {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return Object.keys(dependencies).filter((name) => ran.loaded.includes(`npm:${name}`));
}

it('loads few packages for a serving thread: no client of Redis, PostgreSQL, mail, sign-in or MCP', () => {
  const ran = runModule('serve-thread.ts');
  expect(ran.status).toBe(0);
  expect(dependenciesOf(ran)).toEqual([
    ...['@fastify/cookie', '@fastify/static', 'ajv', 'better-sqlite3', 'fastify', 'libphonenumber-js'],
    ...['pino', 'prom-client', 'tldts'],
  ]);
});

it('loads no code that imports or builds for a serving thread: other threads do that', () => {
  const { loaded } = runModule('serve-thread.ts');
  expect(
    loaded.filter((file) => /^src\/import\/(titles|normalize|merge)|catalog-writers?|build-edition/.test(file)),
  ).toEqual([]);
});

it('loads no server for a process whose serving threads are others', () => {
  const ran = runModule('service.ts');
  expect(ran.status).toBe(0);
  expect(dependenciesOf(ran)).toEqual(['aws4fetch', 'better-sqlite3', 'prom-client', 'tldts']);
  expect(partsOf(ran).filter((part) => /^(api|http|dashboard|import|mcp)$/.test(part ?? ''))).toEqual([]);
});
