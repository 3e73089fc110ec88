// Invented people for labelled pairs, and their rows as sources write them.
import { type PersonName, pickName } from '../../src/generate/person-name.ts';
import { reservedPhone } from '../../src/generate/phone-number.ts';
import { type Country, pickCity } from '../../src/generate/places.ts';
import { type Random, words } from '../../src/generate/random.ts';
import { pickTitle } from '../../src/generate/titles.ts';
import { fold } from '../../src/words/words.ts';
import { type CompanyBase, drawCompany } from './company-base.ts';
import type { RowValues } from './truth.ts';

export interface PersonBase {
  readonly name: PersonName;
  readonly culture: string;
  readonly country: Country;
  readonly city: string;
  readonly otherCity: string;
  readonly employer: CompanyBase;
  readonly other: CompanyBase;
  readonly title: string;
  readonly otherTitle: string;
  readonly workMail: string;
  readonly ownMail: string;
  readonly mobile: string;
  readonly switchboard: string;
  readonly slug: string;
}

const FUNCTIONS = words('Engineering, Human Resources, Legal, Education, Healthcare & Human Services');
const OTHER_FUNCTIONS = words('Finance & Accounting, Operations, Purchasing, Science, Construction');

export const letters = (text: string) => fold(text).replace(/[^a-z0-9]/g, '');

export function latinName(random: Random, culture: string): PersonName {
  for (;;) {
    const name = pickName(random, culture);
    if (!name.native && !/ .{1,2}\. /.test(name.full)) return name;
  }
}

export function drawPerson(random: Random, index: number): PersonBase {
  const employer = drawCompany(random, index);
  const other = drawCompany(random, index + 40_000);
  const { country } = employer;
  const culture = random.pick(country.cultures);
  const name = latinName(random, culture);
  const titleOf = (functions: readonly string[]) => {
    const craft = random.pick(functions);
    return pickTitle(random, { level: 'Staff', jobFunction: craft, language: 'en' });
  };
  const { city } = pickCity(random, country);
  return {
    name,
    culture,
    country,
    city,
    otherCity: random.pick(country.cities.filter((each) => each.city !== city)).city,
    employer,
    other,
    title: titleOf(FUNCTIONS),
    otherTitle: titleOf(OTHER_FUNCTIONS),
    workMail: `${random.pick([`${name.asciiFirst}.${name.asciiLast}`, `${name.asciiFirst.charAt(0)}${name.asciiLast}`, `${name.asciiFirst.charAt(0)}.${name.asciiLast}`, name.asciiFirst])}@${employer.domain}`,
    ownMail: `${random.pick([`${name.asciiFirst}${name.asciiLast}`, `${name.asciiLast}.${name.asciiFirst}`, `${name.asciiFirst.charAt(0)}${name.asciiLast}${random.between(60, 99)}`])}@${random.pick(['gmail.com', 'web.de', 'orange.fr', 'outlook.com'])}`,
    mobile: reservedPhone(random.below(2 ** 31), country.code).phone,
    switchboard: reservedPhone(random.below(2 ** 31), country.code).phone,
    slug: `${letters(name.full) || 'x'}-${index.toString(36)}`,
  };
}

type Parts = Partial<
  Record<'slug' | 'email' | 'phone' | 'company' | 'domain' | 'title' | 'city' | 'country', string | null>
>;

export function row(
  full_name: string,
  { slug, email, phone, company, domain, title, city, country }: Parts,
): RowValues {
  return {
    full_name,
    ...(slug ? { network_url: `https://www.network.example/in/${slug}` } : {}),
    ...(email ? { emails: [email] } : {}),
    ...(phone ? { phones: [phone] } : {}),
    ...(company || domain || title
      ? {
          company_name: company ?? null,
          company_domain: domain ?? null,
          job_title: title ?? null,
        }
      : {}),
    ...(city || country ? { location: { city: city ?? null, country_code: country ?? null } } : {}),
  };
}

export const companyOf = ({ brand, trade, form }: CompanyBase) => `${brand} ${trade} ${form}`;

/** All fields that one source has, with or without a profile URL. */
export function full(base: PersonBase, random: Random): Parts {
  return {
    slug: random.chance(0.6) ? base.slug : null,
    company: companyOf(base.employer),
    title: base.title,
    city: base.city,
    country: base.country.code,
    ...(random.chance(0.5) ? { domain: base.employer.domain } : {}),
  };
}

/** The employer as another source writes it. */
export function employed({ employer }: PersonBase, random: Random): Parts {
  const { brand, trade, domain } = employer;
  return random.pick<Parts>([
    { company: `${brand} ${trade}` },
    { company: companyOf(employer) },
    { company: `${brand} ${trade}`.toUpperCase() },
    { company: `${brand} ${trade}`, domain },
  ]);
}

/** Fields in addition to name and employer: title, town or nothing. */
export function detail({ title, city, country }: PersonBase, random: Random): Parts {
  return random.pick<Parts>([{ title }, { city, country: country.code }, { title, country: country.code }]);
}
