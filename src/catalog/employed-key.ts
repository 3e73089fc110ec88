// Blocking key of people: the initials of a name, in either order, with an employer. People with different keys are not
// compared by name and employer, so the key must not change with spelling errors, short forms or legal forms.
import type { EmployerReference } from '../contract/import-records.ts';
import { companyNameKey } from '../identity/company-name.ts';
import { isNameWord, nameWords } from '../identity/compare-names.ts';
import { siteOf } from '../identity/domain.ts';
import { formsOfGivenName } from '../identity/given-names.ts';
import { rowHash } from './row-hash.ts';

/** Cached keys of employer names, as adjacent people often share an employer. */
const CACHED_MAX = 20_000;
const cachedKeys = new Map<string, string>();

function nameKeyOf(company_name: string): string {
  const cached = cachedKeys.get(company_name);
  if (cached !== undefined) return cached;
  if (cachedKeys.size >= CACHED_MAX) cachedKeys.clear();
  const key = companyNameKey(company_name);
  cachedKeys.set(company_name, key);
  return key;
}

/** Keys under which one employer can be known, the best first: its name, the label of its site, and its profile. */
export function employerKeys(employer: EmployerReference): string[] {
  return KEYS.map((keyOf) => keyOf(employer)).filter((key, index, keys) => key !== '' && keys.indexOf(key) === index);
}

const KEYS: readonly ((employer: EmployerReference) => string)[] = [
  ({ company_name }) => (company_name === null ? '' : nameKeyOf(company_name)),
  ({ company_domain }) => {
    const site = company_domain === null ? '' : siteOf(company_domain);
    return site.slice(0, Math.max(0, site.indexOf('.'))).replaceAll('-', '');
  },
  ({ company_network_url }) => company_network_url?.slug.replaceAll('-', '') ?? '',
];

function bestEmployerKey(employer: EmployerReference): string {
  for (const keyOf of KEYS) {
    const key = keyOf(employer);
    if (key !== '') return key;
  }
  return '';
}

const initialOf = (word: string) => word.slice(0, 1);
const pairOf = (one: string, other: string) => (one < other ? one + other : other + one);

/** The key of a person for storage; null without an employer. */
export function employedKey(full_name: string, employer: EmployerReference): number | null {
  const key = bestEmployerKey(employer);
  const initials = initialsOf(full_name);
  return key === '' || initials === '' ? null : rowHash(`${initials}|${key}`);
}

const PLAIN_NAME = /^[A-Za-z]+(?: [A-Za-z]+)+$/;

/** The initials of the first and the last word; empty for a name without words. */
function initialsOf(full_name: string): string {
  if (PLAIN_NAME.test(full_name)) {
    const [first, last] = [full_name.slice(0, full_name.indexOf(' ')), full_name.slice(full_name.lastIndexOf(' ') + 1)];
    // The same as below, for most names.
    if (isNameWord(first) && isNameWord(last)) {
      return pairOf(first.charAt(0).toLowerCase(), last.charAt(0).toLowerCase());
    }
  }
  const words = nameWords(full_name);
  return words.length === 0 ? '' : pairOf(initialOf(words[0] ?? ''), initialOf(words.at(-1) ?? ''));
}

/** The keys under which the same person may be stored: with other words of the name, and other keys of the employer. */
export function employedKeysToAsk(full_name: string, employers: readonly EmployerReference[]): number[] {
  const [first = '', ...others] = nameWords(full_name);
  const givens = new Set([first, ...formsOfGivenName(first)].map(initialOf));
  const lasts = new Set((others.length > 0 ? others : [first]).map(initialOf));
  // `Doe Jane`: the short forms are those of the last word.
  const turned = new Set(formsOfGivenName(others.at(-1) ?? '').map(initialOf));
  const pairs = new Set([
    ...[...givens].flatMap((given) => [...lasts].map((last) => pairOf(given, last))),
    ...[...turned].map((given) => pairOf(given, initialOf(first))),
  ]);
  const keys = new Set(employers.flatMap(employerKeys));
  return [...pairs].flatMap((pair) => [...keys].map((key) => rowHash(`${pair}|${key}`)));
}
