import { expect, test } from 'vitest';
import { priceOfAnswer, pricesText, priceText } from './prices.ts';

test('priceText writes a number of credits, or free', () => {
  expect([0, 1, 2].map(priceText)).toEqual(['free', '1 credit', '2 credits']);
});

test('pricesText writes the most common price and its exceptions, the lowest first', () => {
  const single = (credits: number) => ({ credits, itemsOf: null });
  const bulk = { credits: 5, itemsOf: 'b' };
  const table = {
    a: single(1),
    b: single(5),
    c: single(1),
    d: single(0),
    e: single(0),
    f: single(1),
    g: bulk,
    h: bulk,
  };
  expect(pricesText(table)).toBe('1 credit (d and e: free; b: 5 credits)');
  expect(pricesText({ ...table, i: single(0), j: single(1) })).toBe('1 credit (d, e and i: free; b: 5 credits)');
  expect(pricesText({ a: single(3) })).toBe('3 credits');
});

test('priceOfAnswer states that each item of a bulk call has the price', () => {
  expect(priceOfAnswer({ credits: 2, itemsOf: null })).toBe('2 credits');
  expect(priceOfAnswer({ credits: 2, itemsOf: 'b' })).toBe('2 credits for each item with status 200');
});
