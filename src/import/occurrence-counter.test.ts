import { expect, it } from 'vitest';
import type { OpeningRecord } from '../contract/import-records.ts';
import { OccurrenceCounter } from './occurrence-counter.ts';

const opening = (fields: Partial<OpeningRecord> = {}): OpeningRecord => ({
  company_network_url: null,
  company_domain: 'acme.test',
  company_name: null,
  title: 'Cook',
  source: 'board',
  open_positions: 1,
  url: null,
  posted_at: null,
  location: null,
  is_open: true,
  occurrence: 0,
  ...fields,
});

it('numbers equal openings; titles are equal if their words are', () => {
  const counter = new OccurrenceCounter();
  const numbers = [opening(), opening({ title: 'COOK!' }), opening({ open_positions: 2 })].map(
    (one) => counter.number(one).occurrence,
  );
  expect(numbers).toEqual([0, 1, 2]);
});

it('distinguishes openings by employer, title, source, place and day', () => {
  const counter = new OccurrenceCounter();
  const others = [
    opening(),
    opening({ title: 'Chef' }),
    opening({ source: 'page' }),
    opening({ posted_at: '2026-01-01' }),
    opening({ location: { city: 'Bern', country_code: null } }),
    opening({ location: { city: null, country_code: 'CH' } }),
    opening({ company_network_url: null, company_domain: 'b.test', company_name: null }),
    opening({ company_network_url: { slug: 'acme', host: null }, company_domain: 'acme.test', company_name: null }),
  ];
  expect(others.map((one) => counter.number(one).occurrence)).toEqual(others.map(() => 0));
});

it('does not number an opening with a URL', () => {
  const counter = new OccurrenceCounter();
  const one = opening({ url: 'https://acme.test/1' });
  expect([counter.number(one), counter.number(one)]).toEqual([one, one]);
});

it('detects a repeated id within its source only', () => {
  const counter = new OccurrenceCounter();
  const repeats = [
    counter.repeatsId('a', '1'),
    counter.repeatsId('a', '2'),
    counter.repeatsId('b', '1'),
    counter.repeatsId('a', '1'),
  ];
  expect(repeats).toEqual([false, false, false, true]);
});

it('distinguishes 200,000 openings', () => {
  const counter = new OccurrenceCounter();
  for (let index = 0; index < 200_000; index++) {
    if (counter.number(opening({ title: `Cook ${index}` })).occurrence !== 0) throw new Error(`${index} is not new`);
  }
});
