// Pages in both themes and at both widths: axe finds no violation, and nothing is wider than the window.
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { picture } from './browser.ts';

/** Covers each theme and each width once. */
const VIEWS = [
  [1440, 'light'],
  [360, 'dark'],
] as const;

/** Resolves two frames later, after all color transitions, because axe reads the visible colors. */
const DRAWN = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() =>
  Promise.allSettled(document.getAnimations().filter((each) => each instanceof CSSTransition).map((each) => each.finished)).then(() => null))`;

/** Forms with a password but without its user name: password managers cannot store it. */
const NAMELESS_FORMS = `[...document.querySelectorAll('form')]
  .filter((form) => form.querySelector('[autocomplete$="-password"]') && !form.querySelector('[autocomplete="username"]'))
  .map(({ textContent }) => 'a password without a user name: ' + textContent)`;

/** Checks the current page and takes its pictures, if requested. */
export async function expectSound(page: Page, name: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 900 };
  try {
    for (const [width, colorScheme] of VIEWS) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.evaluate(DRAWN);
      await picture(page, `${name}-${width}-${colorScheme}`);
      expect(await violations(page), `${name} ${width} ${colorScheme}`).toEqual([]);
      const isInside = await page.evaluate('document.documentElement.scrollWidth <= innerWidth');
      expect(isInside, `${name} fits ${width}`).toBe(true);
    }
  } finally {
    await page.emulateMedia({ colorScheme: null });
    await page.setViewportSize(size);
  }
}

/** Forms of the current page with a password that name no user. */
export async function namelessForms(page: Page): Promise<string[]> {
  return page.evaluate(NAMELESS_FORMS);
}

/** The violations that axe finds in the current page, and forms that name no user. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const nameless = await namelessForms(page);
  const found: string[] = await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" | ")))',
  );
  return [...nameless, ...found];
}
