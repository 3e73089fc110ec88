import { expect, test } from 'vitest';
import { pricesText, priceText } from './prices.ts';

test('priceText writes a number of credits, or free', () => {
  expect([0, 1, 2].map(priceText)).toEqual(['free', '1 credit', '2 credits']);
});

test('pricesText writes the most common price and its exceptions, the lowest first', () => {
  const table = {
    a: { credits: 1 },
    b: { credits: 5 },
    c: { credits: 1 },
    d: { credits: 0 },
    e: { credits: 0 },
    f: { credits: 1 },
  };
  expect(pricesText(table)).toBe('1 credit (d and e: free; b: 5 credits)');
  expect(pricesText({ a: { credits: 3 } })).toBe('3 credits');
});
