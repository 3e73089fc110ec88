// The dashboard of a test service: its routes over real stores, and browsers that handle cookies and CSRF token like
// real ones.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import { AddressLimiter } from '../../src/accounts/address-limiter.ts';
import { RateLimiter, rateLimiterMemory } from '../../src/accounts/rate-limiter.ts';
import { CurrentLookups } from '../../src/api/current-lookups.ts';
import { type CallBodiesLookup, type CallSelection, CallStore } from '../../src/calls/call-store.ts';
import type { Mailer } from '../../src/dashboard/mail.ts';
import type { SignInProvider } from '../../src/dashboard/open-id.ts';
import { presenceIn } from '../../src/dashboard/records/presence.ts';
import { recordOperations } from '../../src/dashboard/records/record-operations.ts';
import { RecordsService } from '../../src/dashboard/records/records-service.ts';
import { ROUTE_NAMES, ROUTES, type RouteName } from '../../src/dashboard/routes/routes.ts';
import { dashboardSite } from '../../src/dashboard/site.ts';
import { PreviewThread } from '../../src/dashboard/uploads/preview-thread.ts';
import { UploadService } from '../../src/dashboard/uploads/upload-service.ts';
import { createServer } from '../../src/http/server.ts';
import type { MemberStore, Role } from '../../src/members/port.ts';
import { openMembers } from '../../src/members/sqlite/open-members.ts';
import { openLog } from '../../src/ops/monitoring/log.ts';
import { Metrics } from '../../src/ops/monitoring/metrics.ts';
import { threadScheduler } from '../../src/ops/scheduling/fair-scheduler.ts';
import { setUpLink } from '../../src/tasks/member-links.ts';
import { openUploadStore } from '../../src/uploads/open-uploads.ts';
import { type Records, type Reply, startTestService, type TestService } from './service.ts';

const HOUR_MS = 3_600_000;
export const PASSWORD = 'correct horse battery';

const ajv = new Ajv2020({ allErrors: true, strict: false });
const answerSchemas = new Map(
  ROUTE_NAMES.flatMap((name) => {
    const { answer } = ROUTES[name];
    return answer === null ? [] : [[name, ajv.compile(answer)] as const];
  }),
);

export interface TestConsole {
  readonly service: TestService;
  readonly app: FastifyInstance;
  readonly store: MemberStore;
  /** The log of requests, empty at first. */
  readonly callStore: CallStore;
  /** The first operator, signed in. */
  readonly operator: Browser;
  /**
   * A signed-in member of an account, which is created if it is missing; with the role `member` unless another is
   * given.
   */
  member(name: string, account: string, role?: Role): Promise<Browser>;
  /** A visitor who is not signed in. */
  stranger(address?: string): Browser;
  /** A link for the first operator. */
  setUpToken(): Promise<string>;
  /** The pace of requests: stop it to send all of them in one instant. */
  readonly pace: { isStopped: boolean };
  /** The log fields of each answer. */
  readonly answers: object[];
  /** Internal errors. */
  readonly faults: unknown[];
  close(): Promise<void>;
}

