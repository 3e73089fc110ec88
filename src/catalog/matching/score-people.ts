// Evidence for and against two people being the same: names, addresses, numbers, employers, titles and places.
// docs/identity.md gives the reasons for the weights. Pure.
import type { EmployerReference, PersonRecord } from '../../contract/import-records.ts';
import { siteOf } from '../../identity/domain.ts';
import {
  CERTAINLY,
  CERTAINLY_NOT,
  type Evidence,
  evidenceOf,
  type Finding,
  withFinding,
} from '../../identity/evidence.ts';
import { type ExternalIds, externalIdsOf, idFindings } from '../../identity/external-ids.ts';
import { mailboxOf } from '../../identity/mailbox.ts';
import { isMobileNumber } from '../../identity/mobile-number.ts';
import { isOwnAddress } from '../../identity/own-address.ts';
import { areOneSurname, type NameAgreement } from '../../identity/person-names/compare-name-words.ts';
import { compareNames, type NameComparison, nameWords } from '../../identity/person-names/compare-names.ts';
import {
  hasGivenName,
  isNamedAfter,
  lettersWithout,
  localOf,
  namesGivenName,
  namesSurname,
} from '../../identity/person-names/names-in-address.ts';
import { areOneOffice, noNameOf } from '../../identity/person-names/no-names.ts';
import { isPersonalMail } from '../../identity/personal-mail.ts';
import { areOneCity } from '../../identity/same-city.ts';
import { areTwoCountries } from '../../identity/territories.ts';
import { areTwoStates } from '../../identity/two-states.ts';
import { wordKey } from '../../words/words.ts';
import { comparedEmployerKeys, comparedPositions, looseEmployerKeys } from '../employed-key.ts';
import type { MatchLimits } from './best-match.ts';

/** The weight from which two people are one, and the weight from which an operator reviews the pair. */
export const PERSON_LIMITS: MatchLimits = { threshold: 12, reviewFrom: 8 };

export interface PersonTraits {
  readonly full_name: string;
  /** The slug of the profile URL; null without one. */
  readonly profile: string | null;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  /** The mobile numbers among the phones. */
  readonly mobiles: readonly string[];
  /** Current positions, else the last one. */
  readonly positions: readonly (EmployerReference & { readonly job_title: string | null })[];
  readonly city: string | null;
  readonly state: string | null;
  readonly country_code: string | null;
  readonly ids: ExternalIds;
}

/** A person as described by a caller. Without a name, names are no evidence. */
export type DescribedTraits = Omit<PersonTraits, 'full_name'> & { readonly full_name: string | null };

/** `hasProfile`: false if the slug of the record is made from its values. */
export function personTraits(person: PersonRecord, hasProfile: boolean): PersonTraits {
  return {
    full_name: person.full_name,
    profile: hasProfile ? person.network_url.slug : null,
    emails: person.emails.map(({ email }) => email),
    phones: person.phones.map(({ phone }) => phone),
    mobiles: person.phones
      .filter(({ phone, kind }) => kind === 'mobile' || (kind === null && isMobileNumber(phone)))
      .map(({ phone }) => phone),
    positions: comparedPositions(person),
    city: person.location?.city ?? null,
    state: person.location?.state_code ?? null,
    country_code: person.location?.country_code ?? null,
    ids: externalIdsOf('person', person),
  };
}

export interface PersonKnowledge {
  /** The number of people with a phone number. */
  readonly holdersOf: (phone: string) => number;
  /** Whether all people with a name are compared, so that their number shows how common the name is. */
  readonly areNamesakesKnown: boolean;
}

