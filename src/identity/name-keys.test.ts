// Two rows of one person have a blocking key in common in both directions (catalog/employed-key.ts).
import { expect, it } from 'vitest';
import { employedKeys, employedLookupKeys } from '../catalog/employed-key.ts';

const ACME = [{ company_network_url: null, company_name: 'Acme', company_domain: null }];
const isFound = (stored: string, compared: string) =>
  employedLookupKeys(compared, ACME).some((key) => employedKeys(stored, ACME).includes(key));

it.each([
  ['Bill Doe', 'W. Doe'],
  ['Bill Henry Doe', 'W Doe'],
  ['Peggy Doe', 'M. Doe'],
  ['Cho Tae-jun', 'Taejun Cho'],
  ['高橋 健', '高橋健'],
  ['林 美咲', '林美咲'],
  ['박 서연', '박서연'],
])('%s and %s are found by each other at an employer', (one, other) => {
  expect([isFound(one, other), isFound(other, one)]).toEqual([true, true]);
});
