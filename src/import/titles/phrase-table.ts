// Finds the phrases of a table in a list of words, longest first, no word in two of them.

export interface Phrase<Meaning> {
  readonly meaning: Meaning;
  /** Words that the phrase takes. */
  readonly length: number;
}

interface Entry<Meaning> {
  /**
   * Folded words joined by blanks. `=word` stands for the whole title only, `*end` for any longer word with that end, and `first … last` for
   * both words with at most four between them.
   */
  readonly phrase: string;
  readonly meaning: Meaning;
}

const GAP_MAX = 4;

export class PhraseTable<Meaning> {
  readonly #phrases = new Map<string, Meaning>();
  readonly #whole = new Map<string, Meaning>();
  readonly #endings: { readonly ending: string; readonly meaning: Meaning }[] = [];
  readonly #gaps: { readonly first: string; readonly last: string; readonly meaning: Meaning }[] = [];
  readonly #lengthMax: number;

  constructor(entries: readonly Entry<Meaning>[]) {
    for (const { phrase, meaning } of entries) this.#add(phrase, meaning);
    this.#lengthMax = Math.max(0, ...[...this.#phrases.keys()].map((phrase) => phrase.split(' ').length));
  }

  #add(phrase: string, meaning: Meaning): void {
    const [first, last] = phrase.split(' … ');
    if (first !== undefined && last !== undefined) this.#gaps.push({ first, last, meaning });
    else if (phrase.startsWith('=')) this.#whole.set(phrase.slice(1), meaning);
    else if (phrase.startsWith('*')) this.#endings.push({ ending: phrase.slice(1), meaning });
    else this.#phrases.set(phrase, meaning);
  }

  /** The phrases in the order of the words. */
  find(words: readonly string[]): Phrase<Meaning>[] {
    const whole = this.#whole.get(words.join(' '));
    if (whole !== undefined) return [{ meaning: whole, length: words.length }];
    const found: Phrase<Meaning>[] = [];
    for (let start = 0; start < words.length; ) {
      const phrase = this.#phraseAt(words, start);
      if (phrase) found.push(phrase);
      start += phrase?.length ?? 1;
    }
    return found;
  }

  #phraseAt(words: readonly string[], start: number): Phrase<Meaning> | null {
    for (const { first, last, meaning } of this.#gaps) {
      if (words[start] !== first) continue;
      const end = words.indexOf(last, start + 1);
      if (end !== -1 && end - start - 1 <= GAP_MAX) return { meaning, length: end - start + 1 };
    }
    for (let length = Math.min(this.#lengthMax, words.length - start); length > 0; length--) {
      const meaning = this.#phrases.get(words.slice(start, start + length).join(' '));
      if (meaning !== undefined) return { meaning, length };
    }
    const word = words[start] ?? '';
    const ending = this.#endings.find((entry) => word.length > entry.ending.length && word.endsWith(entry.ending));
    return ending ? { meaning: ending.meaning, length: 1 } : null;
  }
}
