// A real browser on the dashboard of a real server: it records each request to another host, logged error, exception
// and violation of the Content-Security-Policy on every page, and tests check that there are none.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type RunningServer, serve, succeed } from './program.ts';

/** The headless shell of Chromium needs a fifth less processor time. */
const CANDIDATES = [
  process.env['CARDFILE_CHROMIUM'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Path of the browser; undefined without one. */
const executable = CANDIDATES.find((path) => path !== undefined && existsSync(path));

/** Without a browser the tests are skipped with a warning; if CARDFILE_BROWSER is `required` they fail instead. */
export const hasBrowser = executable !== undefined || process.env['CARDFILE_BROWSER'] === 'required';
if (!hasBrowser)
  console.warn(
    '\n*** SKIPPED: no Chromium, so NO TEST OF THE DASHBOARD RUNS IN A BROWSER (apt-get install chromium-headless-shell) ***\n',
  );

const isBuilt = existsSync(new URL('../../dashboard/dist/index.html', import.meta.url));

/** Folder for pictures of the screens, if requested; outside of the repository. */
const picturesFolder = process.env['CARDFILE_PICTURES'];

export interface Dashboard {
  readonly server: RunningServer;
  readonly base: string;
  readonly data: string;
  /** The link that creates the first operator. */
  readonly setUpLink: string;
  /** A separate context with its own cookies, whose pages are observed. */
  open(options?: BrowserContextOptions): Promise<WatchedContext>;
  close(): Promise<void>;
}

export interface WatchedContext {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors in its pages so far. */
  readonly faults: readonly string[];
}

/** Console messages of the browser for rejected calls. The tests check the rejection on the page. */
const REJECTED_CALL = /^Failed to load resource: the server responded with a status of (401|402|404|409|422|429)/;

const REPORT_VIOLATIONS = `addEventListener('securitypolicyviolation', (event) =>
  reportViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile));`;

function watch(page: Page, base: string, faults: string[]): void {
  page.setDefaultTimeout(10_000);
  page.on('request', (request) => {
    if (!request.url().startsWith(base) && !/^(data|blob):/.test(request.url())) faults.push(`asked ${request.url()}`);
  });
  page.on('pageerror', (error) => faults.push(`threw ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    const isBad = message.type() === 'error' || message.type() === 'warning';
    if (isBad && !REJECTED_CALL.test(message.text())) faults.push(`logged ${message.text()}`);
  });
}

/** Starts a server over generated records, or the records of `fill`, and a browser. */
export async function startDashboard(fill?: (data: string, folder: string) => Promise<void>): Promise<Dashboard> {
  if (executable === undefined)
    throw new Error('the tests of the dashboard need Chromium: apt-get install chromium-headless-shell');
  if (!isBuilt) throw new Error('the dashboard is not built: npm run build');
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-browser-'));
  const data = join(folder, 'data');
  await (fill ?? generated)(data, folder);
  const server = await serve('--data', data, '--log-level', 'warn');
  const setUpLink = /http\S+\/set-up#token=\S+/.exec(server.said())?.[0] ?? '';
  const browser: Browser = await chromium.launch({
    executablePath: executable,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const open = async (options: BrowserContextOptions = {}): Promise<WatchedContext> => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      ...options,
    });
    const faults: string[] = [];
    await context.exposeFunction('reportViolation', (text: string) => void faults.push(`the policy blocked ${text}`));
    await context.addInitScript({ content: REPORT_VIOLATIONS });
    context.on('page', (page) => watch(page, server.base, faults));
    return { context, page: await context.newPage(), faults };
  };
  const close = async () => {
    await browser.close();
    await server.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };
  return { server, base: server.base, data, setUpLink, open, close };
}

/** A small catalog of invented records. */
async function generated(data: string, folder: string): Promise<void> {
  const records = join(folder, 'records');
  await succeed('generate', '--people', '1500', '--out', records);
  await importAll(data, records);
}

/** Imports companies.jsonl, people.jsonl and jobs.jsonl of a folder. */
export async function importAll(data: string, records: string): Promise<void> {
  for (const kind of ['companies', 'people', 'jobs'] as const) {
    await succeed(
      'import',
      kind,
      join(records, `${kind}.jsonl`),
      '--data',
      data,
      ...(kind === 'jobs' ? [] : ['--no-index']),
    );
  }
}

export const OPERATOR = { name: 'Ada Operator', email: 'ada@cardfile.example', password: 'correct horse battery' };
export const MEMBER = { name: 'Bo Member', email: 'bo@acme.example', password: 'staple correct horse' };

/** Uses the set-up link as the first operator. */
export async function setUp(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Your name').fill(OPERATOR.name);
  await page.getByLabel('E-mail').fill(OPERATOR.email);
  await page.getByRole('textbox', { name: 'New password' }).fill(OPERATOR.password);
  await page.getByRole('button', { name: 'Set up and sign in' }).click();
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
}

/** Takes a picture of the whole page, if requested. */
export async function picture(page: Page, name: string): Promise<void> {
  if (picturesFolder === undefined) return;
  mkdirSync(picturesFolder, { recursive: true });
  await page.screenshot({ path: join(picturesFolder, `${name}.png`), fullPage: true });
}
