// Verifies a backup: checksums of all files, integrity of their pages and indexes, the sum of the ledger, and the
// record counts.
import { join } from 'node:path';
import { verifyAccounts, verifyCatalog, verifyMembers } from '../../app/backed-up-stores.ts';
import { ConfigError } from '../../app/config.ts';
import { sha256Of } from '../../ops/files/durable-files.ts';
import type { Verification } from '../../ops/sqlite/verify-file.ts';
import { ACCOUNTS, CATALOG, findBackup, MEMBERS } from './backup-form.ts';

export interface VerifiedBackup {
  readonly verified: true;
  readonly made_at: string;
  readonly counts: Readonly<Record<string, number>>;
}

const VERIFIERS: Readonly<Record<string, (file: string) => Verification>> = {
  [CATALOG]: verifyCatalog,
  [MEMBERS]: verifyMembers,
  [ACCOUNTS]: verifyAccounts,
};

/** Changes nothing. Rejects with a ConfigError that names each fault. */
export async function verifyBackup(folder: string): Promise<VerifiedBackup> {
  const { files, batches, manifest } = findBackup(folder);
  const faults: string[] = [];
  const counts: Record<string, number> = {};
  for (const file of [...files, ...batches]) {
    const written = manifest.files[file]?.sha256;
    if (written !== undefined && (await sha256Of(join(folder, file))) !== written)
      faults.push(`${file} has changed: its SHA-256 differs`);
    const verification = VERIFIERS[file]?.(join(folder, file));
    faults.push(...(verification?.faults ?? []).map((fault) => `${file}: ${fault}`));
    Object.assign(counts, verification?.counts);
  }
  if (faults.length > 0) {
    throw new ConfigError(`${folder} is damaged: ${faults.join('; ')}. Use another backup, and check the disk`);
  }
  return { verified: true, made_at: manifest.made_at, counts };
}