interface ConsoleOptions {
  readonly records?: Records;
  readonly openId?: SignInProvider;
  readonly mailer?: Mailer;
  readonly publicUrl?: string;
  readonly trustedProxies?: readonly string[];
  readonly onPage?: () => Promise<void>;
  /** Files of the built app, by path. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Starts a dashboard with one operator, Ann. Close it at the end: there must be no internal error. */
export async function startTestConsole(options: ConsoleOptions = {}): Promise<TestConsole> {
  const service = await startTestService(options.records);
  const { config, clock, running } = service;
  const now = { now: () => clock.ms };
  const life = { idleMs: 2 * HOUR_MS, absoluteMs: 12 * HOUR_MS };
  const store = openMembers({ file: join(config.data, 'members.db'), clock: now, life });
  const operations = recordOperations(config);
  const uploads = new UploadService({
    config,
    operations,
    store: openUploadStore(config),
    previews: new PreviewThread(),
  });
  const callStore = new CallStore(join(config.data, 'calls.db'));
  const calls = {
    calls: async (selection: CallSelection) => callStore.calls(selection),
    bodies: async (lookup: CallBodiesLookup) => callStore.bodies(lookup),
  };
  const faults: unknown[] = [];
  const answers: object[] = [];
  const pace = { ms: 0, isStopped: false };
  const context = {
    ...{
      store,
      uploads,
      lists: running.batches.lists,
      watches: running.watches.service,
      webhooks: running.webhooks.service,
      present: presenceIn({ lookups: running.lookups, scheduler: threadScheduler }),
      calls,
      keepsBodies: true,
      admin: running.admin,
      requests: running.accounts,
      clock: now,
      openId: options.openId ?? null,
      version: '0.0.0',
    },
    mailer: options.mailer ?? null,
    records: new RecordsService({
      ...{
        config,
        operations,
        counting: operations,
        keeping: operations,
        catalog: running.catalog,
        serving: running.serving,
      },
      onUnindexed: (error) => void faults.push(error),
    }),
    latency: async () => null,
    publicUrl: options.publicUrl === undefined ? null : new URL(options.publicUrl),
    // Requests come a tenth of a second apart, unless the pace is stopped.
    monotonicMs: () => {
      if (!pace.isStopped) pace.ms += 100;
      return pace.ms;
    },
    onPage: options.onPage ?? (async () => undefined),
    onAnswer: (answer: object) => void answers.push(answer),
    onFault: (error: unknown) => void faults.push(error),
  };
  const metrics = new Metrics();
  const { catalog, serving, accounts } = running;
  const app = createServer({
    services: {
      api: {
        ...{ catalog, accounts, clock: now },
        searchable: () => serving.current(),
        lookups: new CurrentLookups({ catalog, serving, networkHost: config.networkHost }),
        cursorSecret: () => catalog.cursorSecret(),
        ...{
          phoneCountries: config.phoneCountries,
          networkHost: config.networkHost,
          emailStatusDays: config.emailStatusDays,
        },
      },
      ...{ accounts, limiter: new RateLimiter(rateLimiterMemory()), addresses: new AddressLimiter() },
      scheduler: threadScheduler,
      monotonicMs: () => clock.ms,
    },
    log: openLog('debug', { write: (line) => void service.log.push(line) }),
    metrics,
    metricsText: () => metrics.registry.metrics(),
    ...{ metricsToken: null, slowMs: 1000, version: '0.0.0', trustedProxies: options.trustedProxies ?? [] },
    site: dashboardSite(context, builtApp(config.data, options.files)),
  });
  await app.ready();

  const stranger = (address = '127.0.0.1') => new Browser(app, address);
  const setUpToken = async () => (await setUpLink(store, '')).link.replace(/^.*token=/, '');
  const operator = stranger();
  const ann = { email: 'ann@acme.example', name: 'Ann', password: PASSWORD };
  await operator.do('set-up', { body: { ...ann, token: await setUpToken() } });
  const member: TestConsole['member'] = async (name, account, role = 'member') => {
    const { admin } = service;
    if (!(await admin.accounts()).some((one) => one.name === account)) await admin.createAccount(account, 'tests');
    return joined(operator, stranger(), { name, role, account });
  };
  const close = async () => {
    await app.close();
    await uploads.close();
    metrics.close();
    callStore.close();
    store.close();
    await service.close();
    expect(faults, 'internal errors of the dashboard').toEqual([]);
  };
  return { service, app, store, callStore, operator, member, stranger, setUpToken, pace, answers, faults, close };
}

interface NewMember {
  readonly name: string;
  readonly role: Role;
  readonly account: string | null;
}

/** Invites a person as an operator, and accepts the invitation. */
export async function joined(
  operator: Browser,
  browser: Browser,
  { name, role, account }: NewMember,
): Promise<Browser> {
  const email = `${name.toLowerCase()}@acme.example`;
  const { body } = await operator.do('invitations.create', { body: { email, role, account } });
  const token = String(body.link).replace(/^.*token=/, '');
  await browser.do('invitations.accept', { body: { token, name, password: PASSWORD } });
  return browser;
}

function builtApp(data: string, files: Readonly<Record<string, string>> | undefined): string {
  const folder = join(data, 'app');
  for (const [path, content] of Object.entries(files ?? {})) {
    const file = join(folder, path);
    if (!existsSync(join(file, '..'))) mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, content);
  }
  return folder;
}

interface RouteRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Raw body, in place of JSON. */
  readonly raw?: string | Buffer;
  /** In place of the header of a browser; null: not sent. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

/** Stores the cookies of one site, and the CSRF token of the page. */
export class Browser {
  readonly cookies = new Map<string, string>();
  csrfToken: string | null = null;
  host = 'localhost:8080';
  origin = 'http://localhost:8080';
  readonly #app: FastifyInstance;
  readonly #address: string;

  constructor(app: FastifyInstance, address: string) {
    this.#app = app;
    this.#address = address;
  }

  /** Calls a route; the answer is a 200 and matches its schema. */
  async do(name: RouteName, request: RouteRequest = {}): Promise<Reply> {
    const reply = await this.call(name, request);
    expect(reply.status, `${name}: ${JSON.stringify(reply.body)}`).toBe(200);
    return reply;
  }

  /** Calls a route, with any result. */
  async call(name: RouteName, { params = {}, query = {}, ...request }: RouteRequest = {}): Promise<Reply> {
    const { method, path } = ROUTES[name];
    const filled = path.replace(/:(\w+)/g, (_whole, key: string) => encodeURIComponent(params[key] ?? ''));
    const search = new URLSearchParams(query).toString();
    const reply = await this.request(method, search === '' ? filled : `${filled}?${search}`, request);
    const validate = answerSchemas.get(name);
    if (reply.status === 200 && validate && !validate(reply.body))
      throw new Error(`${name} answers ${JSON.stringify(reply.body)}: ${ajv.errorsText(validate.errors)}`);
    if (reply.status === 200 && typeof reply.body === 'object' && 'csrf_token' in reply.body)
      this.csrfToken = reply.body.csrf_token;
    return reply;
  }

  /** Any request as a browser sends it. */
  async request(
    method: 'GET' | 'HEAD' | 'POST',
    url: string,
    { body, raw, headers = {} }: Omit<RouteRequest, 'query'> = {},
  ): Promise<Reply> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const usual = {
      host: this.host,
      ...(cookie === '' ? {} : { cookie }),
      ...(method !== 'POST' ? {} : { origin: this.origin, 'content-type': 'application/json' }),
      ...(method !== 'POST' || this.csrfToken === null ? {} : { 'x-csrf-token': this.csrfToken }),
    };
    const sent = Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== null);
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const reply = await this.#app.inject({
      ...{ method, url, remoteAddress: this.#address, headers: Object.fromEntries(sent) as Record<string, string> },
      ...(payload === undefined ? {} : { payload }),
    });
    for (const { name, value, expires, maxAge } of reply.cookies) {
      if (value === '' || maxAge === 0 || (expires && expires.getTime() < Date.now())) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const isJson = reply.body !== '' && String(reply.headers['content-type']).startsWith('application/json');
    return { status: reply.statusCode, headers: reply.headers, body: isJson ? reply.json() : reply.body };
  }
}
