import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unitAt } from './unit-at.ts';

test('the units of a text are those of charCodeAt, whatever kind of text it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
      for (const text of [one, one + other, `${one}${other}`.slice(1)]) {
        expect(places(text).map((index) => unitAt(text, index))).toEqual(places(text).map((at) => text.charCodeAt(at)));
      }
    }),
  );
});

const places = (text: string) => Array.from({ length: text.length }, (_, index) => index);