export function personEvidence(a: DescribedTraits, b: PersonTraits, knowledge: PersonKnowledge): Evidence {
  if (a.profile !== null && b.profile !== null) {
    const isSame = a.profile === b.profile;
    const reason = isSame ? 'same profile URL' : 'different profile URLs';
    return evidenceOf([{ reason, weight: isSame ? CERTAINLY : CERTAINLY_NOT }]);
  }
  const noName = a.full_name === null ? null : noNameFinding(a.full_name, b.full_name);
  const names = a.full_name === null || noName !== null ? null : compareNames(a.full_name, b.full_name);
  const email = emailFinding(a, b);
  const ids = idFindings('person', [a.ids, b.ids], null);
  const isIdentified = isIdentifiedBy([email, ...ids]);
  const phone = phoneFinding(
    a,
    b,
    names === null || names.areUncomparable || (isOneName(names.given) && names.given !== 'initial') ? knowledge : null,
  );
  const isReached = isIdentified || (phone?.weight ?? 0) >= REACHING;
  const mayHaveMoved = names?.given === 'equal' && (isIdentified || isOnOneMobile(a, b, phone));
  const rarity = knowledge.areNamesakesKnown ? 'usual' : names?.rarity;
  const evidence = evidenceOf([
    noName,
    ...(names === null ? [] : nameFindings({ ...names, rarity: rarity ?? 'usual' }, { isIdentified, isReached })),
    email,
    phone,
    names?.areCommon === true && !isReached ? contactsFinding(a, b) : null,
    ...positionFindings(a, b),
    ...placeFindings(a, b).map((finding) => (mayHaveMoved ? ofMoved(finding) : finding)),
    ...ids,
  ]);
  if (evidence.weight <= PERSON_LIMITS.reviewFrom || names === null || isIdentifiedBy(ids)) return evidence;
  return areOfTwo(names, a, b) ? forReview(evidence) : evidence;
}

/** Everything that a family or an office shares, such as its mailbox, does not make one person of two names. */
const forReview = (evidence: Evidence) =>
  withFinding(evidence, {
    reason: 'two names that may share their contacts',
    weight: PERSON_LIMITS.reviewFrom - evidence.weight,
  });

/** The name of an office is not the name of a person, and an unknown name is no evidence for a match. */
const NO_NAME = { office: -14, missing: -3 };

/** The finding for texts that are not names; null if both are names. */
function noNameFinding(a: string, b: string): Finding | null {
  const [one, other] = [noNameOf(a), noNameOf(b)];
  if (one === 'office' || other === 'office') {
    const isOne = areOneOffice(a, b);
    return { reason: isOne ? 'one office' : 'an office in place of a name', weight: isOne ? 0 : NO_NAME.office };
  }
  return one === null && other === null ? null : { reason: 'no name', weight: NO_NAME.missing };
}

const MANY = 'short form of several names';
const GIVEN = {
  equal: 3,
  'short form': 1.5,
  [MANY]: 0,
  'typing error': 1,
  similar: -9,
  initial: 0,
  none: -3,
  different: -14,
};
const SURNAME = {
  equal: 5,
  'short form': 5,
  [MANY]: 5,
  'typing error': 3,
  similar: -3.5,
  initial: 0,
  none: -2,
  different: -9,
};
/** Names in the tables of common names are weaker evidence. */
const SURNAME_OF = { common: 4, rare: 6.5 };
/** More people with the same surname share an initial than a given name. */
const SURNAME_OF_INITIAL = 3.5;
/** `Jr.` in only one of the names: father or son. */
const ONE_GENERATION = -4;
/** `Ali Hassan` and `Hassan Ali` may be two people. */
const REORDERED = -4;
/** Different private contacts of namesakes: one person may also have several numbers and addresses. */
const OTHER_PRIVATE_CONTACTS = -4;
/** Names that cannot be compared, if both have the same address or id. */
const UNCOMPARABLE = 1.5;
/** Different surnames, if both have the same address or id: surnames change. */
const CHANGED_SURNAME = -1.5;

/** The weight of a common personal address or id. */
const IDENTIFYING = 9;
/** The weight of a common personal phone number. */
const REACHING = 7;

