// Distinguishes single-byte encodings by the alphabets of languages (from CLDR). A text is in a code page if nearly all
// its letters above ASCII belong to one language of the code page, and do not belong to Western languages when read as
// Windows-1252.
import { isUtf8 } from 'node:buffer';

/** Each language is the text of its lower-case letters above ASCII. */
interface CodePage {
  readonly encoding: string;
  readonly languages: readonly string[];
  /** The number of languages that may occur together in one text. */
  readonly together: number;
  /** For scripts without ASCII letters: the vowels, which are at least a third of the letters of a text. */
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
/** Includes the letters of German names, which are common in these countries. */
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

/** Maximum number of distinct words that are examined, and of their characters: bounds the time. */
const WORDS_MAX = 2000;
const WORD_CHARACTERS_MAX = 10_000;
/** A longer run of letters is not a word. */
const WORD_LENGTH_MAX = 60;
const WORDS_MIN = 5;
const LETTERS_MIN = 20;
/** With fewer letters, all of them must fit the code page. */
const LETTERS_MANY = 50;
const VOWELS_MIN = 1 / 3;

interface Shares {
  /**
   * Another code page is certain if at most `westernMax` of the letters fit Windows-1252 and at least `otherMin` fit
   * the other code page.
   */
  readonly westernMax: number;
  readonly otherMin: number;
  /** Minimum share of the letters that are different letters in Windows-1252. */
  readonly differentMin: number;
}
/** Thresholds for many letters. The second entry is for texts with some foreign names. */
const SHARES_OF_MANY_LETTERS: readonly Shares[] = [
  { westernMax: 0.9, otherMin: 0.98, differentMin: 0.15 },
  { westernMax: 0.6, otherMin: 0.95, differentMin: 0.15 },
];
const SHARES_OF_FEW_LETTERS: readonly Shares[] = [{ westernMax: 0.8, otherMin: 1, differentMin: 0.25 }];
/** A second code page that fits as well makes the first one uncertain. */
const RIVAL_MIN = 0.95;
/** Below this share, some letters do not fit Windows-1252. */
const WESTERN_SURE = 0.97;

export interface CodePageGuess {
  /** Null if the code page is Windows-1252 or uncertain. */
  readonly encoding: string | null;
  /** Whether many letters do not fit Windows-1252, but no other encoding is certain. */
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
  if (!(letters < LETTERS_MANY ? SHARES_OF_FEW_LETTERS : SHARES_OF_MANY_LETTERS).some(isFar)) return uncertain;
  const hasRival = rest.some(({ page, fit }) => fit >= RIVAL_MIN && decoded(words, page.encoding) !== shown);
  return hasRival ? uncertain : { encoding: best.page.encoding, isDoubtful: false };
}

/** Minimum shares of letters in a Hungarian text. `őű` are a tenth of the letters above ASCII, `öü` a seventh. */
const HUNGARIAN_SHARES = [
  [HUNGARIAN, 0.98],
  ['őű', 0.03],
  ['öü', 0.03],
  ['áé', 0.25],
] as const;

/**
 * Windows-1252 has all letters of Hungarian except ő and ű, which it reads as õ and û. No Western language has these
 * together with á or é and with ö or ü, but without other letters.
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
 * The distinct words with a character above ASCII, each byte as a character of Latin-1. Valid UTF-8 within such a text
 * is mis-decoded.
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
/** Marks that occur within words, and signs next to words. */
const WITHIN_WORDS = /[’‘´·\u00a0\u00ad–—]/;
const OTHER_SCRIPT = /[^\p{Script=Latin}]/u;
const CONTROL = /[\u0080-\u009f\ufffd]/;

/** The share of the characters above ASCII that are letters of the languages of a code page, from 0 to 1. */
function fitOf(words: readonly string[], { encoding, languages, together, vowels }: CodePage): number {
  const counts = countLetters(decoded(words, encoding));
  const total = counts.values().reduce((sum, count) => sum + count, 0);
  if (total === 0) return 0;
  const ofLetters = (letters: string) =>
    counts.entries().reduce((sum, [letter, count]) => sum + (letters.includes(letter) ? count : 0), 0);
  if (vowels !== undefined && ofLetters(vowels) < total * VOWELS_MIN) return 0;
  return Math.max(...unions(languages, together).map(ofLetters)) / total;
}

/** The number of occurrences of each lower-case letter; `\0` counts characters at a place where no word has them. */
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

/** The letter to count, `\0` for a character that no word has at this place, or null for a sign outside of words. */
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

/** The letters of every choice of `together` languages. */
function unions(languages: readonly string[], together: number): string[] {
  if (together === 1) return [...languages];
  return languages.flatMap((letters, index) =>
    unions([letters, ...languages.slice(index + 1)], together - 1).map((others) => letters + others),
  );
}

/** Whether Windows-1252 would yield signs within words, or letters at places where they cannot occur. */
function hasSigns(words: readonly string[]): boolean {
  return (countLetters(decoded(words, WINDOWS_1252.encoding)).get(NOWHERE) ?? 0) >= SIGNS_MIN;
}
