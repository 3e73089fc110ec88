import { expect, test } from 'vitest';
import { areOneCity } from './same-city.ts';

test.each([
  ['München', 'Munich', true],
  ['Москва', 'Moscow', true],
  ['Frankfurt', 'Frankfurt am Main', true],
  ['Greater Leeds Area', 'Leeds', true],
  ['Philadelphia', 'Philadelhpia', true],
  ['Leeds', 'Bristol', false],
  ['Leeds', 'Lens', false],
  ['Saint Denis', 'Saint-Denis', true],
  ['St. Louis', 'Saint Louis', true],
  ['Sankt Gallen', 'St. Gallen', true],
  ['Ft. Worth', 'Fort Worth', true],
  ['St. Louis', 'St. Paul', false],
  ['Newcastle', 'Newcastle upon Tyne', true],
  ['서울', '서울특별시', true],
  ['Nizhny Novgorod', 'Nizhni Nowgorod', true],
  ['Manchester', 'Winchester', false],
  ['Northampton', 'Southampton', false],
  ['Freiburg', 'Freiberg', false],
  ['Hamburg', 'Homburg', false],
  ['Bern', 'Bernburg', false],
  ['York', 'Yorktown', false],
  ['Turku', 'Åbo', true],
  ['Ghent', 'Gand', true],
  ['大阪', 'Osaka', null],
  ['大阪', '東京', false],
])('%s and %s are one city: %s', (a, b, isOne) => {
  expect([areOneCity(a, b), areOneCity(b, a)]).toEqual([isOne, isOne]);
});
