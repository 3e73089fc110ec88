// The third-party packages that a user of Cardfile runs: its dependencies, and the packages whose code is in its built
// files.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** Development packages whose code is in the built dashboard or is served as the interactive reference. */
export const BUILT_IN = [
  ...['@fontsource-variable/geist', '@fontsource-variable/geist-mono'],
  ...['@preact/signals', '@scalar/fastify-api-reference', 'lean-qr', 'preact', 'preact-iso'],
] as const;

export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly license: string;
  /** SHA-512 of its tarball, in hexadecimal digits. */
  readonly sha512: string;
  /** Its folder in this clone. */
  readonly folder: string;
  readonly isBuiltIn: boolean;
}

interface LockEntry {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const FOLDER = 'node_modules/';

/** All shipped packages by name and version, from the lock file. */
export function shippedPackages(): ShippedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, LockEntry>>;
  };
  const builtIn = builtInPaths(packages);
  const shipped = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && (dev !== true || builtIn.has(path)))
    .map(([path, entry]) => shippedPackage(path, entry));
  // Two packages can have the same dependency, each in its own folder.
  const byName = new Map(shipped.map((one) => [`${one.name} ${one.version}`, one]));
  return [...byName].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, shippedOnce]) => shippedOnce);
}

/** Paths of the built-in packages and of their dependencies in the browser, which are not nested. */
function builtInPaths(packages: Readonly<Record<string, LockEntry>>): Set<string> {
  const paths = new Set<string>();
  const visit = (name: string): void => {
    const path = FOLDER + name;
    if (paths.has(path)) return;
    paths.add(path);
    // The script of the reference is one file. The dependencies of its package belong to a server plugin.
    if (!name.startsWith('@scalar/')) for (const next of Object.keys(packages[path]?.dependencies ?? {})) visit(next);
  };
  for (const name of BUILT_IN) visit(name);
  return paths;
}

function shippedPackage(path: string, { version, license, integrity, dev }: LockEntry): ShippedPackage {
  const name = path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
  const [, digest] = /^sha512-(\S+)$/.exec(integrity ?? '') ?? [];
  if (digest === undefined) throw new Error(`package-lock.json has no SHA-512 of ${name} ${version}`);
  if (license === undefined) throw new Error(`package-lock.json has no license of ${name} ${version}`);
  const sha512 = Buffer.from(digest, 'base64').toString('hex');
  return { name, version, license, sha512, folder: join(ROOT, path), isBuiltIn: dev === true };
}
