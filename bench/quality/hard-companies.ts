// Pairs of companies by the kinds of errors that occurred on third-party data: subsidiaries, branches, renamed firms
// and names that differ by a letter.
import { COUNTRIES } from '../../src/contract/vocabularies/vocabularies.ts';
import { COUNTRIES_BY_WEIGHT } from '../../src/generate/places.ts';
import { type Random, words } from '../../src/generate/random.ts';
import { type CompanyBase, drawCompany, full, letters, nameOf, plainName, row } from './company-base.ts';
import { websiteVariant } from './noise.ts';
import type { PairKind } from './truth.ts';

const nameOfCountry = (code: string) => COUNTRIES.find((country) => country.code === code)?.name ?? code;

const kind =
  (isSame: boolean) =>
  (name: string, make: PairKind<CompanyBase>['make']): PairKind<CompanyBase> => ({ name, isSame, make });
const same = kind(true);
const apart = kind(false);

const SWAPPED = (text: string, random: Random) => {
  const at = 1 + random.below(Math.max(1, text.length - 2));
  return text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);
};

/** Words in two spellings with the same meaning. */
const WORDS = words(
  'St./Saint, St. /Sankt , &/and, Intl./International, Bros./Brothers, Univ./University, Mfg./Manufacturing, Assoc./Associates',
);

const GREEK = words('Ηλιος/Ilios, Θαλασσα/Thalassa, Ολυμπος/Olympos, Δελτα/Delta, Κρητη/Kriti');
const UKRAINIAN = words(
  'Київхліб/Kyivkhlib, Дніпро Енерго/Dnipro Energo, Карпати Ліс/Karpaty Lis, Зоря Агро/Zorya Agro',
);

