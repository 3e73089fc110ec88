// Invented companies for labelled pairs, and their rows as sources write them.
import { COUNTRIES_BY_WEIGHT, type Country, pickCity } from '../../src/generate/places.ts';
import { type Random, words } from '../../src/generate/random.ts';
import { fold } from '../../src/words/words.ts';
import type { RowValues } from './truth.ts';

export interface CompanyBase {
  readonly brand: string;
  readonly trade: string;
  readonly country: Country;
  readonly form: string;
  readonly city: string;
  readonly otherCity: string;
  readonly domain: string;
}

export const SYLLABLES = words(
  'ba, be, bo, ca, co, da, de, do, fa, fe, ga, go, ha, ka, ke, ki, la, le, li, lo, ma, me, mi, mo, na, ne, no, pa, pe, pi, ra, re, ri, ro, sa, se, si, so, ta, te, ti, to, va, ve, vi, vo, za, ze',
);
const ENDS = words('n, r, s, x, nt, rd, lm, ck, lia, tis, dor, ven, gen, mar, nova, tec, rix, lan');
export const STEMS = words(
  'Adler, Birken, Falken, Hansen, Köhler, Müller, Schröder, Jäger, Größler, Bäcker, Sørensen, Åkesson, Peña, Muñoz, Gonçalves, Lefèvre, Dvořák, Łukasz, Öztürk, Çelik, Harbour, Summit, Meridian, Granite, Beacon, Lantern, Juniper, Cobalt, Evergreen, Redwood',
);
export const TRADES = words(
  'Logistics, Software, Consulting, Engineering, Pharma, Foods, Energy, Textiles, Robotics, Medical, Packaging, Motors, Optics, Tools, Media, Analytics, Insurance, Furniture, Chemicals, Travel',
);
export const DESCRIPTORS = words('Group, International, Solutions, Technologies, Services, Systems');
const TOP_DOMAINS: Readonly<Record<string, string>> = {
  US: 'com',
  GB: 'co.uk',
  DE: 'de',
  FR: 'fr',
  IN: 'in',
  JP: 'jp',
};

export const letters = (text: string) => fold(text).replace(/[^a-z0-9]/g, '');

export function drawCompany(random: Random, index: number): CompanyBase {
  const coined = SYLLABLES[index % SYLLABLES.length] + random.pick(SYLLABLES) + random.pick(ENDS);
  const brand = random.chance(0.6)
    ? coined.charAt(0).toUpperCase() + coined.slice(1) + random.pick(['', '', 'o', 'a'])
    : `${random.pick(STEMS)} ${coined.charAt(0).toUpperCase()}${coined.slice(1)}`;
  const country = random.pick(COUNTRIES_BY_WEIGHT.filter(({ cities }) => cities.length > 3));
  const { city } = pickCity(random, country);
  const otherCity = random.pick(country.cities.filter((each) => each.city !== city)).city;
  const trade = random.pick(TRADES);
  const top = TOP_DOMAINS[country.code] ?? 'com';
  const label = letters(random.chance(0.5) ? brand : `${brand}${trade}`);
  return { brand, trade, country, form: random.pick(country.legalForms), city, otherCity, domain: `${label}.${top}` };
}

interface Parts {
  readonly name: string;
  readonly website?: string | null;
  readonly city?: string | null;
  readonly country?: string | null;
}

export function row({ name, website = null, city = null, country = null }: Parts): RowValues {
  return { name, website, ...(city !== null || country !== null ? { hq: { city, country_code: country } } : {}) };
}

export const nameOf = ({ brand, trade, form }: CompanyBase) => `${brand} ${trade} ${form}`;
export const plainName = ({ brand, trade }: CompanyBase) => `${brand} ${trade}`;

export function full(base: CompanyBase): RowValues {
  const { domain, city, country } = base;
  return row({ name: nameOf(base), website: `https://${domain}`, city, country: country.code });
}
