// node packaging/release.ts --out FOLDER [--tag vX.Y.Z] [--draft]
//
// Writes all files of a release: the package, its bill of materials, the licenses of third parties, the notes and the
// checksums. The version is the one in package.json; a tag must match it. A draft uses the notes of "Unreleased".
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { billOfMaterials } from './bill-of-materials.ts';
import { changeNotes } from './change-notes.ts';
import { licenseList } from './license-list.ts';
import { shippedPackages } from './shipped-packages.ts';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: { out: { type: 'string' }, tag: { type: 'string' }, draft: { type: 'boolean', default: false } },
});
if (values.out === undefined) throw new Error('give an empty folder for the files of the release: --out FOLDER');
const { version } = manifest;
if (values.tag !== undefined && values.tag !== `v${version}`) {
  throw new Error(`the tag ${values.tag} is not that of version ${version} in package.json, v${version}`);
}
const out = resolve(values.out);
mkdirSync(out, { recursive: true });
if (readdirSync(out).length > 0) throw new Error(`${out} is not empty: give an empty folder with --out`);

const notes = changeNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), values.draft ? 'Unreleased' : version);
const packages = shippedPackages();
const files = {
  [`cardfile-${version}.cdx.json`]: `${JSON.stringify(billOfMaterials(manifest, packages), null, 2)}\n`,
  'THIRD-PARTY-LICENSES.md': licenseList(packages),
  'NOTES.md': notes,
};
for (const [name, text] of Object.entries(files)) writeFileSync(join(out, name), text);
execFileSync('npm', ['pack', '--pack-destination', out], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });

const digest = (name: string) =>
  createHash('sha256')
    .update(readFileSync(join(out, name)))
    .digest('hex');
const sums = readdirSync(out)
  .sort()
  .map((name) => `${digest(name)}  ${name}\n`);
writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
console.error(`Cardfile ${version}: ${sums.length + 1} files in ${out}`);
