// Writes pictures of every screen of the dashboard to docs/images, in both themes at 1440 and 360 pixels. All records,
// accounts and calls are invented. Usage: npm run pictures [-- SCREEN…]
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Dashboard, setUp, startDashboard } from '../support/browser.ts';
import { fillService } from './fill-service.ts';
import { SCREENS, type Shown } from './screens.ts';

const FOLDER = join(import.meta.dirname, '../../docs/images');
const VIEWS = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
] as const;
const THEMES = ['light', 'dark'] as const;
/** Quality of WebP: text stays legible, and a picture takes about 40 KB. */
const QUALITY = 55;

/** Resolves two frames later, after all transitions. */
const DRAWN = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() =>
  Promise.allSettled(document.getAnimations().map((each) => each.finished)).then(() => null))`;

/** Takes pictures of the current screen, and returns their bytes. */
async function take(name: string, { page, context }: Shown): Promise<number> {
  const browser = await context.newCDPSession(page);
  let bytes = 0;
  for (const { width, height } of VIEWS)
    for (const colorScheme of THEMES) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.evaluate('scrollTo(0, 0)');
      await page.evaluate(DRAWN);
      const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
      const picture = Buffer.from(data, 'base64');
      bytes += picture.length;
      writeFileSync(join(FOLDER, `${name}-${colorScheme}-${width}.webp`), picture);
    }
  await browser.detach();
  return bytes;
}

async function takeAll(dashboard: Dashboard, wanted: readonly string[]): Promise<void> {
  const viewport = VIEWS[0];
  const operator = await dashboard.open({ viewport, permissions: ['clipboard-read', 'clipboard-write'] });
  operator.page.setDefaultTimeout(60_000);
  await setUp(operator.page, dashboard.setUpLink);
  for (const [name, show] of Object.entries(SCREENS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await operator.page.setViewportSize(viewport);
    try {
      const shown = await show({ ...operator, dashboard });
      await shown.page.locator('.loading').first().waitFor({ state: 'detached' });
      console.info(`${name}: ${Math.round((await take(name, shown)) / 1024)} KB`);
      if (shown.context !== operator.context) await shown.context.close();
    } catch (error) {
      process.exitCode = 1;
      console.error(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
}

const wanted = process.argv.slice(2);
if (wanted.length === 0) rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const dashboard = await startDashboard(fillService);
try {
  await takeAll(dashboard, wanted);
} finally {
  await dashboard.close();
}
