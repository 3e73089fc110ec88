// Moving a data folder into a database: accounts, ledger and members are the same, and charges continue.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashKey } from '../../src/accounts/key-format.ts';
import { ACCOUNT_TABLES, addMovingFunctions, LARGE_TABLES } from '../../src/accounts/postgres/moved-tables.ts';
import { ACCOUNTS_MIGRATIONS } from '../../src/accounts/postgres/schema.ts';
import { openAccounts, openMembers } from '../../src/app/account-stores.ts';
import { openCatalogWriter } from '../../src/app/catalog-writers.ts';
import { type Config, readConfig } from '../../src/app/config.ts';
import { lockData } from '../../src/app/locks.ts';
import { moveToDatabase } from '../../src/app/move-to-database.ts';
import { loadRows } from '../../src/catalog/conformance/fixture.ts';
import { personRecord } from '../../src/catalog/conformance/records.ts';
import { newRequestId } from '../../src/http/new-request-id.ts';
import { MEMBER_TABLES } from '../../src/members/postgres/moved-tables.ts';
import { MEMBERS_MIGRATIONS } from '../../src/members/postgres/schema.ts';
import { hashToken } from '../../src/members/secret-token.ts';
import { copyRows } from '../../src/ops/postgres/move-rows.ts';
import { examine } from '../../src/tasks/doctor.ts';
import { tableOf } from '../support/dialect.ts';
import { describeOnPostgres, testSchema } from '../support/postgres.ts';

const PATH = '/v2/enrichment/email';
const REQUESTS = ['request-1', newRequestId(), '00000000-0000-4000-8000-000000000001'];
const silent = () => {};

