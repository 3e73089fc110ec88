// The storage that survives simulated processes. In memory, a death rolls back its open transaction. On real files,
// SQLite also recovers from a copy of the files after the whole machine died.
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { openDatabase } from '../../src/accounts/sqlite/open-accounts.ts';
import { CompiledStatements } from './simulated-connection.ts';

export interface Disk {
  connect(): CompiledStatements;
  /** The process of this connection has died. */
  drop(connection: CompiledStatements): void;
  /** All processes have died; their connections are already dropped or never used again. */
  restart(): void;
  remove(): void;
}

function undoOpenTransaction({ database }: CompiledStatements): void {
  if (database.inTransaction) database.exec('ROLLBACK');
}

/**
 * One database in memory. All connections are the same one: transactions never overlap, as each begins and ends in
 * one turn.
 */
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

/** SQLite files, in a memory folder if the system has one. */
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
