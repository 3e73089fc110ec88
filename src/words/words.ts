// Tokenization: folds and splits texts into words, and derives the terms of a text or a filter value. Search, import
// and the naive oracle of the tests all use this file, so they cannot disagree.
import { ABBREVIATIONS, CONTAINED_SHORT_FORMS, WHOLE_WORDS } from '../contract/vocabularies/abbreviations.ts';

const LETTERS_WITHOUT_DECOMPOSITION: Readonly<Record<string, string>> = {
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};
const ASCII = /^\p{ASCII}*$/u;
const SPECIAL_LETTERS = /[ßłøđðþæœı]/g;

/** Folds a text: NFKD, without combining marks, lower case, with letters that do not decompose spelled out. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(SPECIAL_LETTERS, (letter) => LETTERS_WITHOUT_DECOMPOSITION[letter] ?? letter);
}

const escaped = WHOLE_WORDS.map((word) => word.replace(/[.+]/g, '\\$&')).join('|');
const WORD = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped})(?![\\p{L}\\p{N}])|[\\p{L}\\p{N}]+`, 'gu');
const PLAIN_WORD = /[a-z0-9]+/g;
const UNICODE_WORD = /[\p{L}\p{N}]+/gu;
const MAY_HOLD_WHOLE_WORD = /[.+#]/;

/** The folded words of a text in order; empty if it contains neither letters nor digits. */
export function splitWords(text: string): string[] {
  const folded = fold(text);
  if (MAY_HOLD_WHOLE_WORD.test(folded)) return folded.match(WORD) ?? [];
  return folded.match(ASCII.test(folded) ? PLAIN_WORD : UNICODE_WORD) ?? [];
}

/** The folded words joined by single blanks. Two fields are equal for a bracketed value if they have the same key. */
export function wordKey(text: string): string {
  return splitWords(text).join(' ');
}

const BEGINNINGS = WHOLE_WORDS.flatMap((word) =>
  Array.from({ length: word.length - 1 }, (_, index) => word.slice(0, index + 1)),
).filter((beginning) => MAY_HOLD_WHOLE_WORD.test(beginning));

/**
 * The wordKey of a text that ends within a word with punctuation, up to that end: `senior c+` of `Senior C+`. Null if
 * it ends otherwise.
 */
export function unfinishedKey(text: string): string | null {
  const folded = fold(text);
  const end = BEGINNINGS.find((each) => folded.endsWith(each) && !/[\p{L}\p{N}]$/u.test(folded.slice(0, -each.length)));
  if (end === undefined) return null;
  return `${wordKey(folded.slice(0, -end.length))} ${end}`.trimStart();
}

interface LongForm {
  readonly words: readonly string[];
  /** The words joined by blanks: the term that represents the long form. */
  readonly term: string;
  readonly shortForms: readonly string[];
}

function longFormsByFirstWord(): Map<string, LongForm[]> {
  const shortFormsByTerm = new Map<string, string[]>();
  for (const [short, longs] of ABBREVIATIONS) {
    for (const term of longs) shortFormsByTerm.set(term, [...(shortFormsByTerm.get(term) ?? []), short]);
  }
  const forms = new Map<string, LongForm[]>();
  for (const [term, shortForms] of shortFormsByTerm) {
    const words = term.split(' ');
    const first = words[0] ?? '';
    forms.set(first, [...(forms.get(first) ?? []), { words, term, shortForms }]);
  }
  return forms;
}
const LONG_FORMS = longFormsByFirstWord();

/** Long forms of the abbreviation table that occur in `words` at index `start`, word by word. */
function longFormsAt(words: readonly string[], start: number): LongForm[] {
  const candidates = LONG_FORMS.get(words[start] ?? '');
  if (!candidates) return [];
  return candidates.filter((form) => form.words.every((word, offset) => words[start + offset] === word));
}

export interface WordRules {
  /** Whether short and long forms of job titles match each other: only for job titles and titles of openings. */
  readonly abbreviations: boolean;
}

/**
 * The terms of a field's text, without duplicates: its words and, if abbreviations apply, the multi-word long forms
 * that it contains (`vice president` as one term) and the short forms that its words contain.
 */
export function termsOf(text: string, rules: WordRules): string[] {
  const words = splitWords(text);
  const terms = new Set(words);
  if (rules.abbreviations) {
    words.forEach((word, start) => {
      const contained = CONTAINED_SHORT_FORMS.get(word);
      if (contained) terms.add(contained);
      for (const form of longFormsAt(words, start)) terms.add(form.term);
    });
  }
  return [...terms];
}

/** The condition of one value of a word filter. */
export interface WordValue {
  /** The wordKey that the whole field must equal (for a bracketed value), else null. */
  readonly exact: string | null;
  /**
   * For each word of the value, terms of which the field must contain at least one; all words must match. Several
   * fields count as one text.
   */
  readonly words: readonly (readonly string[])[];
}

/**
 * Tokenizes a filter value; null if it contains no word. `[Chief Executive Officer]` is exact: `words` then has its
 * words without synonyms, because a field that equals it contains each of them.
 */
export function parseWordValue(value: string, rules: WordRules): WordValue | null {
  const trimmed = value.trim();
  const bracketed = trimmed.startsWith('[') && trimmed.endsWith(']');
  const words = splitWords(trimmed);
  if (words.length === 0) return null;
  if (bracketed) return { exact: words.join(' '), words: [...new Set(words)].map((word) => [word]) };
  const alternatives = words.map((word) => new Set([word]));
  if (rules.abbreviations) {
    words.forEach((word, start) => {
      for (const long of ABBREVIATIONS.get(word) ?? []) alternatives[start]?.add(long);
      for (const form of longFormsAt(words, start)) {
        form.words.forEach((_, offset) => {
          for (const short of form.shortForms) alternatives[start + offset]?.add(short);
        });
      }
    });
  }
  return { exact: null, words: uniqueSets(alternatives) };
}

function uniqueSets(sets: readonly ReadonlySet<string>[]): string[][] {
  const seen = new Map<string, string[]>();
  for (const set of sets) {
    const terms = [...set];
    if (terms.length > 1) terms.sort();
    seen.set(terms.length === 1 ? (terms[0] ?? '') : terms.join('\n'), terms);
  }
  return [...seen.values()];
}
