// How the write-ahead log of accounts.db is copied into the file beside the ledger instead of by it: what SQLite does within a commit,
// some times a second under load and for milliseconds each, is done over a second connection, while commits go on.
import type { Database } from 'better-sqlite3';

/** How often the log is looked at. */
export const LOG_LOOK_MS = 250;
/** 8 MB of the log. Copied seldom, a page that is written again and again is copied once. */
const PAGES_WORTH_COPYING = 2000;
/** 32 MB. Only a log that is copied as a whole begins anew, so under load without a pause the ledger has to wait for the last pages of it. */
const PAGES_MAX = 8000;
/** For how long at most the ledger, or whoever reads, is waited for at a time; meanwhile nobody else can write. */
const PATIENCE_MS = 50;
/** Where nobody keeps the log short any more, the ledger does so itself: 64 MB. */
const PAGES_UNKEPT_MAX = 16_000;

/** What a checkpoint answers. Pages of the log, and how many of them are copied. */
interface LogPages {
  readonly log: number;
  readonly checkpointed: number;
}

function checkpoint(database: Database, mode: 'NOOP' | 'PASSIVE' | 'FULL'): LogPages {
  const [pages] = database.pragma(`wal_checkpoint(${mode})`) as [LogPages];
  return pages;
}

/** For the connection that writes: it leaves the log to whoever keeps it short. */
export function leaveLog(database: Database): void {
  database.pragma(`wal_autocheckpoint = ${PAGES_UNKEPT_MAX}`);
}

/** For the connection of the one that keeps it short. */
export function takeOverLog(database: Database): void {
  database.pragma(`busy_timeout = ${PATIENCE_MS}`);
}

/** To be called every LOG_LOOK_MS. Throws where the disk fails; nothing is lost then. */
export function keepLogShort(database: Database): void {
  const { log, checkpointed } = checkpoint(database, 'NOOP');
  if (log - checkpointed < PAGES_WORTH_COPYING) return;
  const after = checkpoint(database, 'PASSIVE');
  // A reader that stays, such as a backup: waiting for it would hold up each charge, time and again, and shorten nothing.
  const isHeld = after.log - after.checkpointed >= PAGES_WORTH_COPYING;
  if (log >= PAGES_MAX && !isHeld) checkpoint(database, 'FULL');
}
