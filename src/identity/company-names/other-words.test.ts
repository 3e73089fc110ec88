import { expect, it } from 'vitest';
import { areOtherWords } from './other-words.ts';

it.each([
  ...[
    ['fisher', 'fischer'],
    ['olsen', 'olson'],
    ['tanja', 'anja'],
    ['petersen', 'peterson'],
    ['delta', 'delda'],
  ],
  ...[
    ['karter', 'kartier'],
    ['bosso', 'bossi'],
    ['kolbert', 'kolberta'],
    ['brusko', 'brusku'],
  ],
])('%s and %s may be words of two firms', (one, other) => {
  expect(areOtherWords(one, other)).toBe(true);
  expect(areOtherWords(other, one)).toBe(true);
});

it.each([
  ...[
    ['zandora', 'zadnora'],
    ['zandora', 'zandorra'],
    ['zandora', 'zanddora'],
    ['kestrel', 'kestrl'],
  ],
  ...[
    ['zandora', 'zansora'],
    ['brandvoldine', 'brandvaldine'],
  ],
])('%s and %s are spellings of one word', (one, other) => {
  expect(areOtherWords(one, other)).toBe(false);
});
