// The requests and the keys of the server benches.

import { openAccounts } from '../../src/app/account-stores.ts';
import { readConfig } from '../../src/app/config.ts';
import type { Shot } from './pressure.ts';
import { type Body, mixedBody } from './search-bodies.ts';

export const PEOPLE_SEARCH = '/v2/search/people';
/** Number of accounts, each with a key. */
export const ACCOUNTS = 16;

/** A server on this machine. */
export interface BenchTarget {
  readonly port: number;
  readonly keys: readonly string[];
}

/** Creates a key for each of several accounts of a data folder, so that none reaches its rate limit. */
export async function benchKeys(folder: string): Promise<string[]> {
  const { accounts, admin } = await openAccounts(readConfig({ data: folder, logLevel: 'error' }, {}).config);
  await admin.setPlan({ name: 'bench', creditsPerMonth: null, requestsPerSecond: 10_000 });
  const known = new Set((await admin.accounts()).map((account) => account.name));
  const keys: string[] = [];
  for (let index = 0; index < ACCOUNTS; index += 1) {
    const accountName = `bench ${index}`;
    if (!known.has(accountName)) await admin.createAccount(accountName, 'bench');
    keys.push((await admin.createKey({ accountName, name: 'bench', allowedPaths: [], expiresAt: null })).key);
  }
  await accounts.close();
  return keys;
}

/** One call; throws if the status is not 200. */
export async function call(
  { port, keys }: BenchTarget,
  { path, body }: Shot,
): Promise<{ bytes: number; answer: Answer }> {
  const headers = { 'x-api-key': keys[0] ?? '', 'content-type': 'application/json' };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
  return { bytes: Buffer.byteLength(text), answer: JSON.parse(text) as Answer };
}

/** The records in answers of searches. */
interface Answer {
  readonly results: readonly { network_url: string }[];
  readonly results_length: number;
  readonly cursor: string | null;
}

export const shot = (path: string, body: Body): Shot => ({ path, body: JSON.stringify(body) });

async function personUrls(server: BenchTarget): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const body = { ...mixedBody(index), max_results: 100 };
      return (await call(server, shot(PEOPLE_SEARCH, body))).answer.results.map((person) => person.network_url);
    }),
  );
  return [...new Set(answers.flat())];
}

/**
 * At most `most` requests, for people with a known address. Other people would give a 404, which is cheaper and
 * smaller.
 */
export async function emailShots(server: BenchTarget, most: number): Promise<Shot[]> {
  const shots: Shot[] = [];
  for (const url of await personUrls(server)) {
    const candidate = shot('/v2/enrichment/email', { person_network_url: url });
    const isKnown = await call(server, candidate).then(
      () => true,
      () => false,
    );
    if (isKnown) shots.push(candidate);
    if (shots.length === most) break;
  }
  return shots;
}
