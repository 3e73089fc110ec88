// Names of invented companies: coined brands, family firms, descriptive names and names in the script of the country,
// each with its slug. Slugs are unique without reading the other companies.
import { fold } from '../words/words.ts';
import lists from './company-names.json' with { type: 'json' };
import { pickFamily } from './person-name.ts';
import type { Country } from './places.ts';
import { hash32, type Random, words } from './random.ts';
import type { Sector } from './sectors.ts';

export interface CompanyName {
  readonly name: string;
  /** The name without its legal form, for subsidiaries and texts. */
  readonly brand: string;
  /** The brand in ASCII with hyphens. */
  readonly asciiBrand: string;
  /** The readable form of the slug; may contain letters of any script. */
  readonly slug: string;
  /** ASCII label of the company's own domain. */
  readonly label: string;
}

interface NamingContext {
  readonly index: number;
  readonly seed: number;
  readonly country: Country;
  readonly sector: Sector;
}

const BRANDS: readonly string[] = [
  ...words(lists.heads).flatMap((head) => words(lists.tails).map((tail) => head + tail)),
  ...words(lists.coinedHeads).flatMap((head) =>
    words(lists.coinedMiddles).flatMap((middle) => words(lists.coinedTails).map((tail) => head + middle + tail)),
  ),
];
/**
 * A prime, so it is coprime to the number of brands unless that number is a multiple of it: successive companies have
 * unrelated brands.
 */
const BRAND_STRIDE = 2_503;
const ADJECTIVES = words(lists.adjectives);

interface NativeNames {
  readonly form: string;
  readonly stems: readonly NativeWord[];
  readonly words: readonly NativeWord[];
}
interface NativeWord {
  readonly native: string;
  readonly latin: string;
}

const NATIVE: ReadonlyMap<string, NativeNames> = new Map(
  Object.entries(lists.native).map(([culture, row]) => [
    culture,
    { form: row.form, stems: words(row.stems).map(parseNativeWord), words: words(row.words).map(parseNativeWord) },
  ]),
);

function parseNativeWord(text: string): NativeWord {
  const [native = '', latin = native] = text.split('/');
  return { native, latin };
}

/** ASCII words joined by hyphens. */
function slugOf(text: string): string {
  return fold(text)
    .replace(/['.]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/**
 * The brand of a company, and a number that distinguishes it from earlier companies of the same brand (0 for the
 * first).
 */
function brandOf(index: number, seed: number): { readonly brand: string; readonly round: number } {
  const place = (index * BRAND_STRIDE + (hash32(seed) % BRANDS.length)) % BRANDS.length;
  return { brand: BRANDS[place]!, round: Math.floor(index / BRANDS.length) };
}

/** The name of an independent company (not a subsidiary). */
export function nameCompany(random: Random, context: NamingContext): CompanyName {
  const { country } = context;
  const native = country.nativeCulture === null ? undefined : NATIVE.get(country.nativeCulture);
  if (native && random.chance(0.45)) return nativeName(random, native, context.index);
  const style = random.fraction();
  if (style < 0.13) return familyName(random, context);
  if (style < 0.2) return plainName(random, context);
  return brandName(random, context);
}

/** The name of a subsidiary in another country. */
export function nameSubsidiary(parent: CompanyName, countryName: string, index: number): CompanyName {
  const brand = `${parent.brand} ${countryName}`;
  return numbered({ name: brand, brand, asciiBrand: `${parent.asciiBrand}-${slugOf(countryName)}` }, index);
}

function brandName(random: Random, { index, seed, country, sector }: NamingContext): CompanyName {
  const { brand, round } = brandOf(index, seed);
  const description = random.chance(0.75) ? ` ${random.pick(sector.nameWords[country.language])}` : '';
  const name = withLegalForm(random, country, brand + description);
  const suffix = round === 0 ? '' : `-${round + 1}`;
  const asciiBrand = slugOf(brand);
  const slug = slugOf(brand + description) + suffix;
  return { name, brand, asciiBrand, slug, label: random.chance(0.3) ? slug : asciiBrand + suffix };
}

function familyName(random: Random, { index, country, sector }: NamingContext): CompanyName {
  const first = pickFamily(random, random.pick(country.cultures));
  const second = pickFamily(random, random.pick(country.cultures));
  const brand = `${first} ${random.chance(0.5) ? `& ${second}` : random.pick(sector.nameWords[country.language])}`;
  return numbered({ name: withLegalForm(random, country, brand), brand, asciiBrand: slugOf(brand) }, index);
}

function plainName(random: Random, { index, country, sector }: NamingContext): CompanyName {
  const lead = random.chance(0.5) ? random.pick(ADJECTIVES) : random.pick(country.cities).city;
  const brand = `${lead} ${random.pick(sector.nameWords[country.language])}`;
  return numbered({ name: withLegalForm(random, country, brand), brand, asciiBrand: slugOf(brand) }, index);
}

function nativeName(random: Random, native: NativeNames, index: number): CompanyName {
  const stem = random.pick(native.stems);
  const word = random.pick(native.words);
  const name = native.form.replace('{stem}', stem.native).replace('{word}', word.native);
  const latin = numbered({ name, brand: stem.native, asciiBrand: slugOf(`${stem.latin} ${word.latin}`) }, index);
  const nativeSlug = `${stem.native}-${word.native}-${index}`.toLowerCase().replaceAll(' ', '-');
  return random.chance(0.35) ? { ...latin, slug: nativeSlug } : latin;
}

function withLegalForm(random: Random, country: Country, name: string): string {
  return random.chance(0.4) ? `${name} ${random.pick(country.legalForms)}` : name;
}

/** Appends the company's number to names that are not unique; no other company's slug ends in this number. */
function numbered(parts: Pick<CompanyName, 'name' | 'brand' | 'asciiBrand'>, index: number): CompanyName {
  const slug = `${parts.asciiBrand}-${index}`;
  return { ...parts, slug, label: slug };
}
