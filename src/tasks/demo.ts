// The demo: invented data in an empty catalog, an account with one key, and example commands.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withAccounts } from '../app/account-stores.ts';
import { withCatalog } from '../app/catalogs.ts';
import type { Config } from '../app/config.ts';
import { MS_PER_DAY } from '../contract/days.ts';
import { generateCompanies, generatePeople } from '../generate/generate.ts';
import type { GenerateOptions } from '../generate/world.ts';
import { writeGenerated } from '../generate/write-generated.ts';
import { systemClock } from '../ops/clock.ts';
import { createFolder } from '../ops/files/create-folder.ts';
import { importFiles } from './import-files.ts';

const DEMO: GenerateOptions = { people: 50_000, companies: 2_000, jobs: 5_000, seed: 1 };
const RECENT_MS = 60 * MS_PER_DAY;
const DEMO_PLAN = { name: 'demo', creditsPerMonth: 100_000, requestsPerSecond: 50 } as const;

/** Called with the progress of long work. */
export interface ProgressListener {
  readonly say: (line: string) => void;
  readonly show: (progress: string) => void;
}

/** Loads the demo data into an empty catalog, or completes an interrupted load. */
export async function loadDemo(config: Config, { say, show }: ProgressListener): Promise<void> {
  const folder = join(config.data, 'demo');
  if (!existsSync(folder) && !(await isEmpty(config))) return;
  say('Loading the demo data: 2,000 companies, 50,000 people, 5,000 openings. All of it is invented.');
  const files = await writeGenerated({ ...DEMO, asOf: dayOfLoad(folder) }, folder, {
    onProgress: ({ file, done, total }) =>
      show(`Generating ${file.replace('.jsonl', '')}: ${counted(done)} of ${counted(total)}`),
  });
  for (const kind of ['companies', 'people', 'jobs'] as const) {
    const total = counted(DEMO[kind] ?? 0);
    const onProgress = ({ rows }: { readonly rows: number }) => show(`Importing ${kind}: ${counted(rows)} of ${total}`);
    await importFiles(config, { kind, files: [files[kind]], source: 'demo', index: false, onProgress });
  }
  show('Building the search index');
  rmSync(folder, { recursive: true });
}

/**
 * The reference day of the data: today, so that the checks of addresses are recent. An interrupted load keeps its day,
 * so that its imports can continue.
 */
function dayOfLoad(folder: string): string {
  const file = join(folder, 'as-of');
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (/^\d{4}-\d{2}-\d{2}$/.test(before)) return before;
  const today = dayOf(systemClock.now());
  createFolder(folder);
  writeFileSync(file, today);
  return today;
}

const dayOf = (millis: number) => new Date(millis).toISOString().slice(0, 'YYYY-MM-DD'.length);
const counted = (count: number) => count.toLocaleString('en-US');

async function isEmpty(config: Config): Promise<boolean> {
  const { generation } = await withCatalog(config, (catalog) => catalog.state());
  return generation === 0;
}

/** Text to print once the demo serves: the key if it is new, and three calls. */
export async function demoAccess(config: Config, base: string): Promise<string[]> {
  const key = await demoKey(config);
  const shown = key ?? 'YOUR_KEY';
  const call = (path: string, body: unknown) =>
    `  curl -s ${base}${path} -H 'x-api-key: ${shown}' -H 'content-type: application/json' -d '${JSON.stringify(body)}'`;
  const [company] = generateCompanies(DEMO, { end: 1 });
  // The day of the load does not matter: all dates of the data move with it.
  const now = systemClock.now();
  const recent = dayOf(now - RECENT_MS);
  const [person] = [...generatePeople({ ...DEMO, asOf: dayOf(now) }, { end: 200 })].filter((one) =>
    one.emails.some((email) => email.status === 'valid' && (email.verified_at ?? '') >= recent),
  );
  return [
    key === null
      ? 'The demo key was shown at the first start. Create another: node bin/cardfile keys create --account demo'
      : `Your demo key, shown only now: ${key}`,
    'Try:',
    `  curl -s ${base}/v2/account/key-info -H 'x-api-key: ${shown}'`,
    call('/v2/search/people', { company: { country_code: ['US'] }, people: { job_level: ['C-Team'] }, max_results: 2 }),
    person
      ? call('/v2/enrichment/email', { person_network_url: person.network_url })
      : call('/v2/enrichment/company', { company_network_url: company?.network_url }),
  ];
}

/** A new key of the account `demo`, which is created if it is missing; null if the account already has a key. */
function demoKey(config: Config): Promise<string | null> {
  return withAccounts(config, async ({ admin }) => {
    if (!(await admin.plans()).some((plan) => plan.name === DEMO_PLAN.name)) await admin.setPlan(DEMO_PLAN);
    if (!(await admin.accounts()).some((account) => account.name === 'demo'))
      await admin.createAccount('demo', DEMO_PLAN.name);
    const usable = (await admin.keys('demo')).some(
      (key) => key.revokedAt === null && (key.expiresAt === null || key.expiresAt > new Date().toISOString()),
    );
    if (usable) return null;
    return (await admin.createKey({ accountName: 'demo', name: 'demo', allowedPaths: [], expiresAt: null })).key;
  });
}
