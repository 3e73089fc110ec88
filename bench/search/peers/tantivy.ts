// Tantivy, the search library in Rust: the program tantivy/, built by cargo.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Peer } from '../peer.ts';
import { ProcessPeer } from '../process-peer.ts';

const MANIFEST = fileURLToPath(new URL('../tantivy/Cargo.toml', import.meta.url));

export async function tantivyPeer(folder: string): Promise<Peer> {
  const target = join(folder, 'tantivy-target');
  const build = ['build', '--release', '--locked', '--manifest-path', MANIFEST, '--target-dir', target];
  execFileSync('cargo', build, { stdio: 'inherit' });
  return new ProcessPeer({ name: 'Tantivy', command: join(target, 'release/tantivy-peer'), args: [] }, folder);
}
