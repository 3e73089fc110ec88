// What outlives the simulated processes. In memory a death is the end of its open transaction; on real files it is also, where the
// whole machine dies, whatever SQLite makes of a copy of the files as they were at that instant.
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { openDatabase } from '../../src/accounts/sqlite/open-accounts.ts';
import { CompiledStatements } from './simulated-connection.ts';

export interface Disk {
  connect(): CompiledStatements;
  /** The process that held the connection is gone. */
  drop(connection: CompiledStatements): void;
  /** All processes are gone; their connections are dropped already or will never be used again. */
  restart(): void;
  remove(): void;
}

function undoOpenTransaction({ database }: CompiledStatements): void {
  if (database.inTransaction) database.exec('ROLLBACK');
}

/** One database in memory. All connections are one: their transactions never overlap, as each begins and ends in one turn. */
export function memoryDisk(): Disk {
  const connection = new CompiledStatements(openDatabase(':memory:'));
  return {
    connect: () => connection,
    drop: undoOpenTransaction,
    restart: () => undefined,
    remove: () => void connection.database.close(),
  };
}

const MEMORY_FOLDER = '/dev/shm';

/** Files of SQLite's own making, in memory where the system has a folder for that. */
export function fileDisk(): Disk {
  const folder = mkdtempSync(join(existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), 'cardfile-simulation-'));
  let generation = 0;
  let open: Database.Database[] = [];
  const file = () => join(folder, `${generation}.db`);
  const closeAll = () => {
    for (const database of open) database.close();
    open = [];
  };
  return {
    connect: () => {
      const database = openDatabase(file());
      open.push(database);
      return new CompiledStatements(database);
    },
    drop: ({ database }) => {
      open = open.filter((other) => other !== database);
      database.close();
    },
    restart: () => {
      const before = file();
      generation += 1;
      for (const suffix of ['', '-wal']) {
        if (existsSync(before + suffix)) copyFileSync(before + suffix, file() + suffix);
      }
      closeAll();
    },
    remove: () => {
      closeAll();
      rmSync(folder, { recursive: true });
    },
  };
}
