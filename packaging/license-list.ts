// The licenses of all shipped packages, with their texts, as one Markdown file of the package.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ShippedPackage } from './shipped-packages.ts';

/** Licenses that permit distribution of Cardfile without conditions for the work as a whole. */
const PERMISSIVE = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0'],
  // A license of fonts: they may be bundled and sold with software.
  'OFL-1.1',
]);

/** The license list. Throws if a license is not permissive. */
export function licenseList(packages: readonly ShippedPackage[]): string {
  const others = packages.filter(({ license }) => !PERMISSIVE.has(license));
  if (others.length > 0) {
    const found = others.map(({ name, license }) => `${name} (${license})`).join(', ');
    throw new Error(`licenses that are not permissive: ${found}; replace the package or add its license to PERMISSIVE`);
  }
  const rows = packages.map(
    ({ name, version, license, isBuiltIn }) =>
      `| ${name} | ${version} | ${license} | ${isBuiltIn ? 'built in' : 'dependency'} |`,
  );
  const head = '# Licenses of third parties\n\nCardfile itself is under Apache-2.0 (LICENSE).\n';
  const table = ['| package | version | license | use |', '|---|---|---|---|', ...rows].join('\n');
  const texts = packages.map((one) => `## ${one.name} ${one.version}\n\n${licenseText(one)}\n`);
  return [head, `${table}\n`, ...texts].join('\n');
}

/** The license text as an indented block; the name of the license if a package has no text. */
function licenseText({ folder, license }: ShippedPackage): string {
  const files = existsSync(folder)
    ? readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
    : [];
  const texts = files.map((name) => readFileSync(join(folder, name), 'utf8').trim());
  if (texts.length === 0) return `${license}; the package contains no text of its license.`;
  return texts
    .join('\n\n')
    .replace(/\r/g, '')
    .replace(/^(?=.)/gm, '    ');
}