export const HARD_COMPANIES: readonly PairKind<CompanyBase>[] = [
  same('renamed, on one site', (base, random) => {
    const { domain, city, country } = base;
    const before = {
      name: `${random.pick(words('Aurora, Vulkan, Pinewood, Castor, Nordlicht, Belvedere'))} ${random.pick(words('Trading, Works, Partners, Labs'))}`,
      website: domain,
    };
    return [full(base), row(random.chance(0.5) ? { ...before, city, country: country.code } : before)];
  }),
  same('former name and new one', (base, random) => {
    const { domain, city, country } = base;
    const old = `${random.pick(words('Aurora, Vulkan, Pinewood, Castor'))} ${base.trade}`;
    const mark = random.pick(['formerly', 'vormals', 'anciennement', 'ex']);
    return [
      row({ name: `${nameOf(base)} (${mark} ${old})`, website: domain, city, country: country.code }),
      row({ name: random.chance(0.5) ? nameOf(base) : plainName(base), country: country.code }),
    ];
  }),
  same('words in two spellings', (base, random) => {
    const [short, long] = random.pick(WORDS).split('/') as [string, string];
    const form = (word: string) => `${base.brand} ${word} ${base.trade}`.replace(/ +/g, ' ');
    const { city, country, domain } = base;
    return [
      row({ name: form(long), website: domain, city, country: country.code }),
      row({ name: form(short), city, country: country.code }),
    ];
  }),
  same('letters swapped, without a town', (base, random) => {
    const { country, domain } = base;
    const name = `${SWAPPED(base.brand, random)} ${base.trade} ${base.form}`;
    return [full(base), row({ name, website: websiteVariant(domain, random), country: country.code })];
  }),
  same('group without a town', (base) => {
    const { country } = base;
    return [full(base), row({ name: `${plainName(base)} Group ${base.form}`, country: country.code })];
  }),
  same('Greek and Ukrainian letters', (base, random) => {
    const [native, latin] = random.pick([...GREEK, ...UKRAINIAN]).split('/') as [string, string];
    const own = base.brand.split(' ').at(-1) ?? '';
    const { country, city } = base;
    return [
      row({ name: `${native} ${own}`, city, country: country.code }),
      row({ name: `${latin} ${own}`, city, country: country.code }),
    ];
  }),
  same('abbreviation in brackets', (base) => {
    const { country, domain } = base;
    const name = `${base.brand} ${base.trade} Company`;
    const short = name
      .split(' ')
      .map((word) => word.charAt(0))
      .join('');
    return [
      row({ name: `${name} (${short})`, website: domain, country: country.code }),
      row({ name, country: country.code }),
    ];
  }),
  same('town in other letters', (base, random) => {
    const towns = words(
      'Munich/München, Cologne/Köln, Vienna/Wien, Milan/Milano, Lisbon/Lisboa, Prague/Praha, Geneva/Genève, Seville/Sevilla',
    );
    const [one, other] = random.pick(towns).split('/') as [string, string];
    return [row({ name: nameOf(base), city: one }), row({ name: plainName(base), city: other })];
  }),
  apart('subsidiaries named by their country', (base, random) => {
    const [one, other] = [
      base.country,
      random.pick(COUNTRIES_BY_WEIGHT.filter(({ code }) => code !== base.country.code)),
    ];
    const website = random.chance(0.5) ? base.domain : null;
    return [
      row({ name: `${base.brand} ${nameOfCountry(one.code)} ${base.form}`, website, country: one.code }),
      row({
        name: `${base.brand} ${nameOfCountry(other.code)} ${random.pick(other.legalForms)}`,
        website,
        country: other.code,
      }),
    ];
  }),
  apart('parent and subsidiary', (base, random) => {
    const { country, domain } = base;
    const website = random.chance(0.5) ? domain : null;
    const unit = random.pick(words('Leasing, Real Estate, Ventures, Academy, Capital, Healthcare'));
    return [full(base), row({ name: `${plainName(base)} ${unit} ${base.form}`, website, country: country.code })];
  }),
  apart('branches named by their town', (base, random) => {
    const { country, domain } = base;
    const website = random.chance(0.5) ? domain : null;
    return [base.city, base.otherCity].map((town) =>
      row({ name: `${base.brand} ${town}`, website, country: country.code }),
    ) as [ReturnType<typeof row>, ReturnType<typeof row>];
  }),
  apart('one name in two states', (base, random) => {
    const name = random.chance(0.5)
      ? `${base.brand} ${random.pick(words('Plumbing, Roofing, Dental, Law, Realty'))}`
      : base.brand;
    const [one, other] = random
      .pick(words('TX/OH, CA/NY, FL/WA, Texas/Ohio, Georgia/Nevada, Bavaria/Saxony'))
      .split('/') as [string, string];
    const country = one === 'Bavaria' ? 'DE' : 'US';
    return [one, other].map((state) => ({ name, hq: { state, country_code: country } })) as unknown as [
      ReturnType<typeof row>,
      ReturnType<typeof row>,
    ];
  }),
  apart('names that differ by a vowel', (base, random) => {
    const stem = letters(base.brand.split(' ').at(-1) ?? '').slice(0, 6);
    if (stem.length < 5 || /[aeiou]$/.test(stem)) return null;
    const capital = stem.charAt(0).toUpperCase() + stem.slice(1);
    const [one, other] = random.pick(words('a/o, o/a, a/us, ex/ix, a/is')).split('/') as [string, string];
    const { city, country } = base;
    return [one, other].map((end) => row({ name: `${capital}${end} ${base.form}`, city, country: country.code })) as [
      ReturnType<typeof row>,
      ReturnType<typeof row>,
    ];
  }),
  apart('funds and phases', (base, random) => {
    const { city, country } = base;
    const [one, other] = random.pick(words('I/II, II/III, A/B, 1/2, 2024/2025, North/South, East/West')).split('/') as [
      string,
      string,
    ];
    return [one, other].map((part) => row({ name: `${base.brand} Fund ${part}`, city, country: country.code })) as [
      ReturnType<typeof row>,
      ReturnType<typeof row>,
    ];
  }),
  apart('firms of one host', (base, random) => {
    const host = random.pick(
      words('wixsite.com, blogspot.com, business.site, myshopify.com, jimdofree.com, github.io'),
    );
    const { country } = base;
    return [base.brand, drawCompany(random, random.below(10_000)).brand].map((label) =>
      row({ name: `${label} ${base.trade}`, website: `https://${letters(label)}.${host}`, country: country.code }),
    ) as [ReturnType<typeof row>, ReturnType<typeof row>];
  }),
];
