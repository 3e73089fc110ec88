// Compiles src/ into dist/ for the package, because Node loads no TypeScript below node_modules. Types become spaces
// and comments become empty lines, so the lines and columns of an error are those of the source. Run by `npm pack` and
// `npm publish`.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { parseSync } from 'vite';
import { installedScalarScript } from '../src/http/docs/scalar-script.ts';
import { licenseList } from './license-list.ts';
import { shippedPackages } from './shipped-packages.ts';

const root = join(import.meta.dirname, '..');
const from = join(root, 'src');
const to = join(root, 'dist');

/** Tests, test suites shared by tests, and the generator of docs/reference. */
const LEFT_OUT = /\.test\.ts$|(^|\/)conformance(\/|\.ts$)|^reference\/|\.parquet$/;

/** A path of this repository in an import, or of a thread or process entry. */
const RELATIVE_FILE = /(["'])(\.\.?\/[^"'\n]*)\.ts\1/g;

/** Spaces that replaced a type or a comment at the end of a line. No source line ends with a space. */
const AT_LINE_ENDS = /[ \t]+$/gm;

function compiled(file: string, source: string): string {
  const script = withoutComments(file, stripTypeScriptTypes(source, { mode: 'strip' })).replaceAll(AT_LINE_ENDS, '');
  return script.replaceAll(RELATIVE_FILE, '$1$2.js$1');
}

/** Removes comments: they are for readers of the source, and a fifth of its size. */
function withoutComments(file: string, script: string): string {
  let kept = '';
  let end = 0;
  for (const comment of parseSync(file, script, { lang: 'js' }).comments) {
    kept += script.slice(end, comment.start) + comment.value.replaceAll(/[^\n]/g, ' ');
    end = comment.end;
  }
  return kept + script.slice(end);
}

for (const built of ['dashboard/dist/index.html', 'site/dist/index.html']) {
  if (!existsSync(join(root, built))) {
    throw new Error(`${built} is not built: run "npm ci" and "npm run build", then pack again`);
  }
}
const scalar = await installedScalarScript();
if (scalar === null) throw new Error('@scalar/fastify-api-reference is not installed: run "npm ci", then pack again');

rmSync(to, { recursive: true, force: true });
const files = readdirSync(from, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.[a-z]+$/.test(file) && !LEFT_OUT.test(file),
);
for (const file of files) {
  const target = join(to, file);
  mkdirSync(dirname(target), { recursive: true });
  if (file.endsWith('.ts')) {
    writeFileSync(target.replace(/\.ts$/, '.js'), compiled(file, readFileSync(join(from, file), 'utf8')));
  } else if (file.endsWith('.json')) {
    writeFileSync(target, JSON.stringify(JSON.parse(readFileSync(join(from, file), 'utf8'))));
  } else cpSync(join(from, file), target);
}
writeFileSync(join(to, 'http/docs/scalar.js.br'), brotliCompressSync(scalar));
writeFileSync(join(to, 'THIRD-PARTY-LICENSES.md'), licenseList(shippedPackages()));
console.error(`${files.length + 2} files written to ${to}`);