describeOnPostgres('moving a data folder', () => {
  const schema = testSchema();
  let folder = '';
  let files: Config;
  let database: Config;
  const keys = { acme: '', bolt: '', push: '' };

  beforeEach(async () => {
    await schema.empty();
    folder = mkdtempSync(join(tmpdir(), 'cardfile-move-'));
    files = readConfig({ data: folder }, {}).config;
    database = readConfig({ data: folder }, { CARDFILE_DATABASE: schema.url }).config;
    await makeHistory();
    await makeMembers();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function makeHistory(): Promise<void> {
    const { accounts, admin } = await openAccounts(files);
    await admin.setPlan({ name: 'pro', creditsPerMonth: 50, requestsPerSecond: 5 });
    await admin.setPlan({ name: 'all', creditsPerMonth: null, requestsPerSecond: 9 });
    const [acme] = [await admin.createAccount('Acme', 'pro'), await admin.createAccount('Bolt', 'all')];
    await admin.createAccount('Gone', 'pro');
    const key = (accountName: string) =>
      admin.createKey({ accountName, name: accountName, allowedPaths: [PATH], expiresAt: null });
    const old = await key('Acme');
    keys.acme = (await admin.rotateKey(old.id, 2)).key;
    keys.bolt = (await key('Bolt')).key;
    keys.push = (await admin.createIngestKey({ name: 'push', expiresAt: null })).key;
    await admin.revokeKey((await key('Gone')).id);
    await admin.removeAccount('Gone');
    await admin.grant('Acme', 7);
    const caller = await accounts.authenticate(hashKey(keys.acme));
    if (!caller) throw new Error('the key is new');
    const call = { caller, path: PATH, status: 200, credits: 2 };
    for (const requestId of REQUESTS) await accounts.charge({ ...call, requestId });
    accounts.count({ caller, path: PATH, status: 404 });
    const begun = await accounts.beginIdempotent(identityOf(caller));
    if (begun.state !== 'begun') throw new Error('the request is new');
    const idempotency = { token: begun.token, body: '{"answer":"é"}' };
    await accounts.charge({ ...call, requestId: newRequestId(), idempotency });
    const { accountId, keyId } = caller;
    await accounts.webhooks.createWebhook({
      ...{ id: 'whk_1', accountId, url: 'https://hooks.example/a', eventTypes: ['batch.completed'], secret: 's' },
    });
    const batch = { id: 'bat_1', accountId, keyId, operation: 'email', rows: 4, maxCredits: 9, inputHash: 'a' };
    await accounts.batches.create({ ...batch, idempotencyKey: 'k', options: '{}' });
    const step = { batchId: 'bat_1', from: 0, done: 4, found: 3, missed: 1, invalid: 0, credits: 3 };
    expect(await accounts.batches.step({ ...step, inputBytes: 9, resultBytes: 8, busyMs: 1 })).toBe('done');
    const watch = { id: 'wat_1', accountId, keyId, kind: 'records' as const, query: '{}' };
    await accounts.watches.createWatch(watch, [
      { record: 'p1', state: 'x' },
      { record: 'p2', state: null },
    ]);
    expect(acme.name).toBe('Acme');
    await accounts.close();
  }

  async function makeMembers(): Promise<void> {
    const store = await openMembers(files);
    const tokenHash = hashToken('t1');
    const email = 'ann@acme.example';
    const standing = { role: 'operator' as const, accountName: null };
    await store.members.invite({ ...standing, invitedBy: 'setup', email, tokenHash, lifeMs: 9e6 });
    const acceptance = { email, name: 'Ann', passwordHash: 'h', subject: null };
    const ann = await store.members.accept({ tokenHash }, acceptance);
    const other = { ...standing, invitedBy: 'Ann', email: 'ben@acme.example', lifeMs: 9e6 };
    await store.members.invite({ ...other, tokenHash: hashToken('t2') });
    await store.sessions.begin(ann.id, 'session-hash');
    await store.totp.propose(ann.id, 'ABCD');
    await store.totp.switchOn(ann.id, { secret: 'ABCD', step: 100, recoveryCodeHashes: ['one', 'two'] });
    await store.sessions.beginAwaiting(ann.id, 'awaiting-hash');
    const search = {
      accountName: 'acme',
      name: 'VPs',
      kind: 'people',
      query: 'people.job_level=VP',
      savedBy: 'ann',
    } as const;
    await store.searches.save(search);
    await store.audit.append({ who: 'ann', action: 'set', subject: 'pro', address: '127.0.0.1', result: 'ok' });
    await store.close();
  }

  const identityOf = ({ accountId, keyId }: { accountId: string; keyId: string }) => ({
    ...{ accountId, keyId, method: 'POST', path: PATH, idempotencyKey: 'once', bodyHash: 'b' },
  });

  /** All data that a server and an operator can read. */
  async function seen(config: Config): Promise<unknown> {
    const { accounts, admin } = await openAccounts(config);
    const callers = [await accounts.authenticate(hashKey(keys.acme)), await accounts.authenticate(hashKey(keys.bolt))];
    const [acme] = callers;
    if (!acme) throw new Error('the key is valid');
    const remaining = await Promise.all(callers.map((caller) => (caller ? accounts.remaining(caller) : undefined)));
    const state = {
      ...{ callers, remaining, plans: await admin.plans(), keys: await admin.keys(), usage: await admin.usage({}) },
      accounts: [await admin.accounts(), await admin.accounts('removed')],
      ingest: [await admin.ingestKeys(), await accounts.ingestKeys.authenticate(hashKey(keys.push))],
      repeated: await accounts.beginIdempotent(identityOf(acme)),
      batch: await accounts.batches.find('bat_1'),
      webhooks: await accounts.webhooks.webhooksOf(acme.accountId),
      deliveries: await accounts.webhooks.deliveries({ webhookId: 'whk_1', before: null, limit: 9 }),
      watches: await accounts.watches.watchesOf(acme.accountId),
      watched: await accounts.watches.membersAmong('wat_1', ['p1', 'p2']),
    };
    await accounts.close();
    const store = await openMembers(config);
    const members = await store.members.members();
    const session = await store.sessions.find('session-hash');
    const rest = [
      members,
      await store.members.invitations(),
      await store.searches.searchesOf('acme'),
      session,
      await store.sessions.findAwaiting('awaiting-hash'),
      await store.totp.stateOf(members[0]?.id ?? ''),
      await store.audit.entries(null, 9),
    ];
    await store.close();
    return { ...state, rest };
  }

  const LEDGER = `SELECT kind, account_id, month, credits, at, key_id, path, status FROM ledger`;
  const asText = (rows: readonly object[]) => rows.map((row) => Object.values(row).map(String).join()).toSorted();

  function ledgerOfFiles(): string[] {
    const file = new Sqlite(join(folder, 'accounts.db'), { readonly: true });
    const rows = file.prepare<[], object>(LEDGER).all();
    file.close();
    return asText(rows);
  }

  test('moves all data, and charges continue', async () => {
    const before = await seen(files);
    const report = await moveToDatabase(database, silent);
    expect(report).toMatchObject({
      wasMoved: false,
      rows: { plan: 2, account: 3, charge: 5, credit_grant: 1, batch: 1, webhook: 1, delivery: 1, watch: 1, member: 1 },
    });
    expect(await seen(database)).toEqual(before);
    const ledger = ledgerOfFiles();
    expect(ledger.length).toBe(6);
    expect(asText(await schema.query(LEDGER))).toEqual(ledger);
    const { accounts, admin } = await openAccounts(database);
    const caller = await accounts.authenticate(hashKey(keys.acme));
    if (!caller) throw new Error('the key is valid');
    const call = { caller, path: PATH, status: 200, credits: 2 };
    for (const requestId of REQUESTS)
      await expect(accounts.charge({ ...call, requestId })).rejects.toThrow('was charged before');
    const left = await accounts.remaining(caller);
    expect(left).toBe(50 + 7 - 4 * 2 - 3);
    expect(await accounts.charge({ ...call, requestId: newRequestId() })).toEqual({ charged: true, remaining: 44 });
    await admin.createKey({ accountName: 'Acme', name: 'last', allowedPaths: [], expiresAt: null });
    expect((await admin.keys('Acme')).map(({ name }) => name)).toEqual(['Acme', 'Acme', 'last']);
    await accounts.close();
  });

  test('copies every column of every table of accounts and members', async () => {
    const tables = [...ACCOUNTS_MIGRATIONS, ...MEMBERS_MIGRATIONS].flatMap(({ statements }) =>
      statements.flatMap((text) => tableOf(text)?.table ?? []),
    );
    const columns = await schema.query<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE table_schema = current_schema() AND table_name = ANY ($1)`,
      [tables],
    );
    const moved = [...LARGE_TABLES, ...ACCOUNT_TABLES, ...MEMBER_TABLES].flatMap((table) =>
      Object.keys(table.columns).map((column) => `${table.table}.${column}`),
    );
    // Counters are increased by the move. A data folder has no refunded charges.
    const others = ['charge.refunded', 'counter.name', 'counter.value'];
    expect(columns.map(({ name }) => name).toSorted()).toEqual([...moved, ...others].toSorted());
  });

  test('can be repeated after an interruption, and changes nothing once it is complete', async () => {
    const file = new Sqlite(join(folder, 'accounts.db'), { readonly: true });
    addMovingFunctions(file);
    const client = new pg.Client({ connectionString: schema.url });
    await client.connect();
    for (const table of LARGE_TABLES) await copyRows(file, client, table);
    await client.query('UPDATE balance SET used = used + 1');
    await client.end();
    file.close();
    const before = await seen(files);
    await moveToDatabase(database, silent);
    expect(await seen(database)).toEqual(before);
    expect((await moveToDatabase(database, silent)).wasMoved).toBe(true);
    expect(await seen(database)).toEqual(before);
  });

  test('is rejected, without a moved account, if the database has charges of other accounts', async () => {
    await schema.query("INSERT INTO charge (bucket, request_id, at, kind_id, credits) VALUES (1, '\\x01', 1, 1, 1)");
    await expect(moveToDatabase(database, silent)).rejects.toThrow('charge: rows is 6 instead of 5');
    expect(await schema.query('SELECT id FROM account')).toEqual([]);
    expect(await schema.query('SELECT id FROM member')).toEqual([]);
  });

  test('leaves a catalog file whose remedy follows from what the database has', async () => {
    const addPerson = async (config: Config, slug: string) => {
      const writer = openCatalogWriter(config);
      await loadRows(writer, { people: [personRecord(slug)] }, 's');
      writer.close();
    };
    const remedy = async () => (await examine(database, silent, {})).find(({ check }) => check === 'catalog')?.remedy;
    await addPerson(files, 'jane');
    expect(await remedy()).toContain('the database has no records');
    await moveToDatabase(database, silent);
    expect(await remedy()).toContain('its records were moved to the database');
    await addPerson(database, 'joe');
    expect(await remedy()).toContain('its records were moved to the database');
    await schema.empty();
    await addPerson(database, 'joe');
    expect(await remedy()).toContain('the database has other records');
  });

  test('is rejected if the database is in use, and while a server runs', async () => {
    const { accounts, admin } = await openAccounts(database);
    await admin.setPlan({ name: 'other', creditsPerMonth: 1, requestsPerSecond: 1 });
    await accounts.close();
    await expect(moveToDatabase(database, silent)).rejects.toThrow('in use: it has rows in plan');
    const lock = lockData(files, 'serve');
    await expect(moveToDatabase(database, silent)).rejects.toThrow('a server runs on this data folder');
    lock?.release();
    await expect(moveToDatabase(files, silent)).rejects.toThrow('set CARDFILE_DATABASE');
  });
});
