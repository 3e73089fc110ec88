// Finds the phrases of a table in a list of folded words: the longest, and none that lies within a longer one. A word that stands in
// no phrase is also tried in the forms that a title may have it in: plural, feminine, umlauts written out. What a phrase means is for
// the caller.
import { remembered } from '../bounded-cache.ts';

export interface Found<Meaning> {
  readonly meaning: Meaning;
  /** Words that the phrase takes. */
  readonly length: number;
}

export interface PhraseRule<Meaning> {
  /**
   * Folded words joined by blanks, where `^` is the beginning of a title and `$` its end. `*end` and `begin*` stand for any longer word
   * with that end or beginning, and `first … last` for both words with at most four between them.
   */
  readonly phrase: string;
  readonly meaning: Meaning;
}

/** The phrases that go on with the same words; a meaning where one of them ends. */
interface Node<Meaning> {
  readonly next: Map<string, Node<Meaning>>;
  meaning: Meaning | undefined;
}

interface Gap<Meaning> {
  readonly last: string;
  readonly meaning: Meaning;
}

interface KnownWord<Meaning> {
  /** The form that the table has, or the word itself. */
  readonly word: string;
  /** What its end or beginning means. */
  readonly affix: Found<Meaning> | null;
}

const GAP_MAX = 4;
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

  /** The phrases in the order of the words, none that lies within another. */
  find(words: readonly string[]): Found<Meaning>[] {
    const known = words.map(this.#know);
    const title = ['^'];
    for (const { word } of known) title.push(word);
    title.push('$');
    const found: Found<Meaning>[] = [];
    let end = 0;
    for (let start = 0; start < title.length; start += 1) {
      const phrase = this.#wordsAt(title, start) ?? known[start - 1]?.affix;
      if (!phrase || start + phrase.length <= end) continue;
      found.push(phrase);
      end = start + phrase.length;
    }
    return found;
  }

  #wordsAt(words: readonly string[], start: number): Found<Meaning> | null {
    let node: Node<Meaning> | undefined = this.#root;
    let found: Found<Meaning> | null = this.#gapAt(words, start);
    for (let end = start; end < words.length; end += 1) {
      node = node.next.get(words[end] ?? '');
      if (!node) break;
      const length = end - start + 1;
      if (node.meaning !== undefined && length >= (found?.length ?? 0)) found = { meaning: node.meaning, length };
    }
    return found;
  }

  #gapAt(words: readonly string[], start: number): Found<Meaning> | null {
    for (const { last, meaning } of this.#gaps.get(words[start] ?? '') ?? []) {
      const end = words.indexOf(last, start + 1);
      if (end !== -1 && end - start - 1 <= GAP_MAX) return { meaning, length: end - start + 1 };
    }
    return null;
  }

  readonly #know = remembered((asWritten: string): KnownWord<Meaning> => {
    const word = formsOf(asWritten).find((form) => this.#words.has(form)) ?? asWritten;
    return { word, affix: this.#affixOf(asWritten) };
  });

  /** The longest ending goes before the longest beginning: German words end in what they name. */
  #affixOf(word: string): Found<Meaning> | null {
    const lengths = Array.from({ length: word.length - 1 }, (_, shorter) => word.length - 1 - shorter);
    const ending = lengths.map((length) => word.slice(-length)).find((some) => this.#endings.has(some));
    const beginning = lengths.map((length) => word.slice(0, length)).find((some) => this.#beginnings.has(some));
    const meaning = this.#endings.get(ending ?? '') ?? this.#beginnings.get(beginning ?? '');
    return meaning === undefined ? null : { meaning, length: 1 };
  }
}

/** Words up to this length are taken as they are: too many of them differ in one letter. */
const INFLECTED_LENGTH_MIN = 5;

/** Forms that mean the same in a title: engineers, managerin, ingeniera, geschaeftsfuehrer. The word itself is the first. */
function formsOf(word: string): string[] {
  if (word.length < INFLECTED_LENGTH_MIN) return [word];
  const withoutUmlauts = word.replace(/([aou])e/g, '$1');
  return [word, withoutUmlauts].flatMap((form) => [
    form,
    form.replace(/s$/, ''),
    form.replace(/(?:in|innen)$/, ''),
    form.replace(/a$/, 'o'),
    form.replace(/a$/, ''),
    form.replace(/e$/, ''),
  ]);
}
