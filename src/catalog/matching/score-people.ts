// Evidence for and against two people being one: names, addresses, numbers, employers, titles and places.
// docs/identity.md gives the reasons for the weights. Pure.
import type { EmployerReference, PersonRecord } from '../../contract/import-records.ts';
import { compareNames, type NameAgreement, type NameComparison, nameWords } from '../../identity/compare-names.ts';
import { siteOf } from '../../identity/domain.ts';
import { CERTAINLY, CERTAINLY_NOT, type Evidence, evidenceOf, type Finding } from '../../identity/evidence.ts';
import { type ExternalIds, externalIdsOf, idFindings } from '../../identity/external-ids.ts';
import { isOwnAddress } from '../../identity/own-address.ts';
import { isPersonalMail } from '../../identity/personal-mail.ts';
import { withoutDigraphs } from '../../identity/romanize.ts';
import { areOneCity } from '../../identity/same-city.ts';
import { areTwoStates } from '../../identity/two-states.ts';
import { wordKey } from '../../words/words.ts';
import { comparedPositions, employerKeys } from '../employed-key.ts';
import type { MatchLimits } from './best-match.ts';

/** The weight from which two people are one, and that from which an operator decides. */
export const PERSON_LIMITS: MatchLimits = { threshold: 12, reviewFrom: 8 };

export interface PersonTraits {
  readonly full_name: string;
  /** The slug of the profile URL; null without one. */
  readonly profile: string | null;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  /** Current positions, else the last one. */
  readonly positions: readonly (EmployerReference & { readonly job_title: string | null })[];
  readonly city: string | null;
  readonly state: string | null;
  readonly country_code: string | null;
  readonly ids: ExternalIds;
}

/** A person as described by a caller: without a name, names are no evidence. */
export type DescribedTraits = Omit<PersonTraits, 'full_name'> & { readonly full_name: string | null };

/** `hasProfile`: false if the slug of the record is made from its values. */
export function personTraits(person: PersonRecord, hasProfile: boolean): PersonTraits {
  return {
    full_name: person.full_name,
    profile: hasProfile ? person.network_url.slug : null,
    emails: person.emails.map(({ email }) => email),
    phones: person.phones.map(({ phone }) => phone),
    positions: comparedPositions(person),
    city: person.location?.city ?? null,
    state: person.location?.state_code ?? null,
    country_code: person.location?.country_code ?? null,
    ids: externalIdsOf('person', person),
  };
}

interface PersonKnowledge {
  /** The number of people with a phone number. */
  readonly holdersOf: (phone: string) => number;
}

export function personEvidence(a: DescribedTraits, b: PersonTraits, knowledge: PersonKnowledge): Evidence {
  if (a.profile !== null && b.profile !== null) {
    const isSame = a.profile === b.profile;
    const reason = isSame ? 'same profile URL' : 'different profile URLs';
    return evidenceOf([{ reason, weight: isSame ? CERTAINLY : CERTAINLY_NOT }]);
  }
  const names = a.full_name === null ? null : compareNames(a.full_name, b.full_name);
  const email = emailFinding(a, b);
  const ids = idFindings('person', [a.ids, b.ids], null);
  const isIdentified = [email, ...ids].some((finding) => (finding?.weight ?? 0) >= IDENTIFYING);
  return evidenceOf([
    ...(names === null ? [] : nameFindings(names, isIdentified)),
    email,
    phoneFinding(a, b, names === null || isOneName(names.given) ? knowledge : null),
    ...positionFindings(a, b),
    ...placeFindings(a, b),
    ...ids,
  ]);
}

const GIVEN = { equal: 3, 'short form': 1.5, 'typing error': 1, similar: -9, initial: 0, none: -3, different: -14 };
const SURNAME = { equal: 5, 'short form': 5, 'typing error': 3, similar: -3.5, initial: 0, none: -2, different: -9 };
/** Another surname of the owner of an address or an id: surnames change. */
const CHANGED_SURNAME = -1.5;

/** The weight of an address of one's own, or of an id. */
const IDENTIFYING = 9;

const isOneName = (given: NameAgreement) => GIVEN[given] >= 0;

function nameFindings({ given, surname, isContradicted }: NameComparison, isIdentified: boolean): Finding[] {
  const isChanged = surname === 'different' && isIdentified;
  const findings: Finding[] = [
    { reason: `given name: ${given}`, weight: GIVEN[given] },
    { reason: `surname: ${surname}`, weight: isChanged ? CHANGED_SURNAME : SURNAME[surname] },
  ];
  if (isContradicted) findings.push({ reason: 'middle names or generations contradict each other', weight: -14 });
  return findings;
}

const hostOf = (email: string) => email.slice(email.indexOf('@') + 1);
const localOf = (email: string) => email.slice(0, email.indexOf('@'));

