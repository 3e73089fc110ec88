// A data folder for chaos runs: one person with an e-mail address, and three accounts. `plain` always has enough
// credits, `retried` sends every call with an Idempotency-Key, `poor` has a few credits a round.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openAccounts } from '../../src/app/account-stores.ts';
import { type Config, readConfig } from '../../src/app/config.ts';
import { importFiles } from '../../src/tasks/import-files.ts';
import type { AccountName } from './tally.ts';

export const KNOWN_PERSON = 'https://www.network.example/in/jane';
const POOR_CREDITS = 20;
const MANY_CREDITS = 10_000_000;

export interface World {
  readonly folder: string;
  readonly config: Config;
  readonly keys: Readonly<Record<AccountName, string>>;
  /** Total credits of each account so far. */
  readonly given: Record<AccountName, number>;
}

/** Fills an empty folder; with an address, its accounts are in that database. */
export async function makeWorld(folder: string, database?: string): Promise<World> {
  const environment = database === undefined ? {} : { CARDFILE_DATABASE: database };
  const { config } = readConfig({ data: folder, logLevel: 'error' }, environment);
  const file = join(folder, 'people.jsonl');
  const jane = { network_url: KNOWN_PERSON, full_name: 'Jane Doe', emails: [{ email: 'jane@acme.example' }] };
  writeFileSync(file, `${JSON.stringify(jane)}\n`);
  await importFiles(config, { kind: 'people', files: [file], source: 'test', index: true });
  const given = { plain: MANY_CREDITS, retried: MANY_CREDITS, poor: POOR_CREDITS };
  const { accounts, admin } = await openAccounts(config);
  const makeKey = async (accountName: AccountName) => {
    await admin.setPlan({ name: accountName, creditsPerMonth: given[accountName], requestsPerSecond: 10_000 });
    await admin.createAccount(accountName, accountName);
    return (await admin.createKey({ accountName, name: '', allowedPaths: [], expiresAt: null })).key;
  };
  const keys = { plain: await makeKey('plain'), retried: await makeKey('retried'), poor: await makeKey('poor') };
  await accounts.close();
  return { folder, config, keys, given };
}

/** Grants `poor` credits for another round from this process, whether or not a server runs. */
export async function grantPoor(world: World): Promise<void> {
  const { accounts, admin } = await openAccounts(world.config);
  await admin.grant('poor', POOR_CREDITS);
  await accounts.close();
  world.given.poor += POOR_CREDITS;
}
