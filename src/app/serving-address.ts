// The address of a running server: it writes it next to its lock, and commands read it to print working links.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { acquireLock } from '../ops/files/exclusive-lock.ts';
import type { Config } from './config.ts';
import { addressFile, lockFile } from './data-folder.ts';

/** Content of the file: the running server. */
interface ServingNote {
  /** Where browsers find the dashboard; null where it is not served. */
  readonly dashboard: string | null;
}

/** Longer than an import holds the lock to check for a server, and longer than a server takes to start. */
const LOCK_WAIT_MS = 300;

/** Where browsers find the dashboard of a server with these settings: as configured, else on this machine. */
export function dashboardAddress({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  const isAny = host === '0.0.0.0' || host === '::';
  return publicUrl ?? `http://${isAny ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Notes where this server is found; `port` is the one that it listens on. */
export function noteAddress(config: Config, port: number): void {
  const note: ServingNote = { dashboard: config.dashboard ? dashboardAddress({ ...config, port }) : null };
  const file = addressFile(config);
  writeFileSync(`${file}.new`, JSON.stringify(note));
  renameSync(`${file}.new`, file);
}

/** Removes the note of this server, or of one that was killed; the caller holds the lock. */
export function removeAddress(config: Config): void {
  rmSync(addressFile(config), { force: true });
}

export type ServedDashboard =
  | { readonly state: 'served'; readonly address: string }
  /** A server has the folder and leaves the dashboard out. */
  | { readonly state: 'left out' }
  /** No server runs, or one is starting: the address is that of the settings. */
  | { readonly state: 'unserved'; readonly address: string };

/**
 * Where the dashboard of this data folder is now. The note counts only while a server holds the lock: one that was
 * killed leaves it.
 */
export function servedDashboard(config: Config): ServedDashboard {
  const unserved = { state: 'unserved', address: dashboardAddress(config) } as const;
  const lock = acquireLock(lockFile(config, 'serve'), { waitMs: LOCK_WAIT_MS });
  lock?.release();
  if (lock !== null) return unserved;
  const note = readNote(config);
  if (note === null) return unserved;
  return note.dashboard === null ? { state: 'left out' } : { state: 'served', address: note.dashboard };
}

function readNote(config: Config): ServingNote | null {
  try {
    const note = JSON.parse(readFileSync(addressFile(config), 'utf8')) as Partial<ServingNote> | null;
    return typeof note?.dashboard === 'string' || note?.dashboard === null ? { dashboard: note.dashboard } : null;
  } catch {
    return null;
  }
}
