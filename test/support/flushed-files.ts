// Records the files and folders that this process flushes to the disk, with their size at that time.
import fs, { fstatSync, mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Sizes by path; null for a folder. */
export type Flushed = ReadonlyMap<string, number | null>;

type SyncOf = (this: { readonly fd: number }) => Promise<void>;

/** Runs the work and returns what it flushed, each at its last flush. Linux only: paths are read from /proc. */
export async function flushedBy(work: () => Promise<unknown>): Promise<Flushed> {
  const flushed = new Map<string, number | null>();
  const note = (fd: number) => {
    const stat = fstatSync(fd);
    flushed.set(readlinkSync(`/proc/self/fd/${fd}`), stat.isDirectory() ? null : stat.size);
  };
  const handles = await handlePrototype();
  const { fsyncSync, fdatasyncSync } = fs;
  const { sync, datasync } = handles;
  const noting = (original: SyncOf): SyncOf =>
    async function noted(this: { readonly fd: number }) {
      await original.call(this);
      note(this.fd);
    };
  Object.assign(handles, { sync: noting(sync), datasync: noting(datasync) });
  const notingSync = (original: typeof fsyncSync) => (fd: number) => {
    original(fd);
    note(fd);
  };
  Object.assign(fs, { fsyncSync: notingSync(fsyncSync), fdatasyncSync: notingSync(fdatasyncSync) });
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    Object.assign(handles, { sync, datasync });
    Object.assign(fs, { fsyncSync, fdatasyncSync });
    syncBuiltinESMExports();
  }
  return flushed;
}

async function handlePrototype(): Promise<{ sync: SyncOf; datasync: SyncOf }> {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-handle-'));
  const handle = await open(join(folder, 'file'), 'w');
  await handle.close();
  rmSync(folder, { recursive: true });
  return Object.getPrototypeOf(handle) as { sync: SyncOf; datasync: SyncOf };
}
