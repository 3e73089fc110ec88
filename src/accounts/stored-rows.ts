// Rows of accounts and keys, common to all stores, and the views of them for callers and operators. Pure.
import { type Balance, creditsLeft } from './balance.ts';
import type { Account, IngestKey, Key } from './port.ts';

/** Characters of a random id after its prefix. */
export const ID_LENGTH = 16;

/** Prefix of the account id in the hash and the id of the dashboard as a caller. No SHA-256 in hex begins with it. */
export const DASHBOARD = 'dashboard_';

/** An account with its credits in a month; times in milliseconds of the epoch. */
export interface AccountRow extends Balance {
  readonly id: string;
  readonly name: string;
  readonly planName: string;
  readonly createdAt: number;
  readonly suspendedAt: number | null;
  readonly removedAt: number | null;
}

/** The input of a new key; times in milliseconds of the epoch. */
export interface KeyDraft {
  readonly accountId: string;
  readonly name: string;
  readonly allowedPaths: readonly string[];
  readonly createdAt: number;
  readonly expiresAt: number | null;
}

/** A key with the facts that its rotation depends on. */
export interface KeyRecord extends KeyDraft {
  readonly id: string;
  readonly accountName: string;
  readonly masked: string;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
  readonly successorId: string | null;
}

/** A key as stored: its paths are JSON. */
export type KeyRow = Omit<KeyRecord, 'allowedPaths'> & { readonly allowedPaths: string };

const timestamp = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

export function accountOf({ allowance, createdAt, suspendedAt, removedAt, ...row }: AccountRow): Account {
  return {
    ...row,
    createdAt: new Date(createdAt).toISOString(),
    remaining: creditsLeft({ ...row, allowance }),
    suspendedAt: timestamp(suspendedAt),
    removedAt: timestamp(removedAt),
  };
}

/** The unique derived name under which a removed account is kept. */
export const removedName = ({ id, name }: Pick<Account, 'id' | 'name'>) => `${name} (removed, ${id})`;

export function recordOf(row: KeyRow): KeyRecord {
  return { ...row, allowedPaths: JSON.parse(row.allowedPaths) as string[] };
}

/** A key as the operator sees it. */
export function shownKey(record: KeyRecord): Key {
  return {
    id: record.id,
    accountName: record.accountName,
    name: record.name,
    masked: record.masked,
    allowedPaths: record.allowedPaths,
    createdAt: new Date(record.createdAt).toISOString(),
    expiresAt: timestamp(record.expiresAt),
    revokedAt: timestamp(record.revokedAt),
    lastUsedAt: timestamp(record.lastUsedAt),
  };
}

/** An ingest key as stored; times in milliseconds of the epoch. */
export interface IngestKeyRow {
  readonly id: string;
  readonly name: string;
  readonly masked: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
}

export function shownIngestKey({ createdAt, expiresAt, revokedAt, lastUsedAt, ...row }: IngestKeyRow): IngestKey {
  return {
    ...row,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: timestamp(expiresAt),
    revokedAt: timestamp(revokedAt),
    lastUsedAt: timestamp(lastUsedAt),
  };
}
