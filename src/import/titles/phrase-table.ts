// Finds the phrases of a table in a list of folded words: the longest phrases, and none within a longer one. A word
// that no phrase contains is also tried in its other forms: plural, feminine, spelled-out umlauts. The caller
// interprets the phrases.
import { memoized } from '../../words/memoized.ts';

export interface Found<Meaning> {
  readonly meaning: Meaning;
  /** Number of words that the phrase covers; `^` and `$` count too. */
  readonly length: number;
  /** The place of its first word in the title; -1 for `^`. */
  readonly start: number;
}

/** A phrase whose position in the title is not yet known. */
type Match<Meaning> = Omit<Found<Meaning>, 'start'>;

export interface PhraseRule<Meaning> {
  /**
   * Folded words joined by blanks. `^` is the start of a title and `$` its end. `*end` and `begin*` match any longer
   * word with this end or start. `first … last` matches both words with at most four words between them.
   */
  readonly phrase: string;
  readonly meaning: Meaning;
}

/** The phrases that continue with the same words. `meaning` is set if a phrase ends here. */
interface Node<Meaning> {
  readonly next: Map<string, Node<Meaning>>;
  meaning: Meaning | undefined;
}

interface Gap<Meaning> {
  readonly last: string;
  readonly meaning: Meaning;
}

interface KnownWord<Meaning> {
  /** The forms of the word that the table has, the word itself first. */
  readonly forms: readonly string[];
  /** The phrase that its start or end matches. */
  readonly affix: Match<Meaning> | null;
}

const GAP_MAX = 4;
const BEGINNING = { forms: ['^'], affix: null };
const END = { forms: ['$'], affix: null };
const newNode = <Meaning>(): Node<Meaning> => ({ next: new Map(), meaning: undefined });

export class PhraseTable<Meaning> {
  readonly #root = newNode<Meaning>();
  readonly #gaps = new Map<string, Gap<Meaning>[]>();
  readonly #endings = new Map<string, Meaning>();
  readonly #beginnings = new Map<string, Meaning>();
  readonly #words = new Set<string>();

  constructor(rules: readonly PhraseRule<Meaning>[]) {
    for (const { phrase, meaning } of rules) {
      if (phrase.startsWith('*')) this.#endings.set(phrase.slice(1), meaning);
      else if (phrase.endsWith('*')) this.#beginnings.set(phrase.slice(0, -1), meaning);
      else if (phrase.includes(' … ')) this.#addGap(phrase.split(' … '), meaning);
      else this.#addWords(phrase.split(' '), meaning);
    }
  }

  #addGap([first = '', last = '']: readonly string[], meaning: Meaning): void {
    this.#gaps.set(first, [...(this.#gaps.get(first) ?? []), { last, meaning }]);
    this.#words.add(first).add(last);
  }

  #addWords(words: readonly string[], meaning: Meaning): void {
    let node = this.#root;
    for (const word of words) {
      this.#words.add(word);
      const next = node.next.get(word) ?? newNode<Meaning>();
      node.next.set(word, next);
      node = next;
    }
    node.meaning = meaning;
  }

  /** The phrases in the order of the words. No phrase is within another one. */
  find(words: readonly string[]): Found<Meaning>[] {
    const known = [BEGINNING, ...words.map(this.#know), END];
    const found: Found<Meaning>[] = [];
    let end = 0;
    for (let start = 0; start < known.length; start += 1) {
      const phrase = this.#phraseAt(known, start);
      if (!phrase || start + phrase.length <= end) continue;
      found.push({ meaning: phrase.meaning, length: phrase.length, start: start - 1 });
      end = start + phrase.length;
    }
    return found;
  }

  /** The longest phrase that starts at a word. Plain words take precedence over a gap of the same length. */
  #phraseAt(words: readonly KnownWord<Meaning>[], start: number): Match<Meaning> | null {
    return longer(longestBelow(this.#root, words, start), this.#gapAt(words, start)) ?? words[start]?.affix ?? null;
  }

  #gapAt(words: readonly KnownWord<Meaning>[], start: number): Match<Meaning> | null {
    for (const { last, meaning } of this.#gaps.get(words[start]?.forms[0] ?? '') ?? []) {
      const length = words.slice(start).findIndex(({ forms }) => forms[0] === last) + 1;
      if (length > 1 && length - 2 <= GAP_MAX) return { meaning, length };
    }
    return null;
  }

  readonly #know = memoized((word: string): KnownWord<Meaning> => {
    const forms = formsOf(word);
    return { forms: forms.filter((form) => this.#words.has(form)), affix: this.#affixOf(forms) };
  });

  /** The longest ending takes precedence over the longest start: the end of a German compound names its subject. */
  #affixOf(forms: readonly string[]): Match<Meaning> | null {
    const meaning =
      firstOf(forms, (form, length) => this.#endings.get(form.slice(-length))) ??
      firstOf(forms, (form, length) => this.#beginnings.get(form.slice(0, length)));
    return meaning === undefined ? null : { meaning, length: 1 };
  }
}

/** The first match among the proper suffixes or prefixes of each form, longest first. */
function firstOf<Meaning>(
  forms: readonly string[],
  partOf: (form: string, length: number) => Meaning | undefined,
): Meaning | undefined {
  for (const form of forms) {
    for (let length = form.length - 1; length > 0; length -= 1) {
      const meaning = partOf(form, length);
      if (meaning !== undefined) return meaning;
    }
  }
  return undefined;
}

/** The longest phrase that continues a node with the words from `start`, each in one of its forms. */
function longestBelow<Meaning>(
  node: Node<Meaning>,
  words: readonly KnownWord<Meaning>[],
  start: number,
): Match<Meaning> | null {
  let best: Match<Meaning> | null = null;
  for (const form of words[start]?.forms ?? []) {
    const next = node.next.get(form);
    if (!next) continue;
    const rest = longestBelow(next, words, start + 1);
    if (rest) best = longer(best, { meaning: rest.meaning, length: rest.length + 1 });
    else if (next.meaning !== undefined) best = longer(best, { meaning: next.meaning, length: 1 });
  }
  return best;
}

/** The longer of two matches; the first one if they are equally long. */
function longer<Meaning>(one: Match<Meaning> | null, other: Match<Meaning> | null): Match<Meaning> | null {
  return one && (!other || one.length >= other.length) ? one : other;
}

/** Minimum length of an inflected word: too many shorter words differ in one letter. */
const INFLECTED_LENGTH_MIN = 5;
/** Minimum length of what remains without an ending: `Satın` of a Turkish title is no feminine of `SAT`. */
const STEM_LENGTH_MIN = 4;

/**
 * The forms of a word that mean the same in a title: engineers, managerin, ingeniera, geschaeftsfuehrer. The word as
 * given comes first.
 */
function formsOf(word: string): string[] {
  if (word.length < INFLECTED_LENGTH_MIN) return [word];
  const withoutUmlauts = word.replace(/([aou])e/g, '$1');
  const forms = [word, withoutUmlauts].flatMap((form) => [
    form,
    form.replace(/s$/, ''),
    form.replace(/(?:in|innen)$/, ''),
    form.replace(/a$/, 'o'),
    form.replace(/a$/, ''),
    form.replace(/e$/, ''),
  ]);
  return [...new Set(forms)].filter((form) => form.length >= STEM_LENGTH_MIN);
}