const isIdentifiedBy = (findings: readonly (Finding | null)[]) =>
  findings.some((finding) => (finding?.weight ?? 0) >= IDENTIFYING);

const isOneName = (given: NameAgreement) => GIVEN[given] >= 0;

interface Reached {
  /** Whether an address or an id is in common. */
  readonly isIdentified: boolean;
  /** Whether an address, an id or a phone number is in common. */
  readonly isReached: boolean;
}

function nameFindings(names: NameComparison, reached: Reached): Finding[] {
  if (names.areUncomparable) {
    return [{ reason: 'names in two scripts', weight: reached.isIdentified ? UNCOMPARABLE : 0 }];
  }
  const findings: Finding[] = [
    { reason: `given name: ${names.given}`, weight: GIVEN[names.given] },
    surnameFinding(names, reached),
  ];
  // An address, an id or a number identifies its owner regardless of the order of the names.
  if (names.isReordered && !reached.isReached)
    findings.push({ reason: 'a name that is usual in both orders', weight: REORDERED });
  if (names.isContradicted) findings.push({ reason: 'middle names or generations contradict each other', weight: -14 });
  else if (names.isOneGeneration) findings.push({ reason: 'a generation in one of the names', weight: ONE_GENERATION });
  return findings;
}

function surnameFinding({ given, surname, rarity }: NameComparison, { isIdentified, isReached }: Reached): Finding {
  if (surname === 'different' && isIdentified) return { reason: 'surname: different', weight: CHANGED_SURNAME };
  if (surname !== 'equal') return { reason: `surname: ${surname}`, weight: SURNAME[surname] };
  if (given === 'initial' || given === MANY) return { reason: 'surname: equal', weight: SURNAME_OF_INITIAL };
  // An address, an id or a number identifies its owner even if the name is common.
  if (rarity === 'usual' || (rarity === 'common' && isReached))
    return { reason: 'surname: equal', weight: SURNAME.equal };
  return { reason: `surname: equal, ${rarity} name`, weight: SURNAME_OF[rarity] };
}

/**
 * Whether the names are those of two people, unless an address or a mobile phone in common shows that one of the names
 * is wrong or has changed.
 */
function areOfTwo(names: NameComparison, a: DescribedTraits, b: PersonTraits): boolean {
  if (names.areUncomparable) return false;
  if (names.isContradicted || names.given === 'different') return true;
  const owners = [a.full_name ?? '', b.full_name] as const;
  const common = commonAddresses(a, b);
  // `Moser` is any Moser of the household or the firm, and `Jr.` may be the son.
  const isOneWord = (name: string) => nameWords(name).length === 1;
  const lacksGivenName = names.given === 'none' && owners.some(isOneWord) && !owners.every(isOneWord);
  if (lacksGivenName || names.isOneGeneration)
    return !common.some((email) => owners.some((name) => hasGivenName(email, name)));
  if (names.given === 'similar') {
    const [one, other] = [nameWords(owners[0]), nameWords(owners[1])];
    // `petrov@` contains the surname of both Petrov and Petrova.
    const without = (words: string[], others: string[]) =>
      words.filter((word) => !others.some((each) => areOneSurname(word, each)));
    const ofOne = [...without(one, other), ...without(other, one)];
    const shared = one.filter((word) => other.includes(word));
    return !common.some((email) => {
      const letters = lettersWithout(email, shared);
      return ofOne.some((word) => word.length > 1 && letters.includes(word));
    });
  }
  if (names.surname !== 'different' && names.surname !== 'similar') return false;
  const isOwn = (email: string) => isPersonalMail(email, []) || owners.some((name) => isNamedAfter(email, name));
  return !common.some(isOwn) && !a.mobiles.some((phone) => b.mobiles.includes(phone));
}

/** The addresses of a person, not of a role, that both have. */
function commonAddresses(a: DescribedTraits, b: PersonTraits): string[] {
  const boxes = b.emails.map(mailboxOf);
  return a.emails.map(mailboxOf).filter((email) => boxes.includes(email) && isOwnAddress(email));
}

