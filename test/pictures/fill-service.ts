// The invented service of the pictures: records, two accounts with plans, keys and members, imports, and calls of some
// days.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { importAll } from '../support/browser.ts';
import { call, serve, succeed } from '../support/program.ts';

const PEOPLE = '20000';
const HOUR_MS = 3_600_000;
const DAYS = 12;

const CALLS: readonly (readonly [times: number, path: string, body: object])[] = [
  [24, '/v2/search/people', { people: { job_level: ['VP'] }, max_results: 2 }],
  [16, '/v2/search/companies', { company: { country_code: ['DE'] }, max_results: 2 }],
  [9, '/v2/utils/current-date', { region: 'Europe/Berlin' }],
  [5, '/v2/enrichment/email', { person_network_url: 'https://www.network.example/in/no-such-person' }],
  [2, '/v2/search/people', { people: { job_level: ['Boss'] } }],
];

/** Fills an empty data folder. */
export async function fillService(data: string, folder: string): Promise<void> {
  const at = ['--data', data];
  const records = join(folder, 'records');
  await succeed('generate', '--people', PEOPLE, '--out', records);
  writeLeads(join(records, 'people.jsonl'), join(folder, 'leads.csv'));
  await importAll(data, records);
  const pairs = [
    'M. Oberhuber,Head of Sales',
    'Marlen Oberhuber,Sales Lead',
    'T. Brandvold,CFO',
    'Tiril Brandvold,Finance',
  ];
  const rows = pairs.map((pair, index) => `${pair},${index < 2 ? 'quarrywell' : 'fjordlight'}.example`);
  const file = join(folder, 'trade-fair.csv');
  writeFileSync(file, ['full_name,job_title,company_domain', ...rows].join('\n'));
  await succeed('import', 'people', file, ...at);
  await succeed('plans', 'set', 'starter', '--credits', '2500', '--rps', '100', ...at);
  await succeed('plans', 'set', 'pro', '--credits', '60000', '--rps', '500', ...at);
  for (const [name, plan] of [
    ['acme', 'pro'],
    ['bolt', 'starter'],
  ] as const)
    await succeed('accounts', 'create', name, '--plan', plan, ...at);
  const makeKey = async (account: string, name: string) =>
    (await succeed('keys', 'create', '--account', account, '--name', name, ...at)).trim();
  const keys = [
    await makeKey('acme', 'crm'),
    await makeKey('acme', 'nightly enrichment'),
    await makeKey('bolt', 'crm'),
  ];
  await succeed('members', 'invite', 'kim@bolt.example', '--account', 'bolt', '--role', 'billing', ...at);
  const server = await serve('--log-level', 'warn', ...at);
  for (const [index, key] of keys.entries())
    for (const [times, path, body] of CALLS)
      for (let time = index; time < times; time += index + 1) await call(server.base, key, path, body);
  await server.end('SIGTERM');
  spreadUsage(join(data, 'accounts.db'));
}

/** Keeps people whose names every font can show, and writes a list of leads that contains most of them. */
function writeLeads(people: string, leads: string): void {
  const lines = readFileSync(people, 'utf8').trimEnd().split('\n');
  const kept = lines.filter((line) => !/[\u0250-\uffff]/.test(line));
  writeFileSync(people, `${kept.join('\n')}\n`);
  const rows = kept.slice(0, 60).map((line, index) => {
    const { full_name: name, network_url: url } = JSON.parse(line) as { full_name: string; network_url: string };
    return [name, index % 7 === 0 ? `${url}-unknown` : url, `fair, hall ${1 + (index % 4)}`].map((cell) => `"${cell}"`);
  });
  writeFileSync(leads, [['Who', 'Profile', 'Note'], ...rows].map((cells) => cells.join(',')).join('\n'));
}

/**
 * Repeats the current calls in the hours of the previous days of the month, and increases the used credits accordingly.
 */
function spreadUsage(file: string): void {
  const database = new Database(file);
  const now = new Date();
  const monthStart = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  const repeat = database.prepare(
    `INSERT INTO hourly_usage (hour, kind_id, calls, credits)
    SELECT ?, kind_id, max(1, CAST(calls * ? / 8 AS INTEGER)), max(1, CAST(calls * ? / 8 AS INTEGER)) * (credits / calls)
    FROM hourly_usage WHERE hour = (SELECT max(hour) FROM hourly_usage) ON CONFLICT DO NOTHING`,
  );
  const newest = database.prepare<[], number>('SELECT max(hour) FROM hourly_usage').pluck().get() ?? 0;
  for (let hours = 1; hours < DAYS * 24; hours += 1) {
    const hour = newest - hours * HOUR_MS;
    const ofDay = new Date(hour).getUTCHours();
    // More calls in working hours, with an irregular rhythm.
    const weight = (ofDay > 6 && ofDay < 19 ? 8 : 2) + ((hours * 7) % 5);
    if (hour >= monthStart) repeat.run(hour, weight, weight);
  }
  database.exec(`UPDATE balance SET used = (SELECT coalesce(sum(u.credits), 0) FROM hourly_usage u
    JOIN call_kind k ON k.id = u.kind_id JOIN api_key a ON a.id = k.key_id WHERE a.account_id = balance.account_id)`);
  database.close();
}
