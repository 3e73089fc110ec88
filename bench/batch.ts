// node bench/batch.ts --data FOLDER --people FILE [--rows N] [--calls N]
// Cost of a row of a batch compared with that of a single call: processor time of the server process, all threads,
// for the same look-ups of e-mail addresses. FOLDER is a copy of a data folder with the people of FILE (JSON Lines).
// Both have a limit.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openAccounts } from '../src/app/account-stores.ts';
import { readConfig } from '../src/app/config.ts';
import type { Used } from './benched-server.ts';
import { type Answered, press } from './pressure.ts';

const RATIO_MAX = 0.4;
const MILLION_SECONDS_MAX = 180;
/** One account, so that the scheduler leaves no processor time unused. Its rate is just above that of the calls. */
const ACCOUNTS = 1;
const CALLS_PER_SECOND = 9000;
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '' },
    people: { type: 'string', default: '' },
    rows: { type: 'string', default: '1000000' },
    calls: { type: 'string', default: '5000' },
  },
});
const rows = Number(values.rows);
const { config } = readConfig({ data: values.data, logLevel: 'error' }, {});

async function urlsOf(file: string): Promise<string[]> {
  const urls: string[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const url = /"network_url":"([^"]+\/in\/[^"]+)"/.exec(line)?.[1];
    if (url !== undefined) urls.push(url);
    if (urls.length === rows) break;
  }
  return urls;
}

async function makeKeys(): Promise<string[]> {
  const { accounts, admin } = await openAccounts(config);
  const plan = `batch-${Date.now()}`;
  await admin.setPlan({ name: plan, creditsPerMonth: null, requestsPerSecond: 10_000 });
  const keys: string[] = [];
  for (let at = 0; at < ACCOUNTS; at += 1) {
    const accountName = `${plan}-${at}`;
    await admin.createAccount(accountName, plan);
    keys.push((await admin.createKey({ accountName, name: '', allowedPaths: [], expiresAt: null })).key);
  }
  await accounts.close();
  return keys;
}

const urls = await urlsOf(values.people);
const keys = await makeKeys();
const [key = ''] = keys;
const child = fork(new URL('./benched-server.ts', import.meta.url), [values.data, '1', '0', 'on']);
const [{ port }] = (await once(child, 'message')) as [{ port: number }];
const cpuMs = async (): Promise<number> => {
  child.send('used');
  const [used] = (await once(child, 'message')) as [Used];
  return used.cpuMs;
};
const base = `http://127.0.0.1:${port}`;

/** Processor time in microseconds, and the duration in seconds. */
async function measured<Result>(work: () => Promise<Result>) {
  const cpuBefore = await cpuMs();
  const startedMs = performance.now();
  const result = await work();
  const seconds = (performance.now() - startedMs) / 1000;
  return { result, seconds, micros: ((await cpuMs()) - cpuBefore) * 1000 };
}

async function batch(count: number) {
  const body = urls.slice(0, count).map((person_network_url) => `${JSON.stringify({ person_network_url })}\n`);
  const headers = { 'x-api-key': key, 'content-type': 'application/jsonl' };
  const url = `${base}/v2/batches?operation=email`;
  const stored = await measured(async () => {
    const answer = await fetch(url, { method: 'POST', headers, body: body.join('') });
    const made = (await answer.json()) as { id: string };
    for (;;) {
      const shown = await fetch(`${base}/v2/batches/${made.id}`, { headers });
      const state = (await shown.json()) as { state: string; found: number };
      if (state.state === 'completed') return { id: made.id, found: state.found };
      if (state.state !== 'queued' && state.state !== 'running') throw new Error(JSON.stringify(state));
      await sleep(1000);
    }
  });
  const read = await measured(async () => {
    const answer = await fetch(`${base}/v2/batches/${stored.result.id}/results`, { headers });
    let bytes = 0;
    for await (const chunk of answer.body ?? []) bytes += (chunk as Uint8Array).length;
    return bytes;
  });
  await fetch(`${base}/v2/batches/${stored.result.id}`, { method: 'DELETE', headers });
  return { stored, read, found: stored.result.found };
}

const shots = urls
  .slice(0, Number(values.calls))
  .map((person_network_url) => ({ path: '/v2/enrichment/email', body: JSON.stringify({ person_network_url }) }));
const pressing = { port, keys, shots, connections: 64, seconds: 5, perSecond: CALLS_PER_SECOND };
await press({ ...pressing, seconds: 2 });
await batch(20_000);
let calls = 0;
let found = 0;
// People without an address are a 404, in the batch as well.
const onAnswer = ({ isOk }: Answered) => {
  calls += 1;
  found += isOk ? 1 : 0;
};
const single = await measured(() => press({ ...pressing, onAnswer }));
const whole = await batch(urls.length);
child.disconnect();

const callMicros = single.micros / calls;
const rowMicros = whole.stored.micros / urls.length;
const readMicros = whole.read.micros / urls.length;
const ratio = rowMicros / callMicros;
const million = (whole.stored.seconds * 1_000_000) / urls.length;
console.log(
  `Node ${process.version}, ${new Date().toISOString().slice(0, 10)}; ${urls.length} rows, ${whole.found} found\n`,
);
console.log('| | µs of processor time | limit | |\n|---|--:|--:|---|');
console.log(`| single call | ${callMicros.toFixed(1)} | | ${calls} calls, ${found} found |`);
console.log(`| row of a batch, stored | ${rowMicros.toFixed(1)} | | |`);
console.log(`| row of a batch, downloaded | ${readMicros.toFixed(1)} | | |`);
console.log(`| row / call | ${ratio.toFixed(2)} | ${RATIO_MAX} | ${ratio <= RATIO_MAX ? 'yes' : 'NO'} |`);
console.log(`| (row + download) / call | ${((rowMicros + readMicros) / callMicros).toFixed(2)} | | |`);
console.log(
  `\nA million rows: ${million.toFixed(0)} s of ${MILLION_SECONDS_MAX} s; download ${whole.read.seconds.toFixed(1)} s`,
);
