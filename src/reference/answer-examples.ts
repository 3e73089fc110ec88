// The answers that the OpenAPI document shows: the answers of a real server with the demo data to the example bodies.
// Values that differ from run to run (ids, the time) are replaced by fixed values.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAccounts } from '../app/account-stores.ts';
import { readConfig } from '../app/config.ts';
import { openEditions } from '../app/editions.ts';
import { startLedger } from '../app/ledgers.ts';
import { ENDPOINTS, OPERATIONS, type Operation } from '../contract/endpoints/endpoints.ts';
import { IngestThread } from '../ingest/ingest-thread.ts';
import { openLog } from '../ops/monitoring/log.ts';
import { startThread } from '../serve/serve-thread.ts';
import { sharedMemory } from '../serve/shared-memory.ts';
import { buildHere } from '../tasks/build-edition.ts';
import { loadDemo } from '../tasks/demo.ts';
import { type ObjectExamples, objectExamples } from './object-examples.ts';

/** The day on which the data of the examples was seen. */
const AS_OF = '2030-05-15';

/** Members that differ from run to run, by operation. */
const FIXED: Partial<Record<Operation, Readonly<Record<string, unknown>>>> = {
  'key-info': { id: 'key_3fJ8sQbX1kZtWmPa', next_reset_at: '2030-06-01T00:00:00.000Z', remaining_credits: 99_983 },
  'current-date': { datetime: '2030-05-15 14:00:00', timestamp: Date.UTC(2030, 4, 15, 12) / 1000 },
};

const REQUEST_ID = '0196d3c5-6a00-7b1e-9c44-3f1d2a7e5b90';

export interface AnswerExamples {
  /** The answer to the example body of each endpoint. */
  readonly answers: Record<Operation, unknown>;
  readonly objects: ObjectExamples;
}

/** Loads the demo data into a temporary folder: some ten seconds. */
export async function answerExamples(): Promise<AnswerExamples> {
  const data = mkdtempSync(join(tmpdir(), 'cardfile-examples-'));
  try {
    return await answersOver(data);
  } finally {
    rmSync(data, { recursive: true });
  }
}

async function answersOver(data: string): Promise<AnswerExamples> {
  // Accepts checks of any age, because the day of the data may be long ago.
  const { config } = readConfig({ data, port: '0', logLevel: 'error', emailStatusDays: '0' }, {});
  mkdirSync(join(data, 'demo'));
  writeFileSync(join(data, 'demo', 'as-of'), AS_OF);
  await loadDemo(config, { say: () => {}, show: () => {} });
  await buildHere(config);
  const { accounts, admin } = await openAccounts(config);
  await admin.setPlan({ name: 'demo', creditsPerMonth: 100_000, requestsPerSecond: 50 });
  await admin.createAccount('demo', 'demo');
  const { key } = await admin.createKey({ accountName: 'demo', name: 'demo', allowedPaths: [], expiresAt: null });
  // A separate account, because waiting for a change takes many calls.
  await admin.setPlan({ name: 'objects', creditsPerMonth: 100_000, requestsPerSecond: 10_000 });
  await admin.createAccount('objects', 'objects');
  const objectKey = await admin.createKey({ accountName: 'objects', name: '', allowedPaths: [], expiresAt: null });
  const { key: ingestKey } = await admin.createIngestKey({ name: 'demo', expiresAt: null });
  const ledger = await startLedger(config, { onUpkeepFailure: fail, onLost: fail });
  const writer = new IngestThread({ config, log: openLog(config.logLevel), onChange: () => {} });
  const ports = { ledger: ledger.connect(), ingest: writer.connect() };
  const thread = await startThread({ config, memory: sharedMemory(), ...ports, reusePort: false });
  const serve = async () => {
    const edition = await openEditions(config).read();
    if (edition) thread.replaceEdition({ id: edition.id, base: edition.shared, deltas: [] });
  };
  const serveChanges = async () => {
    await buildHere(config);
    await serve();
  };
  try {
    await serve();
    const answers: [Operation, unknown][] = [];
    for (const operation of OPERATIONS)
      answers.push([operation, await answerOf(operation, { port: thread.port, key })]);
    const objects = await objectExamples({ port: thread.port, key: objectKey.key, ingestKey, serveChanges });
    return { answers: Object.fromEntries(answers) as Record<Operation, unknown>, objects };
  } finally {
    await thread.drain();
    await writer.end();
    await ledger.end();
    await accounts.close();
  }
}

async function answerOf(operation: Operation, { port, key }: { port: number; key: string }): Promise<unknown> {
  const { method, path, example } = ENDPOINTS[operation];
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(example === null ? {} : { body: JSON.stringify(example) }),
  });
  // Ids of requests are in the errors of bulk items.
  const text = (await response.text()).replaceAll(/"request_id":"[^"]+"/g, `"request_id":"${REQUEST_ID}"`);
  const answer = JSON.parse(text) as Record<string, unknown>;
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`);
  const isSealed = typeof answer['cursor'] === 'string';
  return { ...answer, ...(isSealed ? { cursor: 'AQAAAGkT3sZ2VvQ8bW5kZXI' } : {}), ...FIXED[operation] };
}

function fail(error: unknown): never {
  throw error;
}
