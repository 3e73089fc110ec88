// Counts in the texts of the dashboard: a count of one has the singular.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../dashboard/src/texts/', import.meta.url));

/** The result of each function that accepts ones only, by its name. */
function textsOfOne(value: unknown, name: string): [name: string, text: string][] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => textsOfOne(inner, `${name}.${key}`));
  if (typeof value !== 'function') return [];
  try {
    const text: unknown = value(...Array.from(value as { length: number }, () => 1));
    return typeof text === 'string' ? [[name, text]] : [];
  } catch {
    // It needs a text or an object.
    return [];
  }
}

/** Their values are names, or limits that are never one. */
const WITHOUT_COUNT = /\.(?:csvOf|holdsOf|groupOf|removeHint|tooMany|newPasswordHint)$/;

const PLURAL_OF_ONE = /\b1 (?!is\b|was\b|has\b|matches\b)[a-z]*s\b|\b1 [a-z]+(?: [a-z]+)?\)? are\b/;

test('texts with a count of one have the singular', async () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('-texts.ts'));
  const found: [string, string][] = [];
  for (const file of files) found.push(...textsOfOne(await import(`${folder}${file}`), file));
  expect(found.length).toBeGreaterThan(100);
  expect(found.filter(([name, text]) => PLURAL_OF_ONE.test(text) && !WITHOUT_COUNT.test(name))).toEqual([]);
});
