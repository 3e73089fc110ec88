// A Node version that is too old for Cardfile, for tests of the launcher.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Its path; null if the system has none. */
export function olderNode(): string | null {
  const node = '/usr/bin/node';
  if (!existsSync(node)) return null;
  const major = Number.parseInt(spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout, 10);
  return major < 24 ? node : null;
}
