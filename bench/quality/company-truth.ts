// Labelled companies: an invented company, and for each kind of pair a second row of it or of another company that is
// easily taken for it.

import { COUNTRIES_BY_WEIGHT } from '../../src/generate/places.ts';
import { type Random, words } from '../../src/generate/random.ts';
import {
  type CompanyBase,
  DESCRIPTORS,
  drawCompany,
  full,
  letters,
  nameOf,
  plainName,
  row,
  STEMS,
  SYLLABLES,
  TRADES,
} from './company-base.ts';
import { HARD_COMPANIES } from './hard-companies.ts';
import { hasMarks, recased, typo, websiteVariant, withDigraphs, withoutMarks } from './noise.ts';
import type { PairKind, RowValues } from './truth.ts';

const SPELLED_OUT: Readonly<Record<string, readonly string[]>> = {
  GmbH: ['Gesellschaft mit beschränkter Haftung', 'G.m.b.H.', 'GMBH'],
  AG: ['Aktiengesellschaft'],
  Ltd: ['Limited', 'Ltd.', 'LTD'],
  'Inc.': ['Incorporated', 'INC', ', Inc'],
  LLC: ['L.L.C.', 'Limited Liability Company'],
  'Corp.': ['Corporation', 'CORP'],
  'Co.': ['Company'],
  PLC: ['Public Limited Company', 'plc', 'P.L.C.'],
  SA: ['S.A.', 'Société Anonyme'],
  SAS: ['S.A.S.', 'SASU', 'Société par actions simplifiée'],
  SARL: ['S.à r.l.', 'S.A.R.L.', 'Société à responsabilité limitée'],
  SL: ['S.L.', 'Sociedad Limitada', 'S.L.U.'],
  'S.L.': ['SL', 'Sociedad Limitada'],
  'S.A.': ['SA', 'Sociedad Anónima'],
  'S.p.A.': ['SpA', 'SPA', 'Società per azioni'],
  'S.r.l.': ['SRL', 'Srl', 'Società a responsabilità limitata'],
  'B.V.': ['BV', 'Besloten Vennootschap'],
  'N.V.': ['NV'],
  Ltda: ['Ltda.', 'Limitada', 'LTDA'],
  'Ltda.': ['Ltda', 'Limitada'],
  Lda: ['Lda.', 'Limitada'],
  AB: ['Aktiebolag', 'AB (publ)'],
  'A/S': ['AS', 'Aktieselskab'],
  AS: ['A/S', 'Aksjeselskap'],
  Oy: ['Osakeyhtiö', 'OY'],
  'Sp. z o.o.': ['Sp. z o. o.', 'Spółka z ograniczoną odpowiedzialnością', 'SP ZOO'],
  'Pvt. Ltd.': ['Private Limited', 'Pvt Ltd'],
  'Pte. Ltd.': ['Pte Ltd', 'Private Limited'],
  'Pty Ltd': ['Pty. Ltd.', 'Proprietary Limited'],
};

const same = (name: string, make: PairKind<CompanyBase>['make']): PairKind<CompanyBase> => ({
  name,
  isSame: true,
  make,
});
const apart = (name: string, make: PairKind<CompanyBase>['make']): PairKind<CompanyBase> => ({
  name,
  isSame: false,
  make,
});

/** Fields of the second row: at least the country or the site. */
function partly(base: CompanyBase, name: string, random: Random): RowValues {
  const { domain, city, country } = base;
  const where = random.below(4);
  if (where === 0) return row({ name, city, country: country.code });
  if (where === 1) return row({ name, website: websiteVariant(domain, random) });
  if (where === 2) return row({ name, country: country.code });
  return row({ name, website: websiteVariant(domain, random), country: country.code });
}

const COMMON_WORDS: Readonly<Record<string, string>> = {
  International: 'Intl',
  Technologies: 'Tech',
  Services: 'Svcs',
  Systems: 'Sys',
  Group: 'Grp',
  Engineering: 'Eng',
  Medical: 'Med',
};

const CYRILLIC = [
  ['Ромашка', 'Romashka'],
  ['Северсталь', 'Severstal'],
  ['Вымпел', 'Vympel'],
  ['Заря', 'Zarya'],
  ['Восток', 'Vostok'],
  ['Кристалл', 'Kristall'],
  ['Технопром', 'Tekhnoprom'],
  ['Мебельград', 'Mebelgrad'],
] as const;
const CYRILLIC_TAILS = [
  ['Строй', 'Stroy'],
  ['Торг', 'Torg'],
  ['Сервис', 'Servis'],
  ['Плюс', 'Plyus'],
  ['Инвест', 'Invest'],
  ['Лаб', 'Lab'],
  ['Газ', 'Gaz'],
] as const;

