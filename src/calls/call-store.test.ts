// The log of requests: bounded per key, from the serving threads through the storing thread to its readers.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cutBodies } from './call-bodies.ts';
import { CALLS_KEPT, CallLog, type LoggedCall } from './call-log.ts';
import { CallLogThread } from './call-log-thread.ts';
import { CallStore } from './call-store.ts';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-calls-'));
  file = join(folder, 'calls.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ALL = { keyId: null, accountId: null, statuses: [0, 999] } as const;
const DAY_MS = 86_400_000;

/** Calls with the numbers from `from` to before `to`, one per millisecond. */
function numbered(from: number, to: number, status = 200): LoggedCall[] {
  return Array.from({ length: to - from }, (_, index) => {
    const at = from + index;
    return { requestId: `r${at}`, at, path: '/v2/enrichment/email', status, ms: 1.25, credits: 1 };
  });
}

test('keeps the last calls of each key, also after it is opened again', () => {
  let store = new CallStore(file);
  store.enter([{ keyId: 'k1', accountId: 'a1', calls: numbered(0, 900) }]);
  store.enter([{ keyId: 'k2', accountId: 'a1', calls: numbered(0, 5) }]);
  store.close();
  store = new CallStore(file);
  store.enter([{ keyId: 'k1', accountId: 'a1', calls: numbered(900, 1300) }]);
  const calls = store.calls({ ...ALL, keyId: 'k1' });
  expect(calls.map(({ at }) => at)).toEqual(
    numbered(300, 1300)
      .map(({ at }) => at)
      .reverse(),
  );
  expect(calls[0]).toEqual({ ...numbered(1299, 1300)[0], keyId: 'k1', accountId: 'a1' });
  expect(store.calls({ ...ALL, keyId: 'k2' })).toHaveLength(5);
  expect(store.calls({ ...ALL, accountId: 'a1' })).toHaveLength(CALLS_KEPT);
  store.close();
});

test('keeps the latest calls if more arrive at once than fit', () => {
  const store = new CallStore(file);
  store.enter([{ keyId: 'k1', accountId: 'a1', calls: numbered(0, 2500) }]);
  const calls = store.calls({ ...ALL, keyId: 'k1' });
  expect([calls.length, calls[0]?.at, calls.at(-1)?.at]).toEqual([CALLS_KEPT, 2499, 1500]);
  store.close();
});

test('filters by key, account and status', () => {
  const store = new CallStore(file);
  store.enter([
    { keyId: 'k1', accountId: 'a1', calls: [...numbered(0, 2), ...numbered(2, 3, 404), ...numbered(3, 4, 503)] },
    { keyId: 'k2', accountId: 'a2', calls: numbered(10, 11, 422) },
  ]);
  const ids = (selection: Partial<Parameters<CallStore['calls']>[0]>) =>
    store.calls({ ...ALL, ...selection }).map(({ requestId }) => requestId);
  expect(ids({})).toEqual(['r10', 'r3', 'r2', 'r1', 'r0']);
  expect(ids({ statuses: [400, 999] })).toEqual(['r10', 'r3', 'r2']);
  expect(ids({ accountId: 'a1', statuses: [400, 499] })).toEqual(['r2']);
  expect(ids({ accountId: 'a2', keyId: 'k1' })).toEqual([]);
  store.close();
});

test('removes calls after 30 days', () => {
  const store = new CallStore(file);
  store.enter([{ keyId: 'k1', accountId: 'a1', calls: numbered(0, 10) }]);
  store.removeOld(30 * DAY_MS + 5);
  expect(store.calls(ALL).map(({ at }) => at)).toEqual([9, 8, 7, 6, 5]);
  store.enter([{ keyId: 'k1', accountId: 'a1', calls: numbered(10, 12) }]);
  expect(store.calls(ALL)).toHaveLength(7);
  store.close();
});

test('stores the calls of several threads, and the remaining calls at the end', async () => {
  const faults: unknown[] = [];
  const thread = new CallLogThread({
    folder,
    file,
    database: null,
    keepsBodies: false,
    log: { error: (fault: unknown) => void faults.push(fault) },
  });
  const logs = [new CallLog(folder), new CallLog(folder)];
  for (const call of numbered(0, 5000)) logs[call.at % 2]?.note({ keyId: `k${call.at % 2}`, accountId: 'a1' }, call);
  const store = new CallStore(file);
  const stored = () => store.calls({ ...ALL, keyId: 'k1' });
  await expect.poll(() => stored().length, { timeout: 30_000 }).toBe(CALLS_KEPT);
  expect(stored()[0]?.at).toBe(4999);
  logs[1]?.note({ keyId: 'k1', accountId: 'a1' }, numbered(6000, 6001)[0] as LoggedCall);
  for (const log of logs) log.close();
  await expect.poll(() => stored()[0]?.at, { timeout: 30_000 }).toBe(6000);
  await thread.close();
  store.close();
  expect(faults).toEqual([]);
});

const bodied = (at: number, request: object, answer: object | string = {}): LoggedCall => {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const [call] = numbered(at, at + 1);
  return { ...(call as LoggedCall), bodies: cutBodies(Buffer.from(JSON.stringify(request)), text) };
};
const lookup = (at: number, accountId: string | null = 'a1') => ({ requestId: `r${at}`, accountId, nowMs: at });

test('keeps bodies of the last calls of a key for a day, without addresses and numbers', () => {
  const store = new CallStore(file);
  const found = { email: 'jane@acme.example', phone: '+44 7700 900123', employee_count: 12345678 };
  store.enter([{ keyId: 'k1', accountId: 'a1', calls: [bodied(0, { email: 'jane@acme.example' }, found)] }]);
  expect(store.bodies(lookup(0))).toEqual({
    request: '{"email":"[redacted]"}',
    answer: '{"email":"[redacted]","phone":"[redacted]","employee_count":12345678}',
    isCut: false,
  });
  expect(store.bodies(lookup(0, 'a2'))).toBe(null);
  expect(store.bodies(lookup(0, null))).not.toBe(null);
  expect(store.bodies({ ...lookup(0), nowMs: DAY_MS + 1 })).toBe(null);
  const later = Array.from({ length: 100 }, (_, index) => bodied(index + 1, { index }));
  store.enter([{ keyId: 'k1', accountId: 'a1', calls: later }]);
  expect([store.bodies(lookup(0)), store.bodies(lookup(100))?.request]).toEqual([null, '{"index":99}']);
  store.removeOld(DAY_MS + 50);
  expect([store.bodies(lookup(49)), store.bodies(lookup(60))?.request]).toEqual([null, '{"index":59}']);
  store.removeBodies();
  expect(store.bodies(lookup(60))).toBe(null);
  store.close();
});

test('cuts long bodies after a whole text, and forgets a person in them', () => {
  const store = new CallStore(file);
  const url = 'https://www.network.example/in/jane';
  // A profile URL lies at every place of the cut once.
  const calls = Array.from({ length: 60 }, (_, index) => bodied(index, { x: 'y'.repeat(8150 + index), url }));
  store.enter([{ keyId: 'k1', accountId: 'a1', calls }]);
  for (let at = 0; at < 60; at += 1) {
    const { request = '', isCut } = store.bodies(lookup(at)) ?? {};
    expect(request.includes('/in/jane') === request.includes('/in/jane"'), request.slice(-50)).toBe(true);
    expect(isCut || request.endsWith('}')).toBe(true);
  }
  const named = Array.from({ length: 60 }, (_, index) => index).filter((at) =>
    store.bodies(lookup(at))?.request.includes('jane'),
  );
  expect(store.eraseBodies(['/in/jane"'])).toBe(named.length);
  expect(store.eraseBodies([])).toBe(0);
  store.close();
  expect(readFileSync(file, 'latin1')).not.toContain('/in/jane');
});

test('removes old calls and bodies also while no calls come, at the start and later', async () => {
  const store = new CallStore(file);
  const enterOld = () =>
    store.enter([{ keyId: 'k1', accountId: 'a1', calls: [bodied(0, { of: 'a forgotten text' })] }]);
  const bytes = () => ['', '-wal'].map((ending) => readFileSync(`${file}${ending}`, 'latin1')).join('');
  const isEmpty = () => store.calls(ALL).length === 0 && !bytes().includes('a forgotten text');
  enterOld();
  expect(bytes()).toContain('a forgotten text');
  const log = { error: (fault: unknown) => expect.fail(String(fault)) };
  const thread = new CallLogThread({ folder, file, database: null, keepsBodies: true, tidyMs: 100, log });
  await expect.poll(isEmpty, { timeout: 30_000 }).toBe(true);
  enterOld();
  await expect.poll(isEmpty, { timeout: 30_000 }).toBe(true);
  await thread.close();
  store.close();
});
