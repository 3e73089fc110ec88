// Names of invented people by culture and script: native spelling if the culture has one, and always an ASCII form for
// slugs and e-mail addresses.
import { fold } from '../words/words.ts';
import cultures from './names.json' with { type: 'json' };
import { type Random, words } from './random.ts';

export interface PersonName {
  readonly first: string;
  readonly last: string;
  readonly full: string;
  /** Lower-case ASCII letters only. */
  readonly asciiFirst: string;
  readonly asciiLast: string;
  /** True if `full` is written in a script other than Latin. */
  readonly native: boolean;
}

interface Name {
  readonly native: string;
  readonly latin: string;
  readonly ascii: string;
}

interface Culture {
  readonly women: readonly Name[];
  readonly men: readonly Name[];
  readonly family: readonly Name[];
  readonly familyOfWomen: readonly Name[];
  readonly native: boolean;
  readonly familyFirst: boolean;
  /** The separator of the parts of a native name. */
  readonly joint: string;
  readonly doubleFamily: boolean;
}

interface CultureRow {
  readonly women: string;
  readonly men: string;
  readonly family: string;
  readonly script?: string;
  readonly familyFirst?: boolean;
  readonly joint?: string;
  readonly doubleFamily?: boolean;
  readonly feminine?: string;
}

const NATIVE_SPELLING = 0.4;
const DOUBLE_FAMILY_NAME = 0.55;
const MIDDLE_INITIAL = 0.08;
const INITIALS = 'ABCDEFGHJKLMNPRSTW';

function name(native: string, latin: string): Name {
  return { native, latin, ascii: asciiLetters(latin) };
}

/** The letters a-z of the folded text; removes everything else. */
function asciiLetters(text: string): string {
  return fold(text).replace(/[^a-z]/g, '');
}

/** `native/latin` or a Latin name alone. */
function parseName(text: string): Name {
  const [native = '', latin = native] = text.split('/');
  return name(native, latin);
}

function parseCulture(row: CultureRow): Culture {
  const family = words(row.family).map(parseName);
  const [ending = '', latinEnding = ending] = row.feminine?.split('/') ?? [];
  const latinSuffix = row.script ? latinEnding : ending;
  return {
    women: words(row.women).map(parseName),
    men: words(row.men).map(parseName),
    family,
    familyOfWomen: family.map((one) => name(one.native + ending, one.latin + latinSuffix)),
    native: row.script !== undefined,
    familyFirst: row.familyFirst ?? false,
    joint: row.joint ?? ' ',
    doubleFamily: row.doubleFamily ?? false,
  };
}

const CULTURES: ReadonlyMap<string, Culture> = new Map(
  Object.entries(cultures).map(([key, row]) => [key, parseCulture(row)]),
);

/** A name of this culture (a key of names.json). */
export function pickName(random: Random, cultureKey: string): PersonName {
  const culture = CULTURES.get(cultureKey)!;
  const woman = random.chance(0.5);
  const given = random.pick(woman ? culture.women : culture.men);
  const family = random.pick(woman ? culture.familyOfWomen : culture.family);
  if (culture.native && random.chance(NATIVE_SPELLING)) return nativeName(culture, given, family);
  const last =
    culture.doubleFamily && random.chance(DOUBLE_FAMILY_NAME) ? secondFamily(random, culture, family) : family.latin;
  const middle =
    cultureKey === 'english' && random.chance(MIDDLE_INITIAL) ? ` ${INITIALS[random.below(INITIALS.length)]}.` : '';
  return {
    first: given.latin,
    last,
    full: `${given.latin}${middle} ${last}`,
    asciiFirst: given.ascii,
    asciiLast: family.ascii,
    native: false,
  };
}

/** A family name of this culture in Latin letters. */
export function pickFamily(random: Random, cultureKey: string): string {
  return random.pick(CULTURES.get(cultureKey)!.family).latin;
}

function nativeName(culture: Culture, given: Name, family: Name): PersonName {
  const [left, right] = culture.familyFirst ? [family, given] : [given, family];
  return {
    first: given.native,
    last: family.native,
    full: left.native + culture.joint + right.native,
    asciiFirst: given.ascii,
    asciiLast: family.ascii,
    native: true,
  };
}

function secondFamily(random: Random, culture: Culture, family: Name): string {
  const second = random.pick(culture.family);
  return second === family ? family.latin : `${family.latin} ${second.latin}`;
}
