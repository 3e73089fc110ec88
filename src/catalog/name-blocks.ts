// Blocking keys of companies: the beginning and the end of a name, each with the city. One typing error leaves one of them
// unchanged, so companies whose names differ by an error are compared if they are in one city.
import type { CompanyRecord } from '../contract/import-records.ts';
import { companyNameKey } from '../identity/company-name.ts';
import { soundKey } from '../identity/romanize.ts';
import { cityKey } from '../identity/same-city.ts';
import { rowHash } from './row-hash.ts';

/** Letters at either end of a name. */
const LETTERS = 4;

/** Two keys; none without a city. */
export function nameBlocks({ name, hq }: Pick<CompanyRecord, 'name' | 'hq'>): number[] {
  const city = hq?.city == null ? '' : cityKey(hq.city);
  if (city === '') return [];
  const key = soundKey(companyNameKey(name));
  return [rowHash(`${key.slice(0, LETTERS)}|${city}`), rowHash(`${city}|${key.slice(-LETTERS)}`)];
}
