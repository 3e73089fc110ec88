// Blocking keys of people: two initials of the name, in either order, with an employer. People without a common key are
// not compared by name and employer, so the keys must not change with spelling errors or legal forms.
import type { EmployerReference, ExperienceRecord, PersonRecord } from '../contract/import-records.ts';
import {
  companyNameKey,
  companyNameWords,
  initialsOf as initialsOfName,
  joinedKey,
} from '../identity/company-names/company-name.ts';
import { siteOf } from '../identity/domain.ts';
import { externalIdKeys, externalIdsOf } from '../identity/external-ids.ts';
import { hasSpellings, mailboxOf } from '../identity/mailbox.ts';
import { siteLabel } from '../identity/own-site.ts';
import { isNameWord, nameWords, nameWordsAndJoined } from '../identity/person-names/compare-names.ts';
import { formsOfGivenName } from '../identity/person-names/given-names.ts';
import { behindParticle } from '../identity/person-names/particles.ts';
import { soundKey } from '../identity/romanize.ts';
import { memoized } from '../words/memoized.ts';
import { rowHash } from './row-hash.ts';

/** Maximum number of memoized employer names: adjacent people often share an employer. */
const EMPLOYERS_KEPT = 20_000;

const nameKeyOf = memoized((company_name) => soundKey(companyNameKey(company_name)), EMPLOYERS_KEPT);
const siteKeyOf = memoized((company_domain) => soundKey(siteLabel(siteOf(company_domain))), EMPLOYERS_KEPT);

/** Keys that may identify one employer, the best first: its name, the label of its site, and its profile. */
export function employerKeys(employer: EmployerReference): string[] {
  return KEYS.map((keyOf) => keyOf(employer)).filter((key, index, keys) => key !== '' && keys.indexOf(key) === index);
}

const keysOfReferences = new WeakMap<EmployerReference, readonly string[]>();

/** As employerKeys, for an employer that is compared with several others: memoized by object identity. */
export function comparedEmployerKeys(employer: EmployerReference): readonly string[] {
  let keys = keysOfReferences.get(employer);
  if (keys === undefined) {
    keys = employerKeys(employer);
    keysOfReferences.set(employer, keys);
  }
  return keys;
}

const KEYS: readonly ((employer: EmployerReference) => string)[] = [
  ({ company_name }) => (company_name === null ? '' : nameKeyOf(company_name)),
  ({ company_domain }) => (company_domain === null ? '' : siteKeyOf(company_domain)),
  ({ company_network_url }) => soundKey(company_network_url?.slug.replaceAll('-', '') ?? ''),
];

/** Number of words from which a name of an employer is often shortened. */
const LONG_NAME_WORDS = 3;
const BEGINNING_LETTERS_MIN = 8;
const NO_LOOSE: readonly string[] = [];

/** Additional keys of an employer with a long name: its first two words, and its initials. */
export function looseEmployerKeys({ company_name }: EmployerReference): readonly string[] {
  return company_name === null ? NO_LOOSE : looseKeysOf(company_name);
}

const looseKeysOf = memoized((company_name): readonly string[] => {
  const words = companyNameWords(company_name);
  if (words.length < LONG_NAME_WORDS) return NO_LOOSE;
  const beginning = joinedKey(words.slice(0, 2));
  const initials = initialsOfName(words).filter(({ length }) => length >= LONG_NAME_WORDS);
  return [...(beginning.length < BEGINNING_LETTERS_MIN ? [] : [beginning]), ...initials].map(soundKey);
}, EMPLOYERS_KEPT);

/** Letters that romanizations and languages use for each other at the start of a name: Yakovlev, Iakovlev, Jakowlew. */
const SAME_INITIALS: Readonly<Record<string, string>> = { y: 'i', j: 'i', c: 'k', q: 'k', w: 'v' };

function initialOf(word: string): string {
  const letter = word.charAt(0);
  return SAME_INITIALS[letter] ?? letter;
}

/** Arabic surnames with their article, which other sources omit: Elmasry, Masry. */
const WITH_ARTICLE = /^[ae]l[a-z]{4}/i;

const initialsOf = (words: readonly string[]): string[] =>
  words.flatMap((word, index) =>
    index > 0 && WITH_ARTICLE.test(word) ? [initialOf(word), initialOf(word.slice(2))] : [initialOf(word)],
  );

const pairOf = (one: string, other: string) => (one < other ? one + other : other + one);

/** The positions by which people are compared: the current ones, else the last one. */
export function comparedPositions({ experiences }: Pick<PersonRecord, 'experiences'>): readonly ExperienceRecord[] {
  const current = experiences.filter(({ job_is_current }) => job_is_current);
  return current.length > 0 ? current : experiences.slice(0, 1);
}