const hostOf = (email: string) => email.slice(email.indexOf('@') + 1);

function emailFinding(a: DescribedTraits, b: PersonTraits): Finding | null {
  const boxes = b.emails.map(mailboxOf);
  const common = a.emails.filter((email) => boxes.includes(mailboxOf(email)));
  const own = common.filter(isOwnAddress).map(mailboxOf);
  if (own.length > 0) {
    const names = [a.full_name, b.full_name].filter((name) => name !== null);
    const isNamed = own.some((email) => names.some((name) => namesGivenName(email, name)));
    return isNamed
      ? { reason: 'same e-mail address', weight: 10.5 }
      : { reason: 'same e-mail address, not of a given name', weight: 9 };
  }
  if (common.length > 0) return { reason: 'same mailbox of a role', weight: 1 };
  const atWork = (emails: readonly string[]) =>
    emails.filter((email) => isOwnAddress(email) && !isPersonalMail(email, []));
  const pairs = atWork(a.emails).flatMap((one) => atWork(b.emails).map((other) => [one, other] as const));
  const atOneHost = pairs.filter(([one, other]) => hostOf(one) === hostOf(other));
  if (atOneHost.length === 0) return null;
  if (atOneHost.some(([one, other]) => areNumbered(localOf(one), localOf(other)))) {
    return { reason: 'addresses that differ by a number', weight: -8 };
  }
  const isOf = (email: string, name: string | null) =>
    name !== null && (namesSurname(email, name) || namesGivenName(email, name));
  if (atOneHost.some(([one, other]) => isOf(one, a.full_name) && isOf(other, b.full_name))) {
    return { reason: 'two addresses of one name at one host', weight: -3 };
  }
  return { reason: 'different addresses at one host', weight: -5 };
}

/**
 * Whether only one of them has a number of one or two digits, as in `john.smith` and `john.smith2`: namesakes are
 * numbered.
 */
const areNumbered = (a: string, b: string) =>
  a.replace(/\d+/g, '') === b.replace(/\d+/g, '') || NUMBERED.test(a) !== NUMBERED.test(b);
const NUMBERED = /\D0?\d$/;

/** A number with more holders belongs to a switchboard. */
const HOLDERS_MAX = 3;

/** `knowledge`: null if the given names differ or may differ: a family or an office may share one number. */
function phoneFinding(a: DescribedTraits, b: PersonTraits, knowledge: PersonKnowledge | null): Finding | null {
  const common = a.phones.filter((phone) => b.phones.includes(phone));
  if (common.length === 0) return null;
  if (knowledge === null) return { reason: 'same phone number, perhaps of two people', weight: 4 };
  return common.every((phone) => knowledge.holdersOf(phone) > HOLDERS_MAX)
    ? { reason: 'same phone number, used by many people', weight: 1 }
    : { reason: 'same phone number', weight: 7 };
}

/** The reason for namesakes with different mobile phones or private addresses. */
export const OTHER_CONTACTS = 'a common name with different private contacts';

function contactsFinding(a: DescribedTraits, b: PersonTraits): Finding | null {
  const areOther = (one: readonly string[], other: readonly string[]) =>
    one.length > 0 && other.length > 0 && !one.some((each) => other.includes(each));
  const privateOf = (emails: readonly string[]) => emails.filter((email) => isPersonalMail(email, [])).map(mailboxOf);
  const others = [areOther(a.mobiles, b.mobiles), areOther(privateOf(a.emails), privateOf(b.emails))].filter(Boolean);
  return others.length === 0 ? null : { reason: OTHER_CONTACTS, weight: others.length * OTHER_PRIVATE_CONTACTS };
}

type Position = PersonTraits['positions'][number];

