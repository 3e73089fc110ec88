// Distinguishes encodings of one byte for each character by the letters of languages (the alphabets of CLDR): a text is
// in a code page if nearly all letters above ASCII are of one language that is written in it, and are not of Western
// languages as Windows-1252 has them.
import { isUtf8 } from 'node:buffer';

/** A language is a text of its lower-case letters above ASCII. */
interface CodePage {
  readonly encoding: string;
  readonly languages: readonly string[];
  /** So many of the languages may occur together. */
  readonly together: number;
  /** For scripts without ASCII letters: the letters of which a text has at least a third. */
  readonly vowels?: string;
}

const WESTERN = [
  'äöüßé', // German
  'àâæçéèêëîïôœùûüÿ', // French
  'áéíñóúü', // Spanish
  'áâãàçéêíóôõúü', // Portuguese
  'àèéìíîòóùú', // Italian
  'áéíóúàèëïöüç', // Dutch
  'æøåéóòôêü', // Danish, Norwegian
  'åäöéàü', // Swedish, Finnish
  'àçéèíïóòúü', // Catalan
  'áéíóú', // Irish
];
/** With German names, which are common in these countries. */
const HUNGARIAN = 'áéíóöőúüű';
const CENTRAL = [
  'áčďéěíňóřšťúůýž', // Czech
  'áäčďéíĺľňóôŕšťúýž', // Slovak
  'ąćęłńóśźż', // Polish
  HUNGARIAN,
  'ăâîşţ', // Romanian
  'čćđšž', // Croatian, Slovene
].map((letters) => `${letters}äöüßé`);
const CYRILLIC = 'абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґўјљњћђџѓќѕ№';
const CYRILLIC_VOWELS = 'аеиоуыэюяёіїє';
const GREEK = 'αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ';

const WINDOWS_1252: CodePage = { encoding: 'windows-1252', languages: WESTERN, together: 3 };
/**
 * The code pages other than Windows-1252. Code pages with the same letters at the same bytes cannot be distinguished;
 * the first one is used, because it is more common.
 */
const OTHERS: readonly CodePage[] = [
  { encoding: 'windows-1250', languages: CENTRAL, together: 1 },
  { encoding: 'windows-1251', languages: [CYRILLIC], together: 1, vowels: CYRILLIC_VOWELS },
  { encoding: 'windows-1253', languages: [GREEK], together: 1, vowels: 'αεηιουωάέήίόύώϊϋΐΰ' },
  { encoding: 'windows-1254', languages: ['çğıöşüâîû'], together: 1 },
  { encoding: 'windows-1257', languages: ['ąčęėįšųūž', 'āčēģīķļņšūž'], together: 1 },
  { encoding: 'iso-8859-2', languages: CENTRAL, together: 1 },
  { encoding: 'koi8-r', languages: [CYRILLIC], together: 1, vowels: CYRILLIC_VOWELS },
  { encoding: 'macintosh', languages: WESTERN, together: 3 },
];

/** Different words that are examined, and their characters: a bound of the time. */
const WORDS_MAX = 2000;
const WORD_CHARACTERS_MAX = 10_000;
/** A longer run of letters is no word. */
const WORD_LENGTH_MAX = 60;
const WORDS_MIN = 5;
const LETTERS_MIN = 20;
/** With fewer letters, all of them must agree. */
const LETTERS_MANY = 50;
const VOWELS_MIN = 1 / 3;

interface Shares {
  /**
   * Windows-1252 may have at most `westernMax`, and another code page must have at least `otherMin`, for the other one
   * to be certain.
   */
  readonly westernMax: number;
  readonly otherMin: number;
  /** Of the letters, those that Windows-1252 has as other ones. */
  readonly differentMin: number;
}
/** The second is for texts with some foreign names. */
const OF_MANY: readonly Shares[] = [
  { westernMax: 0.9, otherMin: 0.98, differentMin: 0.15 },
  { westernMax: 0.6, otherMin: 0.95, differentMin: 0.15 },
];
const OF_FEW: readonly Shares[] = [{ westernMax: 0.8, otherMin: 1, differentMin: 0.25 }];
/** A second code page that fits as well makes the first one uncertain. */
const RIVAL_MIN = 0.95;
/** Below, some letters do not fit Windows-1252. */
const WESTERN_SURE = 0.97;

export interface CodePageGuess {
  /** Null if it is Windows-1252 or uncertain. */
  readonly encoding: string | null;
  /** Whether Windows-1252 fits badly, though no other encoding is certain. */
  readonly isDoubtful: boolean;
}

/** The code page of a text that is not UTF-8. */
export function guessCodePage(bytes: Buffer): CodePageGuess {
  const words = wordsIn(bytes);
  const letters = words.join('').replace(/[A-Za-z]/g, '').length;
  const western = fitOf(words, WINDOWS_1252);
  const others = OTHERS.map((page) => ({ page, fit: fitOf(words, page) })).toSorted((a, b) => b.fit - a.fit);
  const [best, ...rest] = others;
  const isDoubtful = western < WESTERN_SURE && (hasSigns(words) || (best?.fit ?? 0) >= RIVAL_MIN);
  const uncertain = { encoding: null, isDoubtful };
  if (best === undefined || words.length < WORDS_MIN || letters < LETTERS_MIN) return uncertain;
  if (isHungarian(words)) return { encoding: 'windows-1250', isDoubtful: false };
  const shown = decoded(words, best.page.encoding);
  const different = differences(shown, decoded(words, WINDOWS_1252.encoding)) / letters;
  const isFar = (shares: Shares) =>
    western <= shares.westernMax && best.fit >= shares.otherMin && different >= shares.differentMin;
  if (!(letters < LETTERS_MANY ? OF_FEW : OF_MANY).some(isFar)) return uncertain;
  const hasRival = rest.some(({ page, fit }) => fit >= RIVAL_MIN && decoded(words, page.encoding) !== shown);
  return hasRival ? uncertain : { encoding: best.page.encoding, isDoubtful: false };
}

