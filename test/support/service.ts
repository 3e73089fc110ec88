// A whole service in one process for black-box tests: real stores in a temporary folder, the real HTTP server by
// injection, a settable clock. Every answer is checked against the schema of its endpoint, and every call against the
// credits it may use.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { AddressLimiter } from '../../src/accounts/address-limiter.ts';
import type { Accounts, AccountsAdmin, NewKey, Plan } from '../../src/accounts/port.ts';
import { RateLimiter, rateLimiterMemory } from '../../src/accounts/rate-limiter.ts';
import { openAccounts } from '../../src/accounts/sqlite/open-accounts.ts';
import type { SharedContext } from '../../src/api/context.ts';
import { CurrentLookups } from '../../src/api/current-lookups.ts';
import { ServingEdition } from '../../src/api/serving-edition.ts';
import { openCatalogWriter } from '../../src/app/catalog-writers.ts';
import { openCatalog } from '../../src/app/catalogs.ts';
import { type Config, readConfig } from '../../src/app/config.ts';
import { openEditions } from '../../src/app/editions.ts';
import { openLeasedWork } from '../../src/app/leased-work.ts';
import { type OpenedBatches, openBatches } from '../../src/batches/open-batches.ts';
import type { Lookups } from '../../src/catalog/port.ts';
import type { Endpoint } from '../../src/contract/endpoints/endpoint.ts';
import { ENDPOINTS, OPERATIONS, type Operation } from '../../src/contract/endpoints/endpoints.ts';
import { ErrorAnswer } from '../../src/contract/schemas/answers.ts';
import { CONNECTION_TIMES, type ConnectionTimes } from '../../src/http/connections.ts';
import { createServer } from '../../src/http/server.ts';
import { IngestThread } from '../../src/ingest/ingest-thread.ts';
import { openIngest } from '../../src/ingest/open-ingest.ts';
import { registerMcp } from '../../src/mcp/mcp-route.ts';
import { openLog } from '../../src/ops/monitoring/log.ts';
import { Metrics } from '../../src/ops/monitoring/metrics.ts';
import { type FairScheduler, threadScheduler } from '../../src/ops/scheduling/fair-scheduler.ts';
import { eventLoop } from '../../src/ops/scheduling/schedule.ts';
import type { Turn } from '../../src/ops/scheduling/turn.ts';
import { registerReconcile } from '../../src/reconcile/reconcile-route.ts';
import { buildHere } from '../../src/tasks/build-edition.ts';
import { importFiles } from '../../src/tasks/import-files.ts';
import { type OpenedWatches, openWatches } from '../../src/watches/open-watches.ts';
import type { DeliveryLoop } from '../../src/webhooks/delivery-loop.ts';
import { openDeliveries } from '../../src/webhooks/open-deliveries.ts';
import { type OpenedWebhooks, openWebhooks } from '../../src/webhooks/open-webhooks.ts';
import { privacyFaults } from './log-privacy.ts';

const ajv = new Ajv2020({ allErrors: true, strict: false });
const answerSchemas = new Map(OPERATIONS.map((operation) => [operation, ajv.compile(ENDPOINTS[operation].answer)]));
const errorSchema = ajv.compile(ErrorAnswer);

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads an answer of any endpoint
  readonly body: any;
}

export interface CallOptions {
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  /** Sent unchanged, instead of the body as JSON. */
  readonly raw?: string | Buffer;
}

export interface Records {
  readonly companies?: readonly object[];
  readonly people?: readonly object[];
  readonly jobs?: readonly object[];
}

/** The parts that a restart closes and opens again. */
interface Running {
  readonly api: SharedContext;
  readonly app: FastifyInstance;
  readonly admin: AccountsAdmin;
  readonly accounts: Accounts;
  readonly catalog: ReturnType<typeof openCatalog>;
  readonly serving: ServingEdition;
  readonly lookups: Lookups;
  readonly batches: OpenedBatches;
  readonly watches: OpenedWatches;
  readonly webhooks: OpenedWebhooks;
  readonly endIngest: () => Promise<void>;
  /** Delivers events once a test starts it. */
  readonly deliveries: DeliveryLoop;
}

