// A disk of a few megabytes that a test can fill: a tmpfs, which only root may mount.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly folder: string;
  /** Remounts the disk read-only or writable. */
  remount(how: 'ro' | 'rw'): void;
  resize(megabytes: number): void;
  unmount(): void;
}

/** Null if this user may not mount one. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  return {
    folder,
    remount: (how) => void execFileSync('mount', ['-o', `remount,${how}`, folder]),
    resize: (size) => void execFileSync('mount', ['-o', `remount,size=${size}m`, folder]),
    unmount: () => {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}