const TRUE_KINDS: readonly PairKind<CompanyBase>[] = [
  same('legal form left out', (base, random) => [full(base), partly(base, plainName(base), random)]),
  same('legal form spelled otherwise', (base, random) => {
    const other = SPELLED_OUT[base.form];
    return other === undefined ? null : [full(base), partly(base, `${plainName(base)} ${random.pick(other)}`, random)];
  }),
  same('letter case, article and marks', (base, random) => {
    const marked = random.pick([
      recased(nameOf(base), random),
      `The ${plainName(base)}`,
      `${plainName(base)} (The)`,
      `${base.brand}™ ${base.trade}`,
      `"${nameOf(base)}"`,
    ]);
    return [full(base), partly(base, marked, random)];
  }),
  same('umlauts and marks', (base, random) => {
    if (!hasMarks(base.brand)) return null;
    const name = random.chance(0.5) ? withDigraphs(nameOf(base)) : withoutMarks(nameOf(base));
    return [full(base), partly(base, name, random)];
  }),
  same('Cyrillic and Latin', (base, random) => {
    const [head, tail] = [random.pick(CYRILLIC), random.pick(CYRILLIC_TAILS)];
    const [city, top] = [random.pick(['Москва', 'Казань', 'Самара']), letters(`${base.brand}${head[1]}`)];
    const name = base.brand.split(' ').at(-1) ?? '';
    const cyrillic = row({
      name: `ООО «${head[0]}${tail[0].toLowerCase()} ${name}»`,
      website: `${top}.ru`,
      country: 'RU',
    });
    const latin = `${head[1]}${tail[1].toLowerCase()} ${name} LLC`;
    return [
      cyrillic,
      random.chance(0.5) ? row({ name: latin, country: 'RU' }) : row({ name: latin, website: `${top}.ru`, city }),
    ];
  }),
  same('typing error', (base, random) => {
    const { city, country, domain } = base;
    const name = `${typo(plainName(base), random)} ${base.form}`;
    if (random.chance(0.5)) return [full(base), row({ name, website: domain, country: country.code })];
    return [full(base), row({ name, city, country: country.code })];
  }),
  same('blanks and hyphens', (base, random) => {
    const name = random.pick([
      `${base.brand.replace(' ', '')}${base.trade.toLowerCase()} ${base.form}`,
      `${base.brand.replace(' ', '-')}-${base.trade} ${base.form}`,
      `${base.brand.replace(' ', '')} ${base.trade}`,
    ]);
    return [full(base), partly(base, name, random)];
  }),
  same('abbreviated words', (base, random) => {
    const long = random.pick(DESCRIPTORS.filter((word) => COMMON_WORDS[word] !== undefined));
    const name = `${base.brand} ${long}`;
    const short = `${base.brand} ${COMMON_WORDS[long]}${random.pick(['', '.'])}`;
    const { domain, city, country } = base;
    return [
      row({ name: `${name} ${base.form}`, website: domain, city, country: country.code }),
      partly(base, short, random),
    ];
  }),
  same('website written otherwise', (base, random) => [
    full(base),
    row({ name: random.pick([nameOf(base), plainName(base)]), website: websiteVariant(base.domain, random) }),
  ]),
  same('no country', (base, random) => [
    full(base),
    row({ name: random.pick([nameOf(base), plainName(base), recased(nameOf(base), random)]) }),
  ]),
  same('no website on either side', (base, random) => {
    const { city, country } = base;
    return [
      row({ name: nameOf(base), city, country: country.code }),
      row({ name: plainName(base), city: random.chance(0.5) ? city : null, country: country.code }),
    ];
  }),
  same('former name in brackets', (base, random) => {
    const { domain, city, country } = base;
    const old = `${random.pick(STEMS)} ${random.pick(TRADES)}`;
    return [
      full(base),
      row({ name: `${nameOf(base)} (formerly ${old})`, website: domain, city, country: country.code }),
    ];
  }),
  same('another top-level domain', (base, random) => {
    const { domain, city, country } = base;
    const label = domain.slice(0, domain.indexOf('.'));
    const website = `https://${label}.${random.pick(['com', 'net', 'eu', 'io'].filter((top) => !domain.endsWith(top)))}`;
    return [full(base), row({ name: plainName(base), website, city, country: country.code })];
  }),
  same('share class', (base, random) => {
    const ending = random.pick(['Class A', '(Class C)', 'Cl B', 'ADR', 'Registered Shares']);
    return [full(base), partly(base, `${plainName(base)} ${base.form} ${ending}`, random)];
  }),
  same('short name on the site', (base, random) => {
    const { domain, city, country } = base;
    const name = `${base.brand} ${base.trade} ${random.pick(DESCRIPTORS)} ${base.form}`;
    return [
      row({ name, website: domain, city, country: country.code }),
      row({ name: plainName(base), website: websiteVariant(domain, random), country: country.code }),
    ];
  }),
];