export interface TestService {
  /** The running parts; a restart replaces all of them. */
  readonly running: Running;
  /** The turns of its calls so far; a test may remove those it has checked. */
  readonly turns: Turn[];
  /**
   * The lines of its log so far, of all levels; a test may remove those it has checked. On `close` none may contain
   * private data.
   */
  readonly log: string[];
  readonly config: Config;
  readonly admin: AccountsAdmin;
  /** A key of the account `tester`: 1,000,000 credits, 10,000 requests a second. */
  readonly key: string;
  /**
   * The time of the service; set it to advance. The clock of the limiter follows it, and advances by 1 ms at each
   * reading.
   */
  readonly clock: { ms: number };
  /**
   * Calls an endpoint. The answer matches its schema, and the call is charged the price of the endpoint if and only
   * if it is a 2xx that is not replayed.
   */
  call(operation: Operation, body?: unknown, options?: CallOptions): Promise<Reply>;
  /** Any request, unchecked. */
  request(options: InjectOptions): Promise<Reply>;
  import(records: Records, source?: string): Promise<void>;
  /** Builds an edition and serves it. */
  index(): Promise<void>;
  suppress(kind: 'email' | 'phone' | 'person' | 'company' | 'domain', value: string): Promise<void>;
  makeKey(key: Partial<NewKey>): Promise<string>;
  /** A key of a new account of this name, on a plan of the same name. */
  makeAccount(plan: Plan): Promise<string>;
  /** Closes server and stores, and opens them again on the same data. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Wednesday 2030-05-15 12:00 UTC. */
const START_MS = Date.UTC(2030, 4, 15, 12);

/** Further options of a service. */
interface Variation extends Partial<ConnectionTimes> {
  /** Endpoints at other prices than those of the table. */
  readonly endpoints?: Partial<Record<Operation, Endpoint>>;
}

/** Starts a service over these records; close it at the end. */
export async function startTestService(
  records: Records = {},
  flags: Parameters<typeof readConfig>[0] = {},
  { endpoints: changed, ...times }: Variation = {},
): Promise<TestService> {
  const endpoints: Readonly<Record<Operation, Endpoint>> = { ...ENDPOINTS, ...changed };
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-test-'));
  const { config } = readConfig({ data: folder, emailStatusDays: '0', ...flags }, {});
  const clock = { ms: START_MS, now: () => clock.ms };
  const log: string[] = [];
  const turns: Turn[] = [];
  const onLog = (line: string) => void log.push(line);
  const scheduler = {
    open: (account: string, weight?: number) => {
      const turn = threadScheduler.open(account, weight);
      turns.push(turn);
      return turn;
    },
  };
  const opened = () => open(config, clock, { times: { ...CONNECTION_TIMES, ...times }, onLog, scheduler, endpoints });
  let running = await opened();
  await running.admin.setPlan({ name: 'tests', creditsPerMonth: 1_000_000, requestsPerSecond: 10_000 });
  await running.admin.createAccount('tester', 'tests');
  const makeKey = async (key: Partial<NewKey>) => {
    const newKey = { accountName: 'tester', name: 'test', allowedPaths: [], expiresAt: null, ...key };
    return (await running.admin.createKey(newKey)).key;
  };
  const key = await makeKey({});
  const makeAccount: TestService['makeAccount'] = async (plan) => {
    await running.admin.setPlan(plan);
    await running.admin.createAccount(plan.name, plan.name);
    return makeKey({ accountName: plan.name });
  };

  let files = 0;
  const importRecords = async (given: Records, source = 'test') => {
    for (const kind of ['companies', 'people', 'jobs'] as const) {
      if (!given[kind]) continue;
      files += 1;
      const file = join(folder, `${kind}-${files}.jsonl`);
      writeFileSync(file, given[kind].map((record) => `${JSON.stringify(record)}\n`).join(''));
      const { report } = await importFiles(config, { kind, files: [file], source, index: false });
      expect(report.topRejects, 'rows that the import rejected').toEqual([]);
    }
  };
  await importRecords(records);

  const index = async () => {
    await buildHere(config);
    await serveEdition(config, running);
  };
  await index();

  const request = async (options: InjectOptions): Promise<Reply> => {
    const reply = await running.app.inject(options);
    const isJson = reply.body !== '' && String(reply.headers['content-type']).startsWith('application/json;');
    return { status: reply.statusCode, headers: reply.headers, body: isJson ? JSON.parse(reply.body) : reply.body };
  };
  const used = async () => (await running.admin.accounts()).reduce((sum, account) => sum + account.used, 0);

  const call: TestService['call'] = async (operation, body, options = {}) => {
    const endpoint = endpoints[operation];
    const before = await used();
    const headers: Record<string, string> = { 'content-type': 'application/json', ...options.headers };
    const sentKey = options.key === undefined ? key : options.key;
    if (sentKey !== null) headers['x-api-key'] = sentKey;
    const payload = options.raw ?? (endpoint.body === null ? undefined : JSON.stringify(body));
    const reply = await request({
      method: (options.method ?? endpoint.method) as 'POST',
      url: endpoint.path,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    checkAnswer(operation, reply);
    expect((await used()) - before, 'credits that the call used').toBe(costOf(endpoint, reply));
    return reply;
  };

  const suppress: TestService['suppress'] = async (kind, value) => {
    const writer = openCatalogWriter(config);
    await writer.suppress({ kind, value }, new Date(clock.ms).toISOString());
    writer.close();
  };
  const restart = async () => {
    await closeAll(running);
    running = await opened();
    await serveEdition(config, running);
  };
  const close = async () => {
    await closeAll(running);
    rmSync(folder, { recursive: true });
    expect(log.flatMap(privacyFaults), 'violations of the log rules').toEqual([]);
  };
  return {
    get running() {
      return running;
    },
    get admin() {
      return running.admin;
    },
    config,
    log,
    turns,
    key,
    clock,
    call,
    request,
    import: importRecords,
    index,
    suppress,
    makeKey,
    makeAccount,
    restart,
    close,
  };
}

/** Credits that a reply used: the price of the endpoint, or of each item of a bulk call, if it is a new 200. */
export function costOf({ credits, itemsOf }: Endpoint, { status, headers, body }: Reply): number {
  if (status !== 200 || headers['idempotency-replayed'] === 'true') return 0;
  if (itemsOf === null) return credits;
  const results = body.results as readonly { readonly status: number; readonly credits: number }[];
  for (const result of results) expect(result.credits).toBe(result.status === 200 ? credits : 0);
  const cost = results.reduce((sum, result) => sum + result.credits, 0);
  expect([body.credits_used, headers['x-credits-used']]).toEqual([cost, String(cost)]);
  return cost;
}

type TestClock = { ms: number; now(): number };

interface OpenOptions {
  readonly times: ConnectionTimes;
  readonly onLog: (line: string) => void;
  readonly scheduler: Pick<FairScheduler, 'open'>;
  readonly endpoints: Readonly<Record<Operation, Endpoint>>;
}

async function open(
  config: Config,
  clock: TestClock,
  { times, onLog, scheduler, endpoints }: OpenOptions,
): Promise<Running> {
  const { accounts, admin } = openAccounts({
    file: join(config.data, 'accounts.db'),
    clock,
    schedule: { ...eventLoop, elapsedMs: () => clock.now() },
  });
  const catalog = openCatalog(config);
  const serving = new ServingEdition(catalog, (error) => {
    throw error;
  });
  const metrics = new Metrics();
  let ticks = 0;
  const lookups: Lookups = new CurrentLookups({ catalog, serving, networkHost: config.networkHost });
  const api = {
    catalog,
    accounts,
    clock,
    searchable: () => serving.current(),
    lookups,
    cursorSecret: () => catalog.cursorSecret(),
    phoneCountries: config.phoneCountries,
    emailStatusDays: config.emailStatusDays,
    networkHost: config.networkHost,
  };
  const services = {
    api,
    accounts,
    limiter: new RateLimiter(rateLimiterMemory()),
    addresses: new AddressLimiter(),
    scheduler,
    monotonicMs: () => {
      ticks += 1;
      return clock.ms + ticks;
    },
  };
  const log = openLog('debug', { write: onLog });
  const shared = { config, log, metrics, services, accounts, scheduler };
  const batches = openBatches({ ...shared, api, batches: accounts.batches, isRunning: true });
  const watches = openWatches({
    ...shared,
    api,
    watches: accounts.watches,
    documents: () => catalog.documents(),
    isRunning: true,
  });
  const webhooks = openWebhooks({ ...shared, webhooks: accounts.webhooks, clock });
  const leasedWork = openLeasedWork(config, 'webhooks');
  const deliveries = openDeliveries({
    ...{ config, clock, log, catalog, leasedWork },
    webhooks: accounts.webhooks,
  });
  const writer = new IngestThread({ config, log, onChange: () => {} });
  const ingest = openIngest(writer.connect(), { ingestKeys: accounts.ingestKeys, services, metrics, log });
  const endIngest = async () => {
    ingest.close();
    await writer.end();
  };
  const app = createServer({
    services,
    resources: (server) => {
      batches.register(server);
      watches.register(server);
      webhooks.register(server);
    },
    mcp: (server) => registerMcp(server, { services, log, version: '0.0.0', corsOrigins: config.corsOrigins }),
    reconcile: (server) => registerReconcile(server, { services, log, version: '0.0.0', publicUrl: null }),
    ingest: (server) => ingest.register(server),
    log,
    metrics,
    metricsText: () => metrics.registry.metrics(),
    metricsToken: config.metricsToken,
    slowMs: config.slowMs,
    corsOrigins: config.corsOrigins,
    version: '0.0.0',
    endpoints,
    times,
  });
  await app.ready();
  return { api, app, admin, accounts, catalog, serving, lookups, batches, watches, webhooks, endIngest, deliveries };
}

async function serveEdition(config: Config, { serving }: Running): Promise<void> {
  const edition = await openEditions(config).read();
  if (edition) serving.replace(edition);
}

async function closeAll(running: Running): Promise<void> {
  const { app, accounts, catalog, batches, watches, endIngest, deliveries } = running;
  await watches.stop();
  await deliveries.stop();
  await batches.stop();
  await app.close();
  await endIngest();
  await accounts.close();
  catalog.close();
}

/** An answer matches the closed schema of its endpoint, and its status is documented. */
export function checkAnswer(operation: Operation, reply: Reply): void {
  const { errors } = ENDPOINTS[operation];
  if (reply.status === 200) {
    checkSchema(answerSchemas.get(operation) as ValidateFunction, reply.body);
    return;
  }
  checkErrorBody(reply.body);
  expect(reply.body.error.request_id, 'the request id in the body').toBe(reply.headers['x-request-id']);
  const code = reply.status === 413 ? 'PAYLOAD_TOO_LARGE' : reply.body.error.code;
  expect(errors, `${operation} answered ${reply.status}: ${JSON.stringify(reply.body)}`).toContain(code);
}

/** The body of an error matches the envelope. */
export function checkErrorBody(body: unknown): void {
  checkSchema(errorSchema, body);
}

function checkSchema(validate: ValidateFunction, body: unknown): void {
  if (!validate(body))
    throw new Error(
      `the answer does not match its schema: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`,
    );
}
