// Pairs of two people who are easily confused, by kind.
import { pickFamily } from '../../src/generate/person-name.ts';
import { COUNTRIES_BY_WEIGHT } from '../../src/generate/places.ts';
import { type Random, words } from '../../src/generate/random.ts';
import { companyOf, detail, employed, full, latinName, type PersonBase, row } from './person-base.ts';
import type { PairKind, RowValues } from './truth.ts';

const apart = (name: string, make: PairKind<PersonBase>['make']): PairKind<PersonBase> => ({
  name,
  isSame: false,
  make,
});

/** Another first name of the culture. */
function relative(base: PersonBase, random: Random): string {
  for (;;) {
    const { first } = latinName(random, base.culture);
    if (first.charAt(0) !== base.name.first.charAt(0)) return first;
  }
}

const SIMILAR_FIRST = words(
  'Jan/Jana, Martin/Martina, Daniel/Daniela, Paul/Paula, Anna/Anne, Maria/Mario, Christian/Christina, Eric/Erica, Julia/Julie, Simon/Simone, Gabriel/Gabriela, Andrea/Andreas, Carl/Carla, Frank/Franka, Lena/Lea, Mark/Marek, Oliver/Olivia, Stefan/Stefanie',
);

export const PERSON_NEAR_MISSES: readonly PairKind<PersonBase>[] = [
  apart('namesakes at one employer', (base, random) => {
    const { asciiFirst, asciiLast, full: name } = base.name;
    const { domain } = base.employer;
    const [a, b] = random.chance(0.5)
      ? [{ email: `${asciiFirst}.${asciiLast}@${domain}` }, { email: `${asciiFirst}.${asciiLast}2@${domain}` }]
      : [
          { city: base.city, country: base.country.code },
          { city: base.otherCity, country: base.country.code },
        ];
    return [
      row(name, { slug: random.chance(0.5) ? base.slug : null, ...employed(base, random), title: base.title, ...a }),
      row(name, { ...employed(base, random), title: base.otherTitle, ...b }),
    ];
  }),
  apart('namesakes in one town', (base) => [
    row(base.name.full, {
      slug: base.slug,
      company: companyOf(base.employer),
      title: base.title,
      city: base.city,
      country: base.country.code,
    }),
    row(base.name.full, {
      company: companyOf(base.other),
      title: base.otherTitle,
      city: base.city,
      country: base.country.code,
    }),
  ]),
  apart('family with one phone', (base, random) => {
    const place = { city: base.city, country: base.country.code, phone: base.mobile };
    const { first, last } = base.name;
    return [
      row(`${first} ${last}`, {
        ...place,
        slug: random.chance(0.5) ? base.slug : null,
        company: companyOf(base.employer),
      }),
      row(
        `${relative(base, random)} ${last}`,
        random.chance(0.5) ? place : { ...place, company: companyOf(base.employer) },
      ),
    ];
  }),
  apart('family with one mailbox', (base, random) => {
    const { first, last, asciiLast } = base.name;
    const email = random.pick([`family.${asciiLast}@gmail.com`, `${asciiLast}@web.de`, base.ownMail]);
    return [
      row(`${first} ${last}`, { ...full(base, random), email }),
      row(`${relative(base, random)} ${last}`, { email, city: base.city, country: base.country.code }),
    ];
  }),
  apart('surname as address of a small firm', (base, random) => {
    const { first, last, asciiLast } = base.name;
    const email = `${asciiLast}@${base.employer.domain}`;
    return [
      row(`${first} ${last}`, { ...full(base, random), email }),
      row(`${relative(base, random)} ${last}`, { ...employed(base, random), email }),
    ];
  }),
  apart('switchboard', (base, random) => {
    const name = `${relative(base, random)} ${pickFamily(random, base.culture)}`;
    return [
      row(base.name.full, { ...full(base, random), phone: base.switchboard }),
      row(name, { ...employed(base, random), phone: base.switchboard, city: base.city, country: base.country.code }),
    ];
  }),
  apart('similar first names', (base, random) => {
    const [one = '', other = ''] = random.pick(SIMILAR_FIRST).split('/');
    const { last } = base.name;
    return [
      row(`${one} ${last}`, full(base, random)),
      row(`${other} ${last}`, { ...employed(base, random), ...detail(base, random) }),
    ];
  }),
  apart('father and son', (base, random) => [
    row(`${base.name.full} Sr.`, {
      ...employed(base, random),
      title: base.title,
      phone: base.mobile,
      country: base.country.code,
    }),
    row(`${base.name.full} Jr.`, { ...employed(base, random), phone: base.mobile, country: base.country.code }),
  ]),
  apart('one initial, another title', (base, random) => {
    const { first, last } = base.name;
    return [
      row(`${first} ${last}`, full(base, random)),
      row(`${first.charAt(0)}. ${last}`, {
        ...employed(base, random),
        title: base.otherTitle,
        city: base.otherCity,
        country: base.country.code,
      }),
    ];
  }),
  apart('two profile URLs', (base, random) => {
    const parts = { ...employed(base, random), title: base.title, country: base.country.code };
    return [
      row(base.name.full, { ...parts, slug: base.slug }),
      row(base.name.full, { ...parts, slug: `${base.slug}-2` }),
    ];
  }),
  apart('surname in capitals before a comma', (base, random) => {
    const { first, last } = base.name;
    const names = [first, relative(base, random)].map((each) =>
      random.chance(0.5) ? `${last.toUpperCase()}, ${each.toUpperCase()}` : `${last}, ${each.toUpperCase()}`,
    );
    return names.map((name) => row(name, employed(base, random))) as [RowValues, RowValues];
  }),
  apart('mailbox of a role', (base, random) => {
    const email = `${random.pick(['info', 'sales', 'office', 'hr', 'kontakt', 'contabilidad', 'buchhaltung', 'praxis', 'verkauf', 'ventas'])}@${base.employer.domain}`;
    return [
      row(base.name.full, { ...full(base, random), email }),
      row(`${relative(base, random)} ${random.chance(0.3) ? base.name.last : pickFamily(random, base.culture)}`, {
        email,
      }),
    ];
  }),
  apart('namesake elsewhere', (base, random) => {
    const other = random.pick(COUNTRIES_BY_WEIGHT.filter(({ code }) => code !== base.country.code));
    return [
      row(base.name.full, full(base, random)),
      row(base.name.full, {
        ...employed(base, random),
        title: base.otherTitle,
        city: random.pick(other.cities).city,
        country: other.code,
      }),
    ];
  }),
];
