// The address of a running server. The server writes it next to its lock, and commands read it to print working links.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { acquireLock } from '../ops/files/exclusive-lock.ts';
import type { Config } from './config.ts';
import { addressFile, lockFile } from './data-folder.ts';

/** Content of the file: the running server. */
interface ServingNote {
  /** Address of the dashboard for browsers; null if it is not served. */
  readonly dashboard: string | null;
  /** Whether it is a serving node: its editions are those of the builder. */
  readonly isNode: boolean;
}

/** Longer than an import holds the lock to check for a server, and longer than a server takes to start. */
const LOCK_WAIT_MS = 300;

/** URL of a server at this host and port. `anyHost`: the host to name if the server listens on all addresses. */
export function listenerUrl({ host, port }: Pick<Config, 'host' | 'port'>, anyHost = '127.0.0.1'): string {
  const named = host === '0.0.0.0' || host === '::' ? anyHost : host;
  return `http://${named.includes(':') ? `[${named}]` : named}:${port}`;
}

/** Address of the dashboard of a server with these settings: the configured one, else on this machine. */
export function dashboardAddress(config: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  return config.publicUrl ?? listenerUrl(config);
}

/** Records the address of this server; `port` is the port that it listens on. */
export function noteAddress(config: Config, port: number): void {
  const dashboard = config.dashboard ? dashboardAddress({ ...config, port }) : null;
  const note: ServingNote = { dashboard, isNode: config.editions !== null };
  const file = addressFile(config);
  writeFileSync(`${file}.new`, JSON.stringify(note));
  renameSync(`${file}.new`, file);
}

/** Removes the note of this server, or of a server that was killed. The caller holds the lock. */
export function removeAddress(config: Config): void {
  rmSync(addressFile(config), { force: true });
}

export type ServedDashboard =
  | { readonly state: 'served'; readonly address: string }
  /** A server is running without the dashboard. */
  | { readonly state: 'left out' }
  /** No server is running, or one is starting: the address comes from the settings. */
  | { readonly state: 'unserved'; readonly address: string };

/**
 * The current address of the dashboard of this data folder. The note is valid only while a server holds the lock: a
 * killed server leaves its note.
 */
export function servedDashboard(config: Config): ServedDashboard {
  const note = servingNote(config, LOCK_WAIT_MS);
  if (note === null) return { state: 'unserved', address: dashboardAddress(config) };
  return note.dashboard === null ? { state: 'left out' } : { state: 'served', address: note.dashboard };
}

/** Whether a serving node runs on this data folder, whatever the settings of this process are. */
export function isNodeServing(config: Config): boolean {
  return servingNote(config, 0)?.isNode === true;
}

/** Null if no server runs on the data folder, or one is starting. */
function servingNote(config: Config, waitMs: number): ServingNote | null {
  const lock = acquireLock(lockFile(config, 'serve'), { waitMs });
  lock?.release();
  return lock === null ? readNote(config) : null;
}

function readNote(config: Config): ServingNote | null {
  try {
    const note = JSON.parse(readFileSync(addressFile(config), 'utf8')) as Partial<ServingNote> | null;
    if (typeof note?.dashboard !== 'string' && note?.dashboard !== null) return null;
    return { dashboard: note.dashboard, isNode: note.isNode === true };
  } catch {
    return null;
  }
}