function emailFinding(a: DescribedTraits, b: PersonTraits): Finding | null {
  const common = a.emails.filter((email) => b.emails.includes(email));
  const own = common.find(isOwnAddress);
  if (own !== undefined) {
    const isNamed = [a, b].some(({ full_name }) => full_name !== null && namesGivenName(own, full_name));
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

const areNumbered = (a: string, b: string) => a.replace(/\d+/g, '') === b.replace(/\d+/g, '');

const lettersOf = (email: string) => withoutDigraphs(wordKey(localOf(email)).replaceAll(' ', ''));

/** Whether the local part has the given name, or its initial in front of the surname. */
function namesGivenName(email: string, name: string): boolean {
  const words = nameWords(name);
  const local = lettersOf(email);
  const [given = '', ...rest] = words;
  if (given.length > 1 && local.includes(given)) return true;
  const surname = rest.at(-1) ?? '';
  return surname !== '' && given !== '' && (local === given.charAt(0) + surname || local === surname + given.charAt(0));
}

function namesSurname(email: string, name: string): boolean {
  const local = lettersOf(email);
  return nameWords(name)
    .slice(1)
    .some((word) => word.length > 2 && local.includes(word));
}

/** A number that more people have is that of a switchboard. */
const HOLDERS_MAX = 3;

/** `knowledge`: null for two given names, which a family or an office may have on one number. */
function phoneFinding(a: DescribedTraits, b: PersonTraits, knowledge: PersonKnowledge | null): Finding | null {
  const common = a.phones.find((phone) => b.phones.includes(phone));
  if (common === undefined) return null;
  if (knowledge === null) return { reason: 'same phone number, two given names', weight: 4 };
  return knowledge.holdersOf(common) > HOLDERS_MAX
    ? { reason: 'same phone number, of many', weight: 1 }
    : { reason: 'same phone number', weight: 7 };
}

type Position = PersonTraits['positions'][number];

function positionFindings(a: DescribedTraits, b: PersonTraits): (Finding | null)[] {
  if (a.positions.length === 0 || b.positions.length === 0) return [];
  const pairs = a.positions.flatMap((one) => b.positions.map((other) => [one, other] as const));
  const atOne = pairs.filter(([one, other]) => haveOneEmployer(one, other));
  const titles = titleFinding(atOne.length > 0 ? atOne : pairs, atOne.length > 0);
  if (atOne.length > 0) return [{ reason: 'same employer', weight: 5 }, titles];
  const isKnown = pairs.every(([one, other]) => isEmployed(one) && isEmployed(other));
  return [isKnown ? { reason: 'different employers', weight: -3 } : null, titles];
}

const isEmployed = ({ company_name, company_domain, company_network_url }: Position) =>
  company_name !== null || company_domain !== null || company_network_url !== null;

/** Whether two references identify one employer: by profile, by site, or by a name that reads as the same. */
export function haveOneEmployer(a: EmployerReference, b: EmployerReference): boolean {
  if (a.company_network_url !== null && a.company_network_url.slug === b.company_network_url?.slug) return true;
  if (a.company_domain !== null && b.company_domain !== null && siteOf(a.company_domain) === siteOf(b.company_domain))
    return true;
  const keys = employerKeys(a);
  return employerKeys(b).some((key) => keys.includes(key));
}

function titleFinding(pairs: readonly (readonly [Position, Position])[], isAtOne: boolean): Finding | null {
  const told = pairs.flatMap(([one, other]) =>
    one.job_title === null || other.job_title === null
      ? []
      : [[wordKey(one.job_title), wordKey(other.job_title)] as const],
  );
  if (told.length === 0) return null;
  if (told.some(([one, other]) => one === other)) return { reason: 'same title', weight: isAtOne ? 3.5 : 1 };
  const isRelated = told.some(([one, other]) =>
    one.split(' ').some((word) => word.length > 3 && other.split(' ').includes(word)),
  );
  if (isRelated) return { reason: 'similar titles', weight: 0.5 };
  return isAtOne ? { reason: 'different titles', weight: -3 } : null;
}

function placeFindings(a: DescribedTraits, b: PersonTraits): (Finding | null)[] {
  const isElsewhere = a.country_code !== null && b.country_code !== null && a.country_code !== b.country_code;
  if (isElsewhere) return [{ reason: 'different countries', weight: -7 }];
  if (areTwoStates(a, b)) return [{ reason: 'different states', weight: -5 }];
  if (a.city === null || b.city === null) {
    const isInCountry = a.country_code !== null && a.country_code === b.country_code;
    return [isInCountry ? { reason: 'same country', weight: 0.5 } : null];
  }
  return [areOneCity(a.city, b.city) ? { reason: 'same city', weight: 3 } : { reason: 'different cities', weight: -6 }];
}
