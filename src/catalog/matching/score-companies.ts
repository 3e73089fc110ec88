// Evidence for and against two companies being the same: names, sites, places and legal forms. docs/identity.md gives
// the reasons for the weights. Pure.
import type { CompanyRecord } from '../../contract/import-records.ts';
import {
  companyNameWords,
  companyNameWordsAsWritten,
  initialsOf,
  joinedKey,
  legalFormOf,
  withoutLinks,
} from '../../identity/company-names/company-name.ts';
import {
  COMMON_WORDS,
  DESCRIPTORS,
  ENTITY_WORDS,
  FOUNDATION_FORMS,
  isPartOfCompany,
  isPartOfInstitution,
  isUnitInFront,
  UNITS_OF_GROUPS,
} from '../../identity/company-names/company-words.ts';
import { legalNameOf, otherNamesOf } from '../../identity/company-names/other-names.ts';
import { areOtherWords } from '../../identity/company-names/other-words.ts';
import { CERTAINLY, CERTAINLY_NOT, type Evidence, evidenceOf, type Finding } from '../../identity/evidence.ts';
import { externalIdsOf, idFindings } from '../../identity/external-ids.ts';
import { isSiteOfName, ownSites, siteLabel } from '../../identity/own-site.ts';
import { soundKey } from '../../identity/romanize.ts';
import { areOneCity } from '../../identity/same-city.ts';
import { areTwoCountries } from '../../identity/territories.ts';
import { areTwoStates } from '../../identity/two-states.ts';
import { typingErrorBetween } from '../../identity/typing-error.ts';
import { editDistance, similarity } from '../../words/edit-distance.ts';
import type { MatchLimits } from './best-match.ts';

/** The weight from which two companies are one, and the weight from which an operator reviews the pair. */
export const COMPANY_LIMITS: MatchLimits = { threshold: 8, reviewFrom: 3.9 };

export type CompanyTraits = Pick<CompanyRecord, 'network_url' | 'name' | 'domains' | 'hq'>;

/** The known members of a company. Without a name, names are no evidence. */
type KnownTraits = Omit<CompanyTraits, 'name'> & { readonly name: string | null };

interface SiteKnowledge {
  /** Whether a site is known to be used by several differently named companies. */
  readonly isShared: (site: string) => boolean;
}

export function companyEvidence(a: KnownTraits, b: CompanyTraits, { isShared }: SiteKnowledge): Evidence {
  const [one, other] = [a.network_url?.slug ?? null, b.network_url?.slug ?? null];
  if (one !== null && other !== null) {
    const isSame = one === other;
    const reason = isSame ? 'same profile URL' : 'different profile URLs';
    return evidenceOf([{ reason, weight: isSame ? CERTAINLY : CERTAINLY_NOT }]);
  }
  const names = a.name === null ? null : companyNameFinding(a.name, b.name);
  const sites = siteFinding(a, b, isShared);
  const isOnOneSite = sites?.reason === SAME_SITE;
  const name = isOnOneSite ? nameOnOneSite(names, a, b) : names;
  const ids = idFindings('company', [externalIdsOf('company', a), externalIdsOf('company', b)], areInOneCountry(a, b));
  const areEntities = isOnOneSite && (name?.reason === TWO_ENTITIES || name === ON_SITE_OF_PARENT);
  const places = placeFindings(a, b).map((finding) => (areEntities ? inTownOfGroup(finding) : finding));
  return evidenceOf([name, sites, ...places, formFinding(a, b), ...ids]);
}

/** The evidence of two names if the companies share a site. */
function nameOnOneSite(names: Finding | null, a: KnownTraits, b: CompanyTraits): Finding | null {
  if (names?.reason === DIFFERENT_NAMES && sharesNamedSite(a, b))
    return { reason: 'different names on one site', weight: 0 };
  if (names?.reason === BUT_FOR_FOUNDATION) return UNIT;
  return names?.reason === LONGER_NAME && isOnSiteOfParent(a, b) ? ON_SITE_OF_PARENT : names;
}