const TYPES = words(
  'Hotel, Café, Restaurant, Bakery, Pharmacy, Taxi, Salon, Garage, Apotheke, Pizzeria, Clinic, Studio',
);
const PLAIN = words(
  'Central, Royal, Star, Sunrise, Golden, Park, Garden, Adler, Bella, Elite, Smile, Post, Krone, Europa, Continental, Plaza, Dragon, City, Sonne, Milano, Riviera, Panorama, Rose, Victoria',
);
const HOSTS_OF_MANY = words(
  'gmail.com, web.de, gmx.net, yahoo.com, hotmail.com, example.com, bit.ly, t.co, facebook.com, linktr.ee, orange.fr, outlook.com, mail.ru, qq.com, wixsite.com, sites.google.com, wordpress.com, yelp.com, tripadvisor.com',
);

const NEAR_MISSES: readonly PairKind<CompanyBase>[] = [
  apart('one name in two towns', ({ country, city, otherCity, trade }, random) => {
    const plain = `${random.pick(TYPES)} ${random.pick(PLAIN)}`;
    const name = random.chance(0.7) ? plain : `${random.pick(STEMS)} ${trade}`;
    return [row({ name, city, country: country.code }), row({ name, city: otherCity, country: country.code })];
  }),
  apart('one name in two countries', (base, random) => {
    const other = random.pick(COUNTRIES_BY_WEIGHT.filter(({ code }) => code !== base.country.code));
    const name = base.brand;
    return [
      row({ name, city: base.city, country: base.country.code }),
      row({ name, city: random.pick(other.cities).city, country: other.code }),
    ];
  }),
  apart('franchises on one site', (base, random) => {
    const { brand, city, otherCity, country, domain } = base;
    const name = (town: string) => random.pick([brand, `${brand} ${town}`, `${brand} ${base.form}`]);
    return [
      row({ name: name(city), website: domain, city, country: country.code }),
      row({ name: name(otherCity), website: domain, city: otherCity, country: country.code }),
    ];
  }),
  apart('a host of many as website', (base, random) => {
    const host = random.pick(HOSTS_OF_MANY);
    const other = drawCompany(random, random.below(10_000));
    const place = { city: base.city, country: base.country.code };
    return [
      row({ name: nameOf(base), website: `https://www.${host}`, ...(random.chance(0.5) ? place : {}) }),
      row({ name: nameOf(other), website: `https://${host}/`, ...(random.chance(0.5) ? place : {}) }),
    ];
  }),
  apart('another trade under one brand', (base, random) => {
    const trade = random.pick(TRADES.filter((each) => each !== base.trade));
    const { city, country, domain } = base;
    const website = random.chance(0.5) ? domain : null;
    return [full(base), row({ name: `${base.brand} ${trade} ${base.form}`, website, city, country: country.code })];
  }),
  apart('similar short names', (base, random) => {
    const { city, country } = base;
    const one = `${random.pick(SYLLABLES)}${random.pick(SYLLABLES)}n`;
    const swapped = one.slice(0, 2) + random.pick('bdfglmprstvz'.replace(one[2] ?? '', '').split('')) + one.slice(3);
    return [one, swapped].map((name) =>
      row({ name: `${name.charAt(0).toUpperCase()}${name.slice(1)} ${base.form}`, city, country: country.code }),
    ) as [RowValues, RowValues];
  }),
  apart('two legal entities', (base) => {
    const { city, country } = base;
    return [
      row({ name: `${plainName(base)} ${base.form}`, city, country: country.code }),
      row({ name: `${plainName(base)} Holding ${base.form}`, city, country: country.code }),
    ];
  }),
  apart('one name, two sites', (base, random) => {
    const { country, city, otherCity, trade } = base;
    const name = `${random.pick(STEMS)} ${trade}`;
    const sites = [base.domain, `${letters(name)}-${letters(otherCity) || 'x'}.com`];
    return [
      row({ name, website: sites[0] ?? '', city, country: country.code }),
      row({ name, website: sites[1] ?? '', city: otherCity, country: country.code }),
    ];
  }),
  apart('numbered names', (base, random) => {
    const { city, country } = base;
    const [one, other] = [random.between(2, 40), random.between(41, 99)];
    return [one, other].map((number) =>
      row({ name: `${base.brand} School No. ${number}`, city, country: country.code }),
    ) as [RowValues, RowValues];
  }),
  apart('subsidiaries in two countries', (base, random) => {
    const other = random.pick(COUNTRIES_BY_WEIGHT.filter(({ code }) => code !== base.country.code));
    const website = random.chance(0.5) ? base.domain : null;
    return [
      full(base),
      row({
        name: `${plainName(base)} ${random.pick(other.legalForms)}`,
        website,
        city: random.pick(other.cities).city,
        country: other.code,
      }),
    ];
  }),
];

export const COMPANY_KINDS: readonly PairKind<CompanyBase>[] = [...TRUE_KINDS, ...NEAR_MISSES, ...HARD_COMPANIES];
