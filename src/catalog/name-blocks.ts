// Blocking keys of companies: companies without a common key, name or site are not compared.
//
//   of the place   the beginning of the name, and its first letter with all words but the first, each with the city: a
//                  typing error leaves one of them unchanged
//   further        the name without general words, if it has some, and each external id
import type { CompanyRecord } from '../contract/import-records.ts';
import { companyNameKey, companyNameWords } from '../identity/company-name.ts';
import { coreNameKey } from '../identity/company-words.ts';
import { externalIdKeys, externalIdsOf } from '../identity/external-ids.ts';
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
  const [first = '', ...others] = companyNameWords(name);
  const end = others.length === 0 ? key.slice(-LETTERS) : `${first.charAt(0)} ${soundKey(others.join(''))}`;
  return [rowHash(`${key.slice(0, LETTERS)}|${city}`), rowHash(`${city}|${end}`)];
}

/** The further keys, for storage. */
export function furtherKeys(company: CompanyRecord): number[] {
  const core = coreNameKey(company.name);
  const names = core === companyNameKey(company.name) ? [] : [coreText(core)];
  return [...names, ...idTexts(company)].map(rowHash);
}

/** The further keys under which the same company may be stored; it may also have the name without general words. */
export function furtherKeysToAsk(company: CompanyRecord): number[] {
  return [coreText(coreNameKey(company.name)), ...idTexts(company)].map(rowHash);
}

const coreText = (core: string) => `core ${core}`;
const idTexts = (company: CompanyRecord) => externalIdKeys(externalIdsOf('company', company));