function commonSites(a: KnownTraits, b: CompanyTraits): string[] {
  const its = ownSites(b.name, b.domains);
  return ownSites(a.name ?? b.name, a.domains).filter((site) => its.includes(site));
}

/**
 * Whether a site that two companies share contains the name of one of them. If not, it may belong to a third company.
 */
function sharesNamedSite(a: KnownTraits, b: CompanyTraits): boolean {
  const names = a.name === null ? [b.name] : [a.name, b.name];
  return commonSites(a, b).some((site) => names.some((name) => isSiteOfName(name, site)));
}

/**
 * Whether a site that two companies share has exactly the shorter name, which the longer one begins with: `Acme Energy`
 * on acme.com. In one city the added words are usually the trade of the same company, unless large groups name their
 * units so.
 */
function isOnSiteOfParent(a: KnownTraits, b: CompanyTraits): boolean {
  const names = [companyNameWords(a.name ?? b.name), companyNameWords(b.name)];
  const [short = [], long = []] = names.toSorted((one, other) => one.length - other.length);
  const key = joinedKey(short);
  const added = long[short.length];
  if (added === undefined || joinedKey(long.slice(0, short.length)) !== key) return false;
  const isOneCity = a.hq?.city != null && b.hq?.city != null && areOneCity(a.hq.city, b.hq.city) === true;
  if (TOP_DOMAIN.test(added) || (isOneCity && !UNITS_OF_GROUPS.has(added))) return false;
  // The site acme-energy.com is that of the longer name, and so is acme.ai for `Acme AI`.
  const isOfLonger = (site: string) => isSiteOfName(added, site) || site.split('.').includes(added);
  return commonSites(a, b).some((site) => siteLabel(site) === key && !isOfLonger(site));
}

/** In a name such as `Acme.com`. */
const TOP_DOMAIN = /^(?:com|net|org|io)$/;

const SAME_SITE = 'same site';
const SAME_CITY = 'same city';
/** `Acme GmbH` and `Acme Rentals GmbH`. */
const TWO_ENTITIES = 'one name contains the other, both with a legal form';
const LONGER_NAME = 'one name contains the other';
const ON_SITE_OF_PARENT: Finding = { reason: 'a longer name on the site of the shorter one', weight: -4 };
/** Companies of a group that share a site often share their town. */
const inTownOfGroup = (finding: Finding | null) =>
  finding?.reason === SAME_CITY ? { ...finding, weight: 1 } : finding;
/** `Stichting Acme` is either `Acme` with its legal form first, or the foundation of a company whose site it uses. */
const BUT_FOR_FOUNDATION = 'same name except for “foundation” in front';
const UNIT: Finding = { reason: 'one name is a unit of the other', weight: -8 };
/** The reason for names without a common word. */
export const DIFFERENT_NAMES = 'different names';

/** Maximum length of a short name: such names are often initials. */
const SHORT_NAME = 4;
const LONG_NAME = 5;
const LONG_NAME_WORDS = 3;
/** Number of edits that are accepted as a typing error: one, and two in long names. */
const LONG_FOR_TWO_EDITS = 12;
/** Minimum letters of a word, and of a name of several words, for a typing error to be recognized. */
const SHORT_WORD = 3;
const LONG_NAME_WITH_TYPING_ERROR = 9;

/** The evidence of the two names only. It is symmetric. */
export function companyNameFinding(nameA: string, nameB: string): Finding {
  return nameA < nameB ? orderedNameFinding(nameA, nameB) : orderedNameFinding(nameB, nameA);
}

const areCommonWords = (words: readonly string[]) =>
  words.every((word) => COMMON_WORDS.has(word) || /^\d+$/.test(word) || word.length < 2);

/** The names of two companies. */
interface NamePair {
  readonly names: readonly [string, string];
  readonly words: readonly [readonly string[], readonly string[]];
  /** The words joined. */
  readonly keys: readonly [string, string];
}

