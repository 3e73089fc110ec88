// node bench/batch.ts --data FOLDER --people N [--rows N] [--seconds S] [--formats jsonl,csv]
// Cost of a row of a batch compared with that of a single call: processor time of the server process, all threads, for
// look-ups of e-mail addresses of random people; time of a batch, memory, and charges, which must equal the rows found.
// FOLDER is a copy of a data folder of `cardfile generate --people N`. Prints Markdown with limits.
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAccounts } from '../src/app/account-stores.ts';
import { readConfig } from '../src/app/config.ts';
import { VERSION } from '../src/app/version.ts';
import { benchKeys } from './support/bench-shots.ts';
import { readFlags } from './support/flags.ts';
import { randomPeople, readFolderPeople } from './support/generated-people.ts';
import { type Answered, press } from './support/pressure.ts';
import { serve } from './support/served-process.ts';

const RATIO_MAX = 0.4;
const MILLION_SECONDS_MAX = 180;
const POLL_MS = 500;
const REQUESTS_PER_SECOND = 1000;
const CREDITS = 100_000_000;
const WARM_UP_ROWS = 20_000;
const values = readFlags(
  {
    data: { type: 'string' },
    people: { type: 'string' },
    rows: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '8' },
    formats: { type: 'string', default: 'jsonl,csv' },
  },
  ['data', 'people'],
);
const folder = values.data;
const people = readFolderPeople(values.people);
const rows = Number(values.rows);

/** The body of a batch in each format. */
const FORMATS: Readonly<Record<string, { readonly type: string; readonly of: (urls: readonly string[]) => string }>> = {
  jsonl: {
    type: 'application/jsonl',
    of: (urls) => urls.map((person_network_url) => `${JSON.stringify({ person_network_url })}\n`).join(''),
  },
  csv: { type: 'text/csv', of: (urls) => `person_network_url\n${urls.join('\n')}\n` },
};

/** URLs of random people: the list of a customer is not in the order of the edition either. */
function personUrls(count: number, from: number): string[] {
  const list: string[] = [];
  for (const { network_url } of randomPeople(people, from)) if (list.push(network_url) === count) break;
  return list;
}

async function makeKey(): Promise<string> {
  const { accounts, admin } = await openAccounts(readConfig({ data: folder, logLevel: 'error' }, {}).config);
  const accountName = `batch-${Date.now()}`;
  await admin.setPlan({ name: accountName, creditsPerMonth: CREDITS, requestsPerSecond: REQUESTS_PER_SECOND });
  await admin.createAccount(accountName, accountName);
  const { key } = await admin.createKey({ accountName, name: '', allowedPaths: [], expiresAt: null });
  await accounts.close();
  return key;
}

const key = await makeKey();
// Keys of several accounts, because the rate of one account may be lower than the measured rate.
const callKeys = await benchKeys(folder);
const { served } = await serve(folder, { log: join(tmpdir(), `cardfile-batch-${process.pid}.log`) });
const base = `http://127.0.0.1:${served.port}`;

async function creditsLeft(): Promise<number> {
  const answer = await fetch(`${base}/v2/account/key-info`, { headers: { 'x-api-key': key } });
  return ((await answer.json()) as { remaining_credits: number }).remaining_credits;
}

/** Returns the processor time in microseconds, the duration in seconds, and the peak resident megabytes. */
async function measured<Result>(work: () => Promise<Result>) {
  const cpuBefore = served.cpuMs();
  const startedMs = performance.now();
  let resident = 0;
  const watching = setInterval(() => {
    resident = Math.max(resident, served.memory().resident);
  }, POLL_MS);
  const result = await work();
  clearInterval(watching);
  const seconds = (performance.now() - startedMs) / 1000;
  return { result, seconds, micros: (served.cpuMs() - cpuBefore) * 1000, resident };
}

async function batch(urls: readonly string[], format: string) {
  const { type, of } = FORMATS[format] ?? {};
  if (type === undefined || of === undefined) throw new Error(`no format ${format}`);
  const body = of(urls);
  const headers = { 'x-api-key': key };
  const leftBefore = await creditsLeft();
  const stored = await measured(async () => {
    const url = `${base}/v2/batches?operation=email`;
    const answer = await fetch(url, { method: 'POST', headers: { ...headers, 'content-type': type }, body });
    const made = (await answer.json()) as { id: string };
    for (;;) {
      const shown = await fetch(`${base}/v2/batches/${made.id}`, { headers });
      const state = (await shown.json()) as { state: string; found: number; credits_used: number };
      if (state.state === 'completed') return { id: made.id, ...state };
      if (state.state !== 'queued' && state.state !== 'running') throw new Error(JSON.stringify(state));
      await sleep(POLL_MS);
    }
  });
  const charged = leftBefore - (await creditsLeft());
  const { id, found, credits_used: used } = stored.result;
  if (charged !== found || used !== found) throw new Error(`found ${found}, charged ${charged}, of the batch ${used}`);
  const read = await measured(async () => {
    const answer = await fetch(`${base}/v2/batches/${id}/results`, { headers });
    let bytes = 0;
    for await (const chunk of answer.body ?? []) bytes += (chunk as Uint8Array).length;
    return bytes;
  });
  await fetch(`${base}/v2/batches/${id}`, { method: 'DELETE', headers });
  return { stored, read, found };
}

const urls = personUrls(rows, 0);
const shots = personUrls(400_000, rows).map((person_network_url) => ({
  path: '/v2/enrichment/email',
  body: JSON.stringify({ person_network_url }),
}));
const pressing = { port: served.port, keys: callKeys, connections: 64 };
await press({ ...pressing, shots: shots.slice(0, 100_000), seconds: 4 });
await batch(personUrls(WARM_UP_ROWS, rows), 'jsonl');
let [calls, found] = [0, 0];
// A person without an address gets a 404, as in the batch.
const onAnswer = ({ isOk }: Answered) => {
  calls += 1;
  found += isOk ? 1 : 0;
};
const load = { ...pressing, shots: shots.slice(100_000), seconds: Number(values.seconds), onAnswer };
const single = await measured(() => press(load));
const callMicros = single.micros / calls;
console.log(
  `Cardfile ${VERSION}, Node ${process.version}, ${cpus()[0]?.model} x ${cpus().length}, ${new Date().toISOString().slice(0, 16)}Z; ` +
    `${people.imported.toLocaleString('en')} people; single calls: ${callMicros.toFixed(1)} µs of processor, ${Math.round(single.result.perSecond)} a second, ${calls} calls, ${found} found\n`,
);
console.log(
  '| format | rows | found and charged | seconds | for a million | limit | µs of processor a row | of a call | limit | download s | µs a row | most MB | load |',
);
console.log('|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|');
for (const format of values.formats.split(',')) {
  const whole = await batch(urls, format);
  const { stored, read } = whole;
  const perRow = (micros: number) => micros / urls.length;
  const cells = [format, urls.length, whole.found, stored.seconds.toFixed(0)];
  cells.push(((stored.seconds * 1e6) / urls.length).toFixed(0), MILLION_SECONDS_MAX, perRow(stored.micros).toFixed(1));
  cells.push((perRow(stored.micros) / callMicros).toFixed(2), RATIO_MAX, read.seconds.toFixed(1));
  cells.push(perRow(read.micros).toFixed(1), Math.max(stored.resident, read.resident), loadavg()[0]?.toFixed(1) ?? '');
  console.log(`| ${cells.join(' | ')} |`);
}
await served.stop();