function positionFindings(a: DescribedTraits, b: PersonTraits): (Finding | null)[] {
  if (a.positions.length === 0 || b.positions.length === 0) return [];
  const pairs = a.positions.flatMap((one) => b.positions.map((other) => [one, other] as const));
  const atOne = pairs.filter(([one, other]) => haveOneEmployer(one, other));
  const titles = titleFinding(atOne.length > 0 ? atOne : pairs, atOne.length > 0);
  if (atOne.length > 0) return [{ reason: 'same employer', weight: 5 }, titles];
  const isKnown = pairs.every(([one, other]) => isEmployed(one) && isEmployed(other));
  if (!isKnown) return [null, titles];
  const areLike = pairs.some(([one, other]) => haveLikeEmployers(one, other));
  return [areLike ? { reason: 'similar employers', weight: 0 } : { reason: 'different employers', weight: -3 }, titles];
}

/** Whether the name of one employer is a longer form or the initials of the other. */
function haveLikeEmployers(a: EmployerReference, b: EmployerReference): boolean {
  const has = (keys: readonly string[], others: readonly string[]) => keys.some((key) => others.includes(key));
  return has(comparedEmployerKeys(a), looseEmployerKeys(b)) || has(looseEmployerKeys(a), comparedEmployerKeys(b));
}

const isEmployed = ({ company_name, company_domain, company_network_url }: Position) =>
  company_name !== null || company_domain !== null || company_network_url !== null;

/** Whether two references identify one employer: by profile, by site, or by an equivalent name. */
export function haveOneEmployer(a: EmployerReference, b: EmployerReference): boolean {
  if (a.company_network_url !== null && a.company_network_url.slug === b.company_network_url?.slug) return true;
  if (a.company_domain !== null && b.company_domain !== null && siteOf(a.company_domain) === siteOf(b.company_domain))
    return true;
  const keys = comparedEmployerKeys(a);
  return comparedEmployerKeys(b).some((key) => keys.includes(key));
}

function titleFinding(pairs: readonly (readonly [Position, Position])[], isAtOne: boolean): Finding | null {
  const titles = pairs.flatMap(([one, other]) =>
    one.job_title === null || other.job_title === null
      ? []
      : [[wordKey(one.job_title), wordKey(other.job_title)] as const],
  );
  if (titles.length === 0) return null;
  if (titles.some(([one, other]) => one === other)) return { reason: 'same title', weight: isAtOne ? 3.5 : 1 };
  const isRelated = titles.some(([one, other]) =>
    one.split(' ').some((word) => word.length > 3 && other.split(' ').includes(word)),
  );
  if (isRelated) return { reason: 'similar titles', weight: 0.5 };
  return isAtOne ? { reason: 'different titles', weight: -3 } : null;
}

const isOnOneMobile = (a: DescribedTraits, b: PersonTraits, phone: Finding | null) =>
  (phone?.weight ?? 0) >= REACHING && a.mobiles.some((each) => b.mobiles.includes(each));

/** A person with the same name, and one address or mobile phone, may have moved: another place counts only half. */
const ofMoved = (finding: Finding | null) =>
  finding !== null && finding.weight < 0 ? { ...finding, weight: finding.weight / 2 } : finding;

function placeFindings(a: DescribedTraits, b: PersonTraits): (Finding | null)[] {
  if (areTwoCountries(a, b)) return [{ reason: 'different countries', weight: -7 }];
  const cities = a.city === null || b.city === null ? null : areOneCity(a.city, b.city);
  // The city is stronger evidence than its state.
  if (areTwoStates(a, b) && cities !== false) return [{ reason: 'different states', weight: -5 }];
  if (cities === null) {
    const isInCountry = a.country_code !== null && a.country_code === b.country_code;
    return [isInCountry ? { reason: 'same country', weight: 0.5 } : null];
  }
  return [cities ? { reason: 'same city', weight: 3 } : { reason: 'different cities', weight: -6 }];
}