function orderedNameFinding(nameA: string, nameB: string): Finding {
  const [one, other] = [companyNameWords(nameA), companyNameWords(nameB)];
  const [keyA, keyB] = [joinedKey(one), joinedKey(other)];
  const pair: NamePair = { names: [nameA, nameB], words: [one, other], keys: [keyA, keyB] };
  const areNumbered = numbersOf(one) !== numbersOf(other);
  if (keyA === keyB || (!areNumbered && soundKey(keyA) === soundKey(keyB))) return sameNameFinding(pair);
  if (areNumbered) return { reason: 'different numbers in the names', weight: -12 };
  // An error next to an umlaut may create or destroy a digraph.
  const asWritten = () => isTypingError(companyNameWordsAsWritten(nameA), companyNameWordsAsWritten(nameB));
  if (isTypingError(one, other) || asWritten()) return similarNameFinding(pair);
  if (areEqualButForLinks(one, other)) return { reason: 'same name except for “of” or “de”', weight: 6 };
  if (isReordered(one, other)) return { reason: 'same words in another order', weight: 6 };
  return containedNameFinding(pair) ?? otherNameFinding(pair);
}

/** Of names with equal keys, or keys that sound alike. */
function sameNameFinding({ names, words, keys: [keyA, keyB] }: NamePair): Finding {
  const doubt = keyA === keyB ? null : doubtOfSpelling(names, words);
  if (doubt !== null) return doubt;
  if (words.some(areCommonWords)) return { reason: 'same name, of common words', weight: 4 };
  const isShort = Math.min(keyA.length, keyB.length) < SHORT_NAME;
  return { reason: 'same name', weight: isShort ? 7 : 9 };
}

/** Of names that differ by a typing error. */
function similarNameFinding({ names, words, keys: [keyA, keyB] }: NamePair): Finding {
  const doubt = doubtOfSpelling(names, words);
  if (doubt !== null) return doubt;
  const [one, other] = words;
  const areOfSeveral = Math.min(one.length, other.length) > 1;
  const isLong = Math.min(keyA.length, keyB.length) >= LONG_FOR_TWO_EDITS;
  const isSure = areOfSeveral || isLong || typingErrorBetween(keyA, keyB) !== null;
  return isSure ? { reason: 'similar name', weight: 6 } : { reason: 'similar short name', weight: 2 };
}

/** General words that together denote a unit. */
const FINANCIAL_SERVICES = ['financial', 'service'];

/** Of names of which one contains the other; null for other names. */
function containedNameFinding({ names, words: [one, other] }: NamePair): Finding | null {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  const isPart = short.every((word) => long.some((each) => each === word || isSpelledAlike(each, word)));
  if (!isPart || areCommonWords(short)) return null;
  const left = long.filter((word) => !short.includes(word));
  if (left.every((word) => word === 'group')) return { reason: 'same name except for “group”', weight: 7.5 };
  const [formA, formB] = [legalFormOf(names[0]), legalFormOf(names[1])];
  const haveOtherForms = formA !== '' && formB !== '' && formA !== formB;
  if (FINANCIAL_SERVICES.every((word) => left.includes(word))) return UNIT;
  if (left.every((word) => DESCRIPTORS.has(word))) {
    const reason = 'same name except for a general word';
    return haveOtherForms ? { reason: TWO_ENTITIES, weight: -4 } : { reason, weight: 2 };
  }
  const isFoundation = left.length === 1 && FOUNDATION_FORMS.has(long[0] ?? '') && left[0] === long[0];
  if (isFoundation && formA === '' && formB === '') return { reason: BUT_FOR_FOUNDATION, weight: 0 };
  const isUnit =
    left.some((word) => ENTITY_WORDS.has(word)) || isPartOfCompany(long, left) || isUnitInFront(long, left);
  if (isUnit || isPartOfInstitution(short, left)) return UNIT;
  if (formA === '' || formB === '') return { reason: LONGER_NAME, weight: 1 };
  return { reason: TWO_ENTITIES, weight: -4 };
}

