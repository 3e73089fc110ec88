// node bench/route-changes.ts [--rounds R]
// The time from a click on a link of the navigation to the painted screen, in headless Chromium with the demo service
// of the screenshots.
// *Cold*: the browser cache is empty and nothing is preloaded, as in data-saving mode: the script of the screen comes
// from the server. *First*: the script was preloaded. *Again*: the screen was open before.
// *Painted*: title and placeholders are visible; *filled*: nothing on the screen loads any more.
// The click follows the arrival of the pointer at once, so preloading on hover helps as little as for a fast user.
import type { BrowserContext, Page } from 'playwright-core';
import { fillService } from '../test/pictures/fill-service.ts';
import { type Dashboard, setUp, startDashboard } from '../test/support/browser.ts';
import { readFlags } from './support/flags.ts';
import { percentileOf } from './support/percentiles.ts';

const LIMIT_MS = 100;
const VIEWPORT = { width: 1440, height: 900 };
const KINDS = ['cold', 'first', 'again'] as const;
/** The screen from which every other screen is opened, and the screen from which `START` itself is opened. */
const [START, OTHER] = ['/profile', '/reference'];
/** Time after which the preloading of the frame has ended. */
const SETTLED_MS = 2000;

interface Change {
  readonly painted: number;
  readonly filled: number;
}

/** Measures the next click, in `change`: the time until another title is painted, and until nothing loads any more. */
const MEASURE = `globalThis.change = new Promise((done) => {
  const titleNow = () => document.querySelector('main h1')?.textContent;
  const before = titleNow();
  let clickedAt = 0;
  let painted = 0;
  addEventListener('click', (event) => (clickedAt = event.timeStamp), { capture: true, once: true });
  const afterPaint = (work) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => work(performance.now() - clickedAt);
    port2.postMessage(null);
  };
  const look = () => {
    if (clickedAt > 0 && titleNow() && titleNow() !== before) {
      if (painted === 0) afterPaint((ms) => (painted ||= ms));
      if (!document.querySelector('main .loading')) return afterPaint((filled) => done({ painted, filled }));
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}); null`;

const linkTo = (page: Page, path: string) => page.locator(`aside a[href="${path}"]`);

/** Clicks the link of the navigation and returns the times. */
async function change(page: Page, path: string): Promise<Change> {
  const link = linkTo(page, path);
  const box = await link.boundingBox();
  if (box === null) throw new Error(`no link to ${path}`);
  await page.evaluate(MEASURE);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const times = (await page.evaluate('change')) as Change;
  if (new URL(page.url()).pathname !== path) throw new Error(`${path} is not open`);
  return times;
}

/** As in data-saving mode: only scripts of links with pointer or focus are preloaded. */
const SAVES_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })";

type Changes = Readonly<Record<(typeof KINDS)[number], Change[]>>;
type State = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Opens the screen from which `path` is reached, in a page of a new browser context. */
async function openBefore({ dashboard, state, path }: Measured, isSaving: boolean): Promise<Page> {
  const { page } = await dashboard.open({ storageState: state, viewport: VIEWPORT });
  if (isSaving) await page.addInitScript(SAVES_DATA);
  await page.goto(`${dashboard.base}${path === START ? OTHER : START}?account=acme`);
  await linkTo(page, START).waitFor();
  await page.waitForTimeout(SETTLED_MS);
  return page;
}

interface Measured {
  readonly dashboard: Dashboard;
  readonly state: State;
  readonly path: string;
}

/** Measures one change of each kind. */
async function measure(measured: Measured, to: Changes): Promise<void> {
  const { path } = measured;
  const saving = await openBefore(measured, true);
  to.cold.push(await change(saving, path));
  await saving.context().close();
  const page = await openBefore(measured, false);
  to.first.push(await change(page, path));
  await page.waitForTimeout(SETTLED_MS);
  await linkTo(page, path === START ? OTHER : START).click();
  await page.waitForTimeout(SETTLED_MS);
  to.again.push(await change(page, path));
  await page.context().close();
}

/** The percentile of each column, in milliseconds. */
function cells(changes: Changes, share: number): string {
  const times = KINDS.flatMap((kind) => [
    changes[kind].map(({ painted }) => painted),
    changes[kind].map(({ filled }) => filled),
  ]);
  return times.map((ms) => percentileOf(ms, share).toFixed(0)).join(' | ');
}

const noChanges = (): Changes => ({ cold: [], first: [], again: [] });

const values = readFlags({ rounds: { type: 'string', default: '5' } });
const dashboard = await startDashboard(fillService);
try {
  const operator = await dashboard.open({ viewport: VIEWPORT });
  await setUp(operator.page, dashboard.setUpLink);
  await linkTo(operator.page, START).waitFor();
  const paths = await operator.page
    .locator('nav[aria-label=Main] a')
    .evaluateAll((links) => links.map((link) => String(link.getAttribute('href'))));
  const state = await operator.context.storageState();
  await operator.context.close();
  const all = noChanges();
  console.info(`| screen | ${KINDS.map((kind) => `${kind}, painted | ${kind}, filled`).join(' | ')} |`);
  console.info(`|---|${'--:|'.repeat(2 * KINDS.length)}`);
  for (const path of [...paths, START]) {
    const own = noChanges();
    for (let round = 0; round < Number(values.rounds); round += 1) await measure({ dashboard, state, path }, own);
    for (const kind of KINDS) all[kind].push(...own[kind]);
    console.info(`| \`${path}\` | ${cells(own, 0.5)} |`);
  }
  console.info(`| median of all | ${cells(all, 0.5)} |\n| p95 of all | ${cells(all, 0.95)} |`);
  console.info(`| limit | ${KINDS.map(() => `${LIMIT_MS} | `).join(' | ')} |`);
} finally {
  await dashboard.close();
}
