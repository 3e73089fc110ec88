// The package: the output of `npm pack`, installed into an empty folder from the registry of this machine, and run
// there.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { type InstalledPackage, npx, PackageFolder, type PackedPackage } from './support/installed-package.ts';
import { olderNode } from './support/older-node.ts';
import { call, endServers, runBy, serveBy } from './support/program.ts';
import { tourStatuses } from './support/tour.ts';

// Loading the demo takes longer on a shared machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 });

const MB = 1e6;
const SIZE_MB_MAX = 8;
const INSTALLED_MB_MAX = 100;
const ROOT = join(import.meta.dirname, '..');
const PARQUET = join(ROOT, 'src/import/read/parquet/fixtures/zstd.parquet');

const QUICK_START_BASE = 'http://127.0.0.1:8080';

const folder = new PackageFolder();
let packed: PackedPackage;
let installed: InstalledPackage | null;

beforeAll(async () => {
  packed = await folder.pack();
  installed = await folder.install(packed);
  if (installed === null) {
    console.warn('\n*** SKIPPED: npm reaches no registry, so THE PACKAGE IS NOT INSTALLED AND RUN ***\n');
    return;
  }
  const { size, unpackedSize, installSeconds, installedBytes } = installed;
  const startedMs = performance.now();
  await runBy({ bin: installed.bin }, '--version');
  const firstMs = performance.now() - startedMs;
  await runBy({ bin: installed.bin }, '--version');
  const nextMs = performance.now() - startedMs - firstMs;
  console.info(
    `the package: ${(size / MB).toFixed(1)} MB packed, ${(unpackedSize / MB).toFixed(1)} MB unpacked, ` +
      `${(installedBytes / MB).toFixed(0)} MB with its dependencies, installed in ${installSeconds.toFixed(1)} s; ` +
      `--version ${firstMs.toFixed(0)} ms, then ${nextMs.toFixed(0)} ms`,
  );
});
afterEach(endServers);
afterAll(() => folder.remove());

/** A test of the installed package; skipped without a registry, unless CARDFILE_REGISTRY is `required`. */
function itInstalled(title: string, test: (installed: InstalledPackage) => Promise<void> | void): void {
  it(title, async ({ skip }) => {
    if (installed === null && process.env['CARDFILE_REGISTRY'] !== 'required') return skip();
    expect(installed, 'npm reaches no registry').not.toBeNull();
    await test(installed as InstalledPackage);
  });
}

