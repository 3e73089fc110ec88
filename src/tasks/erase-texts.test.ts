import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dropLines, holdsOneOf, namedIn, textWithout } from './erase-texts.ts';

const TEXTS = ['/in/jane-doe"', 'jane@acme.example', '+447700900123'];
const NAMED = [
  '{"url":"https://www.network.example/in/jane-doe"}',
  '{"url":"https://www.network.example/in/jane-doe/"}',
  '{"url":"https:\\/\\/www.network.example\\/in\\/jane-doe"}',
  '["https://www.network.example/in/jane-doe?from=mail"]',
  'Jane,https://www.network.example/in/jane-doe,Acme',
  'Jane,https://www.network.example/in/jane-doe',
  'Jane,jane@acme.example',
  'Jane,Jane@ACME.example',
  'https://www.network.example/in/Jane-Doe',
  'Jane,+44 7700 900123',
  'Jane,0044 (7700) 900-123',
  '{"phone":447700900123}',
  'Jane,+44\u00a07700\u00a0900\u00a0123',
];
const OTHERS = [
  'https://www.network.example/in/jane-doe-2,Acme',
  '/in/jane-doe%20jr',
  'jane-doe',
  '/in/jane-doeé',
  '+4477009001234',
  '1447700900123',
];

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-erase-'));
  file = join(folder, 'rows.csv');
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each(NAMED)('finds %s', async (line) => {
  expect(namedIn(TEXTS)(line)).toBe(true);
  writeFileSync(file, `other\n${line}`);
  expect(await holdsOneOf(file, TEXTS)).toBe(true);
  expect(await dropLines(file, TEXTS)).toBe(1);
  expect(readFileSync(file, 'utf8')).toBe('other');
  expect(textWithout(line, TEXTS)).toContain('forgotten');
  expect(namedIn(TEXTS)(textWithout(line, TEXTS))).toBe(false);
});

test.each(OTHERS)('leaves %s', async (line) => {
  expect(namedIn(TEXTS)(line)).toBe(false);
  writeFileSync(file, line);
  expect(await holdsOneOf(file, TEXTS)).toBe(false);
  expect(textWithout(line, TEXTS)).toBe(line);
});

test('finds a text across two chunks, and a slug that goes on in the second is another one', async () => {
  const chunk = 4 * 1024 * 1024;
  for (const [text, isFound] of [
    ['/in/jane-doe,', true],
    ['/in/jane-doe-2', false],
  ] as const)
    for (const before of [chunk - 5, chunk - '/in/jane-doe'.length]) {
      writeFileSync(file, `${' '.repeat(before)}${text}${' '.repeat(10)}`);
      expect(await holdsOneOf(file, TEXTS)).toBe(isFound);
    }
});
