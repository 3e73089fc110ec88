import { expect, test } from 'vitest';
import { readableLine } from './readable-line.ts';

const time = new Date(2030, 0, 31, 14, 5, 9).toISOString();
const line = (members: object) => JSON.stringify({ level: 30, time, ...members });

test('prints time, level and message first, then each member by its name', () => {
  const json = line({ path: '/v2/search/people', status: 200, ms: 3.1, note: 'two words', list: [1], msg: 'call' });
  expect(readableLine(json, false)).toBe(
    '14:05:09 info  call path=/v2/search/people status=200 ms=3.1 note="two words" list=[1]\n',
  );
});

test('prints the stack of an error, one line per call', () => {
  const err = { type: 'Error', message: 'disk full', at: ['save (a.ts:1:2)', 'main (b.ts:3:4)'] };
  expect(readableLine(line({ level: 50, err, msg: 'call failed' }), false)).toBe(
    '14:05:09 error call failed type=Error message="disk full"\n    at save (a.ts:1:2)\n    at main (b.ts:3:4)\n',
  );
});

test('passes no control character of a log text to the terminal', () => {
  const hostile = 'a\u001b[2Jb\nc\u009b31m';
  const err = { message: hostile, at: [hostile] };
  const shown = readableLine(line({ code: hostile, nested: { hostile }, err, msg: hostile }), true);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colors are our own
  const own = shown.replaceAll(/\u001b\[\d+m/g, '');
  expect(own.split('\n')).toHaveLength(3);
  expect(own.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});
