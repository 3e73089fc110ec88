import { expect, test } from 'vitest';
import { recordAddress, slugOf } from './record-address.ts';

const network = 'https://www.network.example';

test.each([
  [`${network}/company/acme`, 'acme'],
  [`${network}/company/zo%C3%AB's-(uk)%2Bco`, "zoë's-(uk)+co"],
  ["zoë's-(uk)+co", "zoë's-(uk)+co"],
  [`${network}/company/100%`, '100%'],
])('the slug of %s is decoded', (url, slug) => {
  expect(slugOf(url)).toBe(slug);
});

test('the address is the same for the URL and for the slug', () => {
  const address = "/companies/zo%C3%AB's-(uk)%2Bco";
  expect(recordAddress('company', `${network}/company/zo%C3%AB's-(uk)%2Bco`)).toBe(address);
  expect(recordAddress('company', "zoë's-(uk)+co")).toBe(address);
});
