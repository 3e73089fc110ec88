// The package as a user gets it: packed by `npm pack` from a copy of this clone, and installed by npm into an empty
// folder.
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');

/** Folders of a clone that packing does not read, or that packing writes. */
const NOT_COPIED = new Set(['.git', 'node_modules', 'dist', 'data', 'coverage', 'test']);

/** Error codes of npm without a reachable registry. */
const UNREACHABLE = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTCACHED)\b/;

export interface PackedPackage {
  readonly tarball: string;
  /** Bytes of the tarball, and bytes and files of its content. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

export interface InstalledPackage extends PackedPackage {
  /** The folder of the installation. */
  readonly folder: string;
  /** Its launcher. */
  readonly bin: string;
  readonly installSeconds: number;
  /** Bytes of `node_modules`. */
  readonly installedBytes: number;
}

/** npm passes its settings for this clone to the tests that it runs. They do not apply here. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_(?!config_)|^NODE_OPTIONS$|^VITEST/.test(name));
  return { ...Object.fromEntries(own), PATH: [join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(delimiter) };
}

async function npm(folder: string, ...args: string[]): Promise<string> {
  const options = { cwd: folder, env: environment(), maxBuffer: 1 << 26 };
  return (await promisify(execFile)('npm', args, options)).stdout;
}

export class PackageFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'cardfile-package-'));
  /** The files of the release, which include the package. */
  readonly release = join(this.path, 'release');

  /** Builds a draft release with `npm pack` in a copy of this clone, because other tests read files that it writes. */
  async pack(): Promise<PackedPackage> {
    const clone = join(this.path, 'clone');
    for (const name of readdirSync(ROOT)) {
      if (NOT_COPIED.has(name)) continue;
      cpSync(join(ROOT, name), join(clone, name), { recursive: true });
    }
    symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
    await npm(clone, 'run', 'release', '--', '--draft', '--out', this.release);
    const filename = readdirSync(this.release).find((name) => name.endsWith('.tgz')) ?? '';
    const tarball = join(this.release, filename);
    const [packed] = JSON.parse(await npm(this.path, 'pack', '--dry-run', '--json', tarball));
    return { ...packed, tarball };
  }

  /** Installs it into an empty folder; null without a registry that has its dependencies. */
  async install(packed: PackedPackage): Promise<InstalledPackage | null> {
    const folder = join(this.path, 'installed');
    mkdirSync(folder);
    const started = performance.now();
    try {
      await npm(folder, 'install', '--prefer-offline', packed.tarball);
    } catch (error) {
      if (error instanceof Error && UNREACHABLE.test(error.message)) return null;
      throw error;
    }
    const installSeconds = (performance.now() - started) / 1000;
    const modules = join(folder, 'node_modules');
    const bin = join(modules, 'cardfile/bin/cardfile');
    return { ...packed, folder, bin, installSeconds, installedBytes: bytesBelow(modules) };
  }

  remove(): void {
    rmSync(this.path, { recursive: true });
  }
}

function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** Runs a command of the installed package as `npx` finds it. */
export function npx({ folder }: InstalledPackage, ...args: string[]): string {
  return execFileSync('npx', ['--no-install', ...args], { cwd: folder, env: environment(), encoding: 'utf8' });
}
