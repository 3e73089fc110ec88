// The keys of a match (facts that a caller may know about a person or a company) and the options of the call.

import { LIMITS } from '../limits.ts';
import { COMPANY } from '../record-table/company-members.ts';
import type { IdForm } from '../record-table/id-form.ts';
import type { Members } from '../record-table/member.ts';
import { PERSON } from '../record-table/person-members.ts';
import { closed } from '../schemas/schema.ts';
import { Type } from '../schemas/schema-types.ts';
import { companyUrl, personUrl } from './body-members.ts';

const key = (description: string, maxLength: number = LIMITS.filterStringMax) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description }));

const place = { country_code: key('Country, ISO 3166-1 alpha-2 or XK'), city: key('City') };

/** The names of members that are external ids. */
type IdName<Rows extends Members> = {
  readonly [Name in keyof Rows]: Rows[Name] extends { readonly form: IdForm } ? Name : never;
}[keyof Rows] &
  string;

function idNames<Rows extends Members>(rows: Rows): readonly IdName<Rows>[] {
  return Object.keys(rows).filter((name) => rows[name]?.form !== undefined) as IdName<Rows>[];
}

/** The external ids that a match accepts as keys, as declared in the record table. */
export const ID_KEYS = { person: idNames(PERSON), company: idNames(COMPANY) } as const;

function idKeys<Rows extends Members>(rows: Rows) {
  const keys = idNames(rows).map((name) => [name, key(rows[name]?.form?.key ?? '')]);
  return Object.fromEntries(keys) as Record<IdName<Rows>, ReturnType<typeof key>>;
}

export const personKeys = {
  network_url: Type.Optional(personUrl),
  email: key('One of the e-mail addresses', LIMITS.emailLengthMax),
  phone: key('One of the phone numbers'),
  full_name: key('Full name'),
  first_name: key('First name; needs last_name'),
  last_name: key('Last name; needs first_name'),
  company_name: key('Name of the employer'),
  company_domain: key('Hostname of the employer; a URL is reduced to its hostname', LIMITS.urlLengthMax),
  company_network_url: Type.Optional(companyUrl),
  job_title: key('Title of the position'),
  ...place,
  ...idKeys(PERSON),
};

/** The keys of a person as a member of a look-up body. */
export const PersonKeys = closed(personKeys, {
  description: 'Known values of the person: the keys of a match',
});

export const companyKeys = {
  network_url: Type.Optional(companyUrl),
  domain: key('Hostname; a URL is reduced to its hostname', LIMITS.urlLengthMax),
  name: key('Name, with or without legal form'),
  ...place,
  ...idKeys(COMPANY),
};

export const matchOptions = {
  min_score: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      default: LIMITS.matchScoreDefault,
      description: 'The lowest score of an answer; scores are rounded down, so that none is 1',
    }),
  ),
  max_candidates: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMITS.matchCandidatesMax,
      default: 1,
      description: 'Maximum number of candidates to list, with the answered record',
    }),
  ),
};

export type PersonKey = keyof typeof personKeys;
export type CompanyKey = keyof typeof companyKeys;
/** The sets of keys that each identify a record. A call must contain at least one of them. */
export const IDENTIFYING_KEYS: Readonly<{
  person: readonly (readonly PersonKey[])[];
  company: readonly (readonly CompanyKey[])[];
}> = {
  person: [['network_url'], ['email'], ['phone'], ...idSets('person'), ['full_name'], ['first_name', 'last_name']],
  company: [['network_url'], ['domain'], ['name'], ...idSets('company')],
};

function idSets<Kind extends keyof typeof ID_KEYS>(kind: Kind): (readonly (typeof ID_KEYS)[Kind][number][])[] {
  return ID_KEYS[kind].map((name) => [name]);
}

/** Describes the identifying keys; `shown` formats each name. */
export function identifyingKeys(kind: keyof typeof IDENTIFYING_KEYS, shown = (name: string) => name): string {
  const sets = IDENTIFYING_KEYS[kind].map((names) => names.map(shown).join(' with '));
  return `${sets.slice(0, -1).join(', ')}${sets.length > 2 && kind === 'person' ? ',' : ''} or ${sets.at(-1)}`;
}

/** In the order of answers. */
export const PERSON_KEYS = Object.keys(personKeys) as readonly PersonKey[];
export const COMPANY_KEYS = Object.keys(companyKeys) as readonly CompanyKey[];
