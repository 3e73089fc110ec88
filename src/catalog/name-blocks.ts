// Blocking keys of companies: companies without a common key, name or site are not compared.
//
//   of the place   the beginning of the name, and its first letter with all words but the first, each with the city: a
//                  typing error leaves one of them unchanged
//   further        the name without general words, if it has some; each other name; the initials of three words or
//                  more; and each external id
import type { CompanyRecord } from '../contract/import-records.ts';
import {
  companyNameKey,
  companyNameWords,
  coreNameKey,
  initialsOf,
  joinedKey,
} from '../identity/company-names/company-name.ts';
import { otherNamesOf } from '../identity/company-names/other-names.ts';
import { externalIdKeys, externalIdsOf } from '../identity/external-ids.ts';
import { soundKey } from '../identity/romanize.ts';
import { cityKey } from '../identity/same-city.ts';
import { rowHash } from './row-hash.ts';

/** Letters at either end of a name. */
const LETTERS = 4;

/** The two stored keys of the place; none without a city. */
export function nameBlocks({ name, hq }: Pick<CompanyRecord, 'name' | 'hq'>): number[] {
  const city = hq?.city == null ? '' : cityKey(hq.city);
  if (city === '') return [];
  const key = soundKey(companyNameKey(name));
  const [first = '', ...others] = companyNameWords(name);
  const end = others.length === 0 ? key.slice(-LETTERS) : `${first.charAt(0)} ${soundKey(others.join(''))}`;
  return [rowHash(`${key.slice(0, LETTERS)}|${city}`), rowHash(`${city}|${end}`)];
}

/**
 * Keys for the look-up only, which are not stored: the two keys of the name with the first word moved to the end, and
 * with the last word moved to the front.
 */
export function reorderedBlocks({ name, hq }: Pick<CompanyRecord, 'name' | 'hq'>): number[] {
  const city = hq?.city == null ? '' : cityKey(hq.city);
  const words = companyNameWords(name);
  if (city === '' || words.length < 2) return [];
  const reordered = [
    [...words.slice(1), ...words.slice(0, 1)],
    [...words.slice(-1), ...words.slice(0, -1)],
  ].map((each) => soundKey(joinedKey(each)).slice(0, LETTERS));
  return [...new Set(reordered)].map((beginning) => rowHash(`${beginning}|${city}`));
}

const ACRONYM_WORDS = 3;
const ACRONYM_LETTERS_MAX = 6;

/** The initials by which a company may be known; none for a short name. */
export function acronymsOf(name: string): string[] {
  const words = companyNameWords(name);
  return words.length < ACRONYM_WORDS ? [] : initialsOf(words).filter(({ length }) => length >= ACRONYM_WORDS);
}

/** The further keys, for storage. */
export function furtherKeys(company: CompanyRecord): number[] {
  const core = coreNameKey(company.name);
  const names = core === companyNameKey(company.name) ? [] : [core];
  const others = otherNamesOf(company.name).map(coreNameKey);
  const initials = acronymsOf(company.name).map(initialsText);
  return [...[...names, ...others].map(coreText), ...initials, ...idTexts(company)].map(rowHash);
}

/**
 * The further keys by which the same company is looked up. It may also be stored under the name without general words.
 */
export function furtherLookupKeys(company: CompanyRecord): number[] {
  const key = companyNameKey(company.name);
  const initials = key.length >= ACRONYM_WORDS && key.length <= ACRONYM_LETTERS_MAX ? [initialsText(key)] : [];
  const cores = [company.name, ...otherNamesOf(company.name)].map(coreNameKey);
  return [...cores.map(coreText), ...initials, ...idTexts(company)].map(rowHash);
}

const coreText = (core: string) => `core ${core}`;
const initialsText = (initials: string) => `initials ${initials}`;
const idTexts = (company: CompanyRecord) => externalIdKeys(externalIdsOf('company', company));