/** Of names with different words: one may be an acronym, a legal name or a former name of the same company. */
function otherNameFinding({ names, words: [one, other], keys: [keyA, keyB] }: NamePair): Finding {
  if (isAcronym(keyA, other) || isAcronym(keyB, one)) return { reason: 'one name abbreviates the other', weight: 2.9 };
  const isKey = (name: string) => [keyA, keyB].includes(joinedKey(companyNameWords(name)));
  if (names.map(legalNameOf).some((name) => name !== null && isKey(name))) return { reason: 'legal name', weight: 9 };
  if (names.flatMap(otherNamesOf).some(isKey)) return { reason: 'former name', weight: 6 };
  const common = one.some((word) => other.includes(word) && !COMMON_WORDS.has(word) && !DESCRIPTORS.has(word));
  return common
    ? { reason: 'names with a word in common and different words', weight: -6 }
    : { reason: DIFFERENT_NAMES, weight: -6 };
}

/** Different words that are as similar as spellings of one word: `Clark` and `Clarke`, `Alpha` and `Alfa`. */
function doubtOfSpelling(
  names: readonly [string, string],
  [one, other]: readonly [readonly string[], readonly string[]],
): Finding | null {
  if (names.some((name) => NOT_LATIN.test(name))) return null;
  // An error next to an umlaut may create or destroy a digraph.
  const [nameA, nameB] = names;
  const written = [companyNameWordsAsWritten(nameA), companyNameWordsAsWritten(nameB)] as const;
  const areOther = [[one, other] as const, written].every(([words, its]) => haveOtherWords(words, its));
  return areOther ? { reason: 'similar names with different words', weight: 2 } : null;
}

const haveOtherWords = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length &&
  one.some((word, index) => word !== other[index] && areOtherWords(word, other[index] ?? ''));

/** Romanized letters have several spellings. */
const NOT_LATIN = /[^\P{L}\p{Script=Latin}]/u;

const NUMERAL = /\d|^(?:i{1,3}|iv|vi{0,3}|ix|xi{0,2})$/;
const numbersOf = (words: readonly string[]) =>
  words.filter((word, index) => (index > 0 ? NUMERAL.test(word) : /\d/.test(word))).join(' ');

/** At most two words with one error each, or one error in names that are split into words differently. */
function isTypingError(one: readonly string[], other: readonly string[]): boolean {
  const [a, b] = [one.join(''), other.join('')];
  const length = Math.min(a.length, b.length);
  if (length <= LONG_NAME || Math.abs(a.length - b.length) > 2) return false;
  const isLong = length >= LONG_FOR_TWO_EDITS;
  // `J. Roe Plumbing` and `Roe Plumbing` differ by an initial.
  if (one.length !== other.length) return !haveOtherInitials(one, other) && editsBetween(a, b) <= 1;
  const changed = one.flatMap((word, index) => (word === other[index] ? [] : [[word, other[index] ?? ''] as const]));
  // An error in a short word is recognized only if the other words match.
  const mayHaveTypingError = length >= LONG_NAME_WITH_TYPING_ERROR && changed.length === 1 && one.length > 1;
  if (changed.length > (isLong ? 2 : 1)) return false;
  return changed.every(([word, its]) => isOneWord(word, its) || (mayHaveTypingError && isShortTypingError(word, its)));
}

const haveOtherInitials = (one: readonly string[], other: readonly string[]) =>
  one.some((word) => word.length === 1 && !other.includes(word)) ||
  other.some((word) => word.length === 1 && !one.includes(word));

const editsBetween = (a: string, b: string) => Math.min(editDistance(a, b), editDistance(soundKey(a), soundKey(b)));

const VOWEL = /[aeiouy]/;

const isOneWord = (word: string, other: string) =>
  Math.min(word.length, other.length) >= LONG_NAME && editsBetween(word, other) <= 1;

const isShortTypingError = (word: string, other: string) =>
  Math.min(word.length, other.length) >= SHORT_WORD &&
  !(COMMON_WORDS.has(word) && COMMON_WORDS.has(other)) &&
  // `KBT` and `KTB` are the initials of two firms.
  [word, other].every((each) => VOWEL.test(each)) &&
  typingErrorBetween(word, other) !== null;

