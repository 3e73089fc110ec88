// The files of a release: notes, licenses, bill of materials, and the workflow that publishes it.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import manifest from '../package.json' with { type: 'json' };
import { billOfMaterials, packageUrl } from '../packaging/bill-of-materials.ts';
import { changeNotes } from '../packaging/change-notes.ts';
import { licenseList } from '../packaging/license-list.ts';
import { BUILT_IN, shippedPackages } from '../packaging/shipped-packages.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const shipped = shippedPackages();
const folder = mkdtempSync(join(tmpdir(), 'cardfile-release-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the version', () => {
  it('is written in package.json, and repeated by the lock file only', () => {
    const lock = JSON.parse(read('package-lock.json'));
    expect([lock.version, lock.packages[''].version]).toEqual([manifest.version, manifest.version]);
  });

  it.each([
    [['--out', folder, '--tag', 'v9.9.9'], `the tag v9.9.9 is not that of version ${manifest.version} in package.json`],
    [['--out', ROOT, '--draft'], 'is not empty: give an empty folder with --out'],
    [[], 'give an empty folder for the files of the release: --out FOLDER'],
  ])('of a release is checked: %j', (args, fault) => {
    const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'packaging/release.ts'), ...args], {
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toContain(fault);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('the notes', () => {
  const text =
    '# Changelog\n\n## Unreleased\n\n### Added\n\n- one\n\n## 1.2.0 - 2030-01-31\n\n- two\n\n## 1x2.0\n\n- three\n';

  it('are the section of the version', () => {
    expect(changeNotes(text, '1.2.0')).toBe('- two\n');
    expect(changeNotes(text, 'Unreleased')).toBe('### Added\n\n- one\n');
    expect(changeNotes(read('CHANGELOG.md'), 'Unreleased')).toMatch(/^### Added\n/);
  });

  it('are entries that end with a full stop, in lines of at most 160 columns', () => {
    const changelog = read('CHANGELOG.md');
    expect(changelog.split('\n').filter((line) => line.length > 160)).toEqual([]);
    const entries = [...changelog.matchAll(/^- .*(?:\n {2}.*)*/gm)].map(([entry]) => entry);
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.filter((entry) => !entry.endsWith('.'))).toEqual([]);
  });

  it.each(['1.3.0', '1.2', '2.0'])('of %s are missing, which stops the release with the remedy', (version) => {
    expect(() => changeNotes(text, version)).toThrow(
      `CHANGELOG.md has no section of version ${version}: rename "## Unreleased" to "## ${version} - YYYY-MM-DD"`,
    );
  });
});

describe('the shipped packages', () => {
  it('are the dependencies that npm lists, and the built-in ones', () => {
    const listed = execFileSync('npm', ['ls', '--all', '--omit=dev', '--package-lock-only', '--parseable', '--long'], {
      ...{ cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    });
    const names = [...listed.matchAll(/:((?:@[^/:]+\/)?[^/:@]+@\d[^:\s]*)(?::|$)/gm)].map(([, name]) => name);
    const own = `${manifest.name}@${manifest.version}`;
    expect(new Set(shipped.filter((one) => !one.isBuiltIn).map((one) => `${one.name}@${one.version}`))).toEqual(
      new Set(names.filter((name) => name !== own)),
    );
  });

  it('include each package that the dashboard imports', () => {
    const sources = readdirSync(join(ROOT, 'dashboard/src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .map((file) => read(`dashboard/src/${file}`));
    // Matches an import statement, not the text of a code sample.
    const imported = sources.flatMap((text) =>
      [...text.matchAll(/^(?:import|export|\}).* from '((?:@[^/']+\/)?[^./'][^/']*)/gm)].map(([, name]) => name ?? ''),
    );
    expect(imported.length).toBeGreaterThan(50);
    expect([...new Set(imported)].filter((name) => !(BUILT_IN as readonly string[]).includes(name))).toEqual([]);
  });
});

it('no package is compiled at the installation of a clone, although npm ignores a part of its manifest there', () => {
  // npm compiles a package with a binding.gyp unless its manifest disables it, and npm does not copy that to the lock
  // file.
  const { packages } = JSON.parse(read('package-lock.json'));
  const remedy = 'write "gypfile": false as first line of better-sqlite3 in package-lock.json: npm install removes it';
  expect(packages['node_modules/better-sqlite3'].gypfile, remedy).toBe(false);
  expect(manifest.allowScripts).toEqual({ 'better-sqlite3': false, node: true });
});

describe('the licenses', () => {
  it('are permissive, each with its text', () => {
    const list = licenseList(shipped);
    for (const { name, version, license } of shipped) {
      expect(list).toContain(`| ${name} | ${version} | ${license} |`);
      expect(list).toContain(`\n## ${name} ${version}\n`);
    }
    expect(list.match(/Permission is hereby granted/g)?.length).toBeGreaterThan(20);
  });

  it('that are not permissive stop the release', () => {
    const [one] = shipped;
    expect(() => licenseList([{ ...one!, name: 'copyleft', license: 'GPL-3.0-only' }])).toThrow(
      'licenses that are not permissive: copyleft (GPL-3.0-only)',
    );
  });
});

it('the bill of materials lists each shipped package once, with license and checksum, deterministically', () => {
  const bill = billOfMaterials(manifest, shipped);
  expect(bill).toEqual(billOfMaterials(manifest, shippedPackages()));
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { name: 'cardfile' } },
  });
  expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  const references = bill.components.map((one) => one['bom-ref']);
  expect(new Set(references).size).toBe(shipped.length);
  expect(references).toContain(packageUrl('@fastify/static', manifest.dependencies['@fastify/static']));
  for (const { hashes, licenses } of bill.components) {
    expect(hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/);
    expect(licenses).toHaveLength(1);
  }
});

describe('the workflow', () => {
  interface Step {
    readonly run?: string;
    readonly uses?: string;
  }
  const text = read('.github/workflows/release.yml');
  const workflow = parse(text) as { jobs: Record<string, { if?: string; permissions?: object; steps: Step[] }> };
  const commands = Object.values(workflow.jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => (run ? [run] : [])));

  it('needs no secret, and publishes with provenance from a tag only', () => {
    expect(text).not.toMatch(/secrets\.|NODE_AUTH_TOKEN/);
    expect(workflow.jobs['publish']).toMatchObject({
      if: "github.ref_type == 'tag'",
      permissions: { 'id-token': 'write' },
    });
    expect(commands.filter((command) => /publish|gh release/.test(command))).toHaveLength(2);
    expect(commands.join('\n')).toContain('npm publish ./release/cardfile-*.tgz --provenance');
  });

  it('runs existing scripts of package.json, and valid shell', () => {
    const scripts = commands.flatMap((command) => [...command.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name));
    expect(scripts).toEqual(['release', 'release']);
    for (const name of scripts) expect(Object.keys(manifest.scripts)).toContain(name);
    for (const command of commands) expect([command, spawnSync('bash', ['-nc', command]).status]).toEqual([command, 0]);
  });
});