describe('the release', () => {
  const read = (name: string) => readFileSync(join(folder.release, name), 'utf8');

  it('is the package, its bill of materials, licenses and notes, with the checksum of each', () => {
    const { version } = manifest;
    const names = ['NOTES.md', 'THIRD-PARTY-LICENSES.md', `cardfile-${version}.cdx.json`, `cardfile-${version}.tgz`];
    const { status, stdout } = spawnSync('sha256sum', ['--check', 'SHA256SUMS'], {
      cwd: folder.release,
      encoding: 'utf8',
    });
    expect([status, stdout.trim().split('\n')]).toEqual([0, names.map((name) => `${name}: OK`)]);
    expect(read('NOTES.md')).toMatch(/^### Added\n/);
  });

  itInstalled('lists in its bill of materials each package that npm installs', (it) => {
    const lock = JSON.parse(readFileSync(join(it.folder, 'node_modules/.package-lock.json'), 'utf8'));
    const found = Object.entries<{ version: string }>(lock.packages)
      .map(([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`)
      .filter((name) => name !== `cardfile@${manifest.version}`);
    const { components } = JSON.parse(read(`cardfile-${manifest.version}.cdx.json`));
    const listed = new Set(components.map(({ name, version }: Record<string, string>) => `${name}@${version}`));
    const names = new Set(components.map(({ name }: Record<string, string>) => name));
    // Versions of dependencies of dependencies may be newer than those of the lock file.
    expect(found.filter((one) => !names.has(one.slice(0, one.lastIndexOf('@'))))).toEqual([]);
    for (const [name, version] of Object.entries(manifest.dependencies)) expect(listed).toContain(`${name}@${version}`);
  });
});

describe('the package', () => {
  it('contains the launcher, the compiled server, the built dashboard and nothing else', () => {
    const paths = packed.files.map(({ path }) => path);
    expect(paths.filter((path) => !/^(bin|dist|dashboard\/dist|observability|site\/dist)\//.test(path)).sort()).toEqual(
      ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'].sort(),
    );
    expect(paths).toEqual(
      expect.arrayContaining([
        ...['bin/cardfile', 'bin/server-flags.js', 'dist/cli/main.js', 'dist/http/docs/scalar.js.br'],
        'dist/THIRD-PARTY-LICENSES.md',
        ...['dashboard/dist/index.html', 'site/dist/index.html.br'],
      ]),
    );
    expect(paths.filter((path) => /\.tsx?$|\.map$|test|conformance|fixture/.test(path))).toEqual([]);
  });

  it(`has at most ${SIZE_MB_MAX} MB, unpacked`, () => {
    expect(packed.unpackedSize).toBeLessThanOrEqual(SIZE_MB_MAX * MB);
  });

  itInstalled(
    'contains no path of the machine on which it was packed, and no source map',
    ({ folder: installedFolder }) => {
      const forbidden = new RegExp(`(${folder.path}|${ROOT})/.{0,40}|sourceMappingURL=.{0,40}`, 'g');
      const own = join(installedFolder, 'node_modules/cardfile');
      const found = packed.files
        .map(({ path }) => path)
        .filter((path) => !/\.(gz|br)$/.test(path))
        .flatMap(
          (path) =>
            readFileSync(join(own, path), 'utf8')
              .match(forbidden)
              ?.map((text) => `${path}: ${text}`) ?? [],
        );
      expect(found).toEqual([]);
    },
  );

  itInstalled('contains each of its own files that a module imports or starts as a thread', (it) => {
    const own = join(it.folder, 'node_modules/cardfile');
    const modules = packed.files.map(({ path }) => path).filter((path) => /^dist\/.*\.js$/.test(path));
    const named = modules
      .filter((path) => !path.startsWith('dist/http/docs/scalar'))
      .flatMap((path) => {
        const text = readFileSync(join(own, path), 'utf8');
        return [...text.matchAll(/(?:from|import\(|new URL\()\s*(["'])(\.\.?\/[^"'\n]+\.[a-z]+)\1/g)].map(
          ([, , target = '']) => ({ path, target }),
        );
      });
    expect(named.filter(({ target }) => target.endsWith('-worker.js')).length).toBeGreaterThan(5);
    expect(named.filter(({ path, target }) => !existsSync(join(own, dirname(path), target)))).toEqual([]);
  });
});

describe('the installed package', () => {
  itInstalled(`has at most ${INSTALLED_MB_MAX} MB with all dependencies`, ({ installedBytes }) => {
    expect(installedBytes).toBeLessThanOrEqual(INSTALLED_MB_MAX * MB);
  });

  itInstalled('runs no script during installation: nothing is compiled and nothing is downloaded', (it) => {
    const lock = JSON.parse(readFileSync(join(it.folder, 'node_modules/.package-lock.json'), 'utf8'));
    const packages = Object.entries<{ hasInstallScript?: boolean }>(lock.packages);
    expect(packages.length).toBeGreaterThan(20);
    expect(packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([name]) => name)).toEqual([]);
  });

  itInstalled('runs as npx cardfile', (it) => {
    expect(npx(it, 'cardfile', '--version')).toBe(`${manifest.version}\n`);
  });

  itInstalled('serves the demo on two threads with dashboard and reference, and drains on SIGTERM', async (it) => {
    const data = join(it.folder, 'demo');
    const server = await serveBy({ bin: it.bin }, '--demo', '--workers', '2', '--data', data, '--log-level', 'warn');
    const key = /shown only now: (cf_live_\S+)/.exec(server.printed())?.[1] ?? '';
    const found = await call(server.base, key, '/v2/search/people', { people: { job_level: ['VP'] }, max_results: 1 });
    expect([found.status, found.body.results_length, found.headers.get('x-credits-used')]).toEqual([200, 1, '1']);
    const page = await (await fetch(server.base, { headers: { accept: 'text/html' } })).text();
    const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(page) ?? [];
    for (const path of [
      script,
      '/docs/',
      '/docs/quick-start.html',
      '/docs/api.html',
      '/docs/scalar.js',
      '/openapi.json',
    ]) {
      expect([path, (await fetch(server.base + path)).status]).toEqual([path, 200]);
    }
    // The calls of the quick start as it prints them; the third one contains its mistake.
    const quickStart = readFileSync(join(ROOT, 'docs/quick-start.md'), 'utf8');
    const calls = [...quickStart.matchAll(/^curl [\s\S]*?'$(?=\n```)/gm)].map(([text]) => text);
    const statuses = calls.map((text) => {
      const script = text
        .replace('curl -s', "curl -s -o /dev/null -w '%{http_code}'")
        .replace(QUICK_START_BASE, server.base);
      return spawnSync('bash', ['-c', script], { env: { ...process.env, KEY: key }, encoding: 'utf8' }).stdout;
    });
    expect(statuses).toEqual(['200', '200', '422', '200']);
    const tour = tourStatuses(server.base, key);
    expect(tour.length).toBeGreaterThan(20);
    expect([...new Set(tour)].toSorted()).toEqual(['200', '202']);
    expect(await server.end('SIGTERM')).toBe(0);
  });

  itInstalled('imports Parquet, which a thread reads, and builds an edition in a thread', async (it) => {
    const data = join(it.folder, 'imported');
    const imported = await runBy({ bin: it.bin }, 'import', 'companies', PARQUET, '--data', data, '--json');
    expect(imported).toMatchObject({ code: 0 });
    expect(existsSync(join(data, 'editions'))).toBe(true);
  });

  itInstalled('is rejected by an older Node with one sentence', ({ bin, folder: cwd }) => {
    const node = olderNode();
    if (node === null) return console.warn('SKIPPED: the package on an older Node: there is none at /usr/bin/node');
    const { status, stdout, stderr } = spawnSync(node, [bin, '--version'], { cwd, encoding: 'utf8' });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^cardfile needs Node 24 or newer, and this is v\d+\.\d+\.\d+\. Install a newer Node\.\n$/);
  });
});