const isSpelledAlike = (a: string, b: string) => Math.min(a.length, b.length) > LONG_NAME && similarity(a, b) >= 0.85;

const isAcronym = (key: string, words: readonly string[]) => words.length > 2 && initialsOf(words).includes(key);

/** `Universität Kiel` and `University of Kiel`. A small word in front belongs to the name: `La Roche`. */
function areEqualButForLinks(one: readonly string[], other: readonly string[]): boolean {
  const [a, b] = [withoutLinks(one), withoutLinks(other)];
  return a.length > 1 && joinedKey(a) === joinedKey(b) && !areCommonWords(a);
}

const isReordered = (one: readonly string[], other: readonly string[]) =>
  one.length > 1 && one.toSorted().join(' ') === other.toSorted().join(' ');

const LONG_LABEL = 6;

function siteFinding(a: KnownTraits, b: CompanyTraits, isShared: (site: string) => boolean): Finding | null {
  const [one, other] = [ownSites(a.name ?? b.name, a.domains), ownSites(b.name, b.domains)];
  if (one.length === 0 || other.length === 0) return null;
  const common = one.filter((site) => other.includes(site));
  if (common.some((site) => !isShared(site))) return { reason: SAME_SITE, weight: 8 };
  if (common.length > 0) return { reason: 'same site, used by several companies', weight: 2 };
  const labels = new Set(other.map(siteLabel));
  const same = one.map(siteLabel).filter((label) => labels.has(label));
  if (same.length === 0) return { reason: 'different sites', weight: -7 };
  const isLong = same.some(({ length }) => length >= LONG_LABEL);
  return { reason: 'different sites with the same label', weight: isLong ? 2 : -3 };
}

function placeFindings(a: KnownTraits, b: CompanyTraits): (Finding | null)[] {
  const [here, there] = [a.hq, b.hq];
  if (here === null || there === null) return [];
  if (areTwoCountries(here, there)) {
    if (a.name !== null && [a.name, b.name].every(isLongName) && isBare(a) && isBare(b))
      return [{ reason: 'different countries, but the same long name', weight: -1 }];
    const isPlaced = here.city !== null && there.city !== null;
    return [{ reason: 'different countries', weight: isPlaced ? -12 : -8 }];
  }
  const isInCountry = here.country_code !== null && here.country_code === there.country_code;
  const country = isInCountry ? { reason: 'same country', weight: 1 } : null;
  const isOne = here.city === null || there.city === null ? null : areOneCity(here.city, there.city);
  // The city is stronger evidence than its state.
  if (isOne === false) return [country, { reason: 'different cities', weight: -11 }];
  if (areTwoStates(here, there)) return [country, { reason: 'different states', weight: -10 }];
  return [country, isOne ? { reason: SAME_CITY, weight: 4 } : null];
}

/** Null if one of the countries is unknown. */
function areInOneCountry(a: KnownTraits, b: CompanyTraits): boolean | null {
  const [here, there] = [a.hq?.country_code ?? null, b.hq?.country_code ?? null];
  return here === null || there === null ? null : here === there;
}

/**
 * Whether a company is known only by name and country: lists of securities and of members state countries other than
 * the country of the company.
 */
const isBare = ({ domains, network_url, hq }: KnownTraits) =>
  network_url === null && domains.length === 0 && (hq?.city ?? null) === null;

function isLongName(name: string): boolean {
  const words = companyNameWords(name);
  return words.length >= LONG_NAME_WORDS && words.filter((word) => !COMMON_WORDS.has(word)).length > 1;
}

function formFinding(a: KnownTraits, b: CompanyTraits): Finding | null {
  if (a.name === null) return null;
  const [one, other] = [legalFormOf(a.name), legalFormOf(b.name)];
  return one !== '' && one === other ? { reason: 'same legal form', weight: 0.5 } : null;
}