/** Maximum number of keys of one person. Further keys are dropped; most people have one or two. */
const KEYS_MAX = 12;
const NO_KEYS: readonly number[] = [];

/**
 * The stored keys of a person: two initials of the name with a key of an employer; none without an employer. Two people
 * who may be one have a key in common, regardless of which one is stored: a name of three words may lack a word or
 * start with a surname, and an employer may be known by its name or by its site.
 */
export function employedKeys(full_name: string, employers: readonly EmployerReference[]): readonly number[] {
  const employer = keysOfAll(employers);
  if (employer.length === 0) return NO_KEYS;
  const pairs = initialPairs(full_name);
  if (pairs.length === 1 && employer.length === 1) return [rowHash(`${pairs[0]}|${employer[0]}`)];
  return hashes(pairs, employer).slice(0, KEYS_MAX);
}

/** All stored keys by which a person is found as a candidate: employedKeys, and the keys of ids and mailboxes. */
export function personKeys(person: PersonRecord): readonly number[] {
  const employed = employedKeys(person.full_name, comparedPositions(person));
  const others = [...idKeysOf(person), ...mailboxKeysOf(person, (email) => mailboxOf(email) !== email)];
  return others.length === 0 ? employed : [...employed, ...others];
}

/** The keys of ids and mailboxes by which a person is looked up. */
export function personIdKeys(person: PersonRecord): readonly number[] {
  return [...idKeysOf(person), ...mailboxKeysOf(person, hasSpellings)];
}

/** The key of people with an address that reaches a mailbox and is not spelled as it. */
export const mailboxKey = (email: string): number => rowHash(`mailbox ${mailboxOf(email)}`);

function idKeysOf(person: PersonRecord): readonly number[] {
  const ids = externalIdsOf('person', person);
  return ids === null ? NO_KEYS : externalIdKeys(ids).map(rowHash);
}

function mailboxKeysOf({ emails }: PersonRecord, isOne: (email: string) => boolean): readonly number[] {
  if (emails.length === 0) return NO_KEYS;
  const keys = emails.flatMap(({ email }) => (isOne(email) ? [mailboxKey(email)] : []));
  return keys.length < 2 ? keys : [...new Set(keys)];
}

function keysOfAll(employers: readonly EmployerReference[]): readonly string[] {
  const [first] = employers;
  if (first === undefined) return [];
  const all = (employer: EmployerReference) => [...employerKeys(employer), ...looseEmployerKeys(employer)];
  return employers.length === 1 ? all(first) : [...new Set(employers.flatMap(all))];
}

function hashes(pairs: readonly string[], keys: readonly string[]): number[] {
  return [...new Set(pairs.flatMap((pair) => keys.map((key) => rowHash(`${pair}|${key}`))))];
}

const PLAIN_NAME = /^[A-Za-z]+ [A-Za-z]+$/;

/** The initials of every two words. A name with one word yields its initial twice; a name without words yields none. */
function initialPairs(full_name: string): string[] {
  if (PLAIN_NAME.test(full_name)) {
    const at = full_name.indexOf(' ');
    const [first, last] = [full_name.slice(0, at), full_name.slice(at + 1)];
    // A fast path with the same result for most names.
    if (isNameWord(first) && isNameWord(last) && !WITH_ARTICLE.test(last)) {
      return [pairOf(initialOf(first.toLowerCase()), initialOf(last.toLowerCase()))];
    }
  }
  return pairsOf(initialsOf(nameWords(full_name)));
}

function pairsOf(initials: readonly string[]): string[] {
  if (initials.length < 2) return initials.map((initial) => pairOf(initial, initial));
  const pairs = initials.flatMap((one, index) => initials.slice(index + 1).map((other) => pairOf(one, other)));
  return [...new Set(pairs)];
}

/**
 * The keys for the look-up of a person, who may be stored with another form of the given name, first or last, or with a
 * particle that is joined to the surname: `Jan de Vries`, `Jan Devries`.
 */
export function employedLookupKeys(full_name: string, employers: readonly EmployerReference[]): number[] {
  const { words, joined } = nameWordsAndJoined(full_name);
  const initials = words.map(initialOf);
  const behind = words.flatMap((word, at) => {
    const rest = at === 0 ? null : behindParticle(word);
    return rest === null ? [] : pairsOf(initials.with(at, initialOf(rest)));
  });
  const withForms = (at: number) =>
    formsOfGivenName(words[at] ?? '').flatMap((form) => pairsOf(initials.with(at, initialOf(form))));
  const ends = words.length === 0 ? [] : [...new Set([0, words.length - 1])];
  const pairs = [
    ...pairsOf(initialsOf(words)),
    ...pairsOf((joined ?? []).map(initialOf)),
    ...behind,
    ...ends.flatMap(withForms),
  ];
  return hashes([...new Set(pairs)], keysOfAll(employers));
}