/** Least shares of letters in a Hungarian text; `őű` are a tenth of those above ASCII, `öü` a seventh. */
const HUNGARIAN_SHARES = [
  [HUNGARIAN, 0.98],
  ['őű', 0.03],
  ['öü', 0.03],
  ['áé', 0.25],
] as const;

/**
 * Windows-1252 has all letters of Hungarian, but ő and ű as õ and û. No Western language has these together with á or
 * é, and with ö or ü, but without other letters.
 */
function isHungarian(words: readonly string[]): boolean {
  const counts = countLetters(decoded(words, 'windows-1250'));
  const total = counts.values().reduce((sum, count) => sum + count, 0);
  const shareOf = (letters: string) =>
    [...letters].reduce((sum, letter) => sum + (counts.get(letter) ?? 0), 0) / Math.max(1, total);
  return HUNGARIAN_SHARES.every(([letters, least]) => shareOf(letters) >= least);
}

function differences(one: string, other: string): number {
  let count = 0;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) count += 1;
  return count;
}

/**
 * The different words with a character above ASCII, a byte as a character of Latin-1. Words in UTF-8 within such a text
 * are mis-decoded.
 */
function wordsIn(bytes: Buffer): string[] {
  const words = new Set<string>();
  let characters = 0;
  for (const [word] of bytes.toString('latin1').matchAll(/[A-Za-z\x80-\xff]{2,}/g)) {
    if (word.length > WORD_LENGTH_MAX || !/[\x80-\xff]/.test(word) || words.has(word)) continue;
    if (isUtf8(Buffer.from(word, 'latin1'))) continue;
    words.add(word);
    characters += word.length;
    if (words.size >= WORDS_MAX || characters >= WORD_CHARACTERS_MAX) break;
  }
  return [...words];
}

const decoders = new Map<string, readonly string[]>();

function decoded(words: readonly string[], encoding: string): string {
  let table = decoders.get(encoding);
  if (table === undefined) {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    table = [...new TextDecoder(encoding).decode(all)];
    decoders.set(encoding, table);
  }
  const known = table;
  return words.map((word) => [...word].map((letter) => known[letter.charCodeAt(0)]).join('')).join(' ');
}

const LETTER = /\p{L}/u;
/** Marks that are written within words, and signs that touch them. */
const WITHIN_WORDS = /[’‘´·\u00a0\u00ad–—]/;
const OTHER_SCRIPT = /[^\p{Script=Latin}]/u;
const CONTROL = /[\u0080-\u009f\ufffd]/;

/** The share of the characters above ASCII that are letters of the languages of a code page, 0 to 1. */
function fitOf(words: readonly string[], { encoding, languages, together, vowels }: CodePage): number {
  const counts = countLetters(decoded(words, encoding));
  const total = counts.values().reduce((sum, count) => sum + count, 0);
  if (total === 0) return 0;
  const ofLetters = (letters: string) =>
    counts.entries().reduce((sum, [letter, count]) => sum + (letters.includes(letter) ? count : 0), 0);
  if (vowels !== undefined && ofLetters(vowels) < total * VOWELS_MIN) return 0;
  return Math.max(...unions(languages, together).map(ofLetters)) / total;
}

/** How often each lower-case letter occurs; `\0` counts the characters that no word has at their place. */
function countLetters(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (letter < '\u0080') continue;
    const [before, after] = [text[at - 1] ?? ' ', text[at + 1] ?? ' '];
    const counted = countedLetter(letter, before, after);
    if (counted !== null) counts.set(counted, (counts.get(counted) ?? 0) + 1);
  }
  return counts;
}

const NOWHERE = '\0';
const SIGNS_MIN = 2;

/** Null for a sign outside of words. */
function countedLetter(letter: string, before: string, after: string): string | null {
  if (CONTROL.test(letter)) return NOWHERE;
  if (!LETTER.test(letter) || letter === 'ª' || letter === 'º') {
    const isWithin = LETTER.test(before) && LETTER.test(after) && !WITHIN_WORDS.test(letter);
    return isWithin ? NOWHERE : null;
  }
  const isCapital = letter !== letter.toLowerCase();
  // Words of other scripts have no Latin letters.
  if (OTHER_SCRIPT.test(letter) && (/[A-Za-z]/.test(before) || /[A-Za-z]/.test(after))) return NOWHERE;
  if (isCapital && LETTER.test(before) && before !== before.toUpperCase()) return NOWHERE;
  if (letter === 'ς' && LETTER.test(after)) return NOWHERE;
  return letter === 'İ' ? 'ı' : letter.toLowerCase();
}

/** The letters of so many languages together, for all choices. */
function unions(languages: readonly string[], together: number): string[] {
  if (together === 1) return [...languages];
  return languages.flatMap((letters, index) =>
    unions([letters, ...languages.slice(index + 1)], together - 1).map((others) => letters + others),
  );
}

/** Whether Windows-1252 has signs within the words, or letters where they cannot be. */
function hasSigns(words: readonly string[]): boolean {
  return (countLetters(decoded(words, WINDOWS_1252.encoding)).get(NOWHERE) ?? 0) >= SIGNS_MIN;
}
