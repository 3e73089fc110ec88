// The texts of one field during an edition build. A source is the text, or all texts, of one document. Documents refer
// to sources, and sources refer to terms, so that a text shared by many documents is tokenized once.

import { ORDERED_WORDS_MAX } from '../columns/word-order.ts';
import { TermTable } from '../terms/term-table.ts';
import { GrowableFlags, GrowableNumbers, ListColumn } from './growable.ts';

/** The source of documents without a text in the field. */
export const NO_SOURCE = 0;

/** The input of a term writer: the sources by number, and the distinct terms of the field. */
export interface TermSources {
  readonly terms: TermTable;
  /** The terms of each source, without duplicates. */
  readonly lists: ListColumn;
}

/** The texts of a field, and the source of each document. */
export interface FieldTexts<Sources extends TermSources> {
  readonly sources: Sources;
  readonly sourceOfDoc: Uint32Array;
  /**
   * The sources to write as a column: one for each document, or one for each dictionary entry if the field is
   * dictionary-encoded.
   */
  readonly column: Uint32Array;
}

/** Sources by number, from 1 in insertion order. */
export class FieldSources implements TermSources {
  readonly terms = new TermTable();
  readonly #read: (text: string) => readonly string[];
  readonly #shared = new Map<string, number>();
  readonly #termsOfText = new Map<string, readonly number[]>();
  readonly lists = new ListColumn();

  /** `read` returns the terms of a text without duplicates. */
  constructor(read: (text: string) => readonly string[]) {
    this.#read = read;
    this.lists.push([]);
  }

  /** Adds the texts of one document as a separate source; other documents may share its single texts. */
  add(texts: readonly string[]): number {
    if (texts.length === 0) return NO_SOURCE;
    this.lists.push([...new Set(texts.flatMap((text) => this.#numbersOf(text)))]);
    return this.lists.length - 1;
  }

  /** The source of a text that other documents may share; added if it is new. */
  addShared(text: string | null): number {
    if (text === null) return NO_SOURCE;
    const known = this.#shared.get(text);
    if (known !== undefined) return known;
    this.lists.push(this.#read(text).map((term) => this.terms.numberOf(term)));
    this.#shared.set(text, this.lists.length - 1);
    return this.lists.length - 1;
  }

  /** The texts added by `addShared`. If all sources were added by `addShared`, the text at index i is source i + 1. */
  sharedTexts(): string[] {
    return [...this.#shared.keys()];
  }

  #numbersOf(text: string): readonly number[] {
    const known = this.#termsOfText.get(text);
    if (known) return known;
    const numbers = this.#read(text).map((term) => this.terms.numberOf(term));
    this.#termsOfText.set(text, numbers);
    return numbers;
  }
}

/**
 * Characters that end a title inside a headline. No word, even one with punctuation, begins or continues with one of
 * them.
 */
const SEPARATORS = ' ,;|/(@-';

/** The texts of a field in which each row has its own text. Row r is source r. */
export class OwnTexts implements TermSources {
  readonly terms = new TermTable();
  /**
   * The distinct words of each row in the order of the text. For a headline that begins with its title, only the words
   * after the title.
   */
  readonly lists = new ListColumn();
  readonly #run = { numbers: [] as number[], count: 0, hash: 0 };
  /**
   * The rows with a repeated word, or with more words than a word order can encode; ascending. Their texts are stored
   * as hashes.
   */
  readonly #irregular = new GrowableNumbers();
  readonly #hashes = new GrowableNumbers();
  /** The rows of which only the words after the title are stored. */
  readonly #isAfterTitle = new GrowableFlags();

  get count(): number {
    return this.lists.length;
  }

  /** Appends a row. If the text begins with `title`, stores only the rest. */
  push(text: string | null, title: string | null = null): void {
    const isAfterTitle = text !== null && title !== null && isBeginning(title, text);
    const kept = this.#read(text, isAfterTitle ? title.length : 0);
    if (isAfterTitle && !isRegular(kept, this.#run.count)) {
      this.push(text);
      return;
    }
    if (!isRegular(kept, this.#run.count)) {
      this.#irregular.push(this.count);
      this.#hashes.push(this.#run.hash);
    }
    this.#isAfterTitle.push(isAfterTitle);
    this.lists.pushFirst(this.#run.numbers, kept);
  }

  isAfterTitle(row: number): boolean {
    return this.#isAfterTitle.at(row);
  }

  /** `rows`: the irregular rows, ascending. `hashes`: the `textHash` of the wordKey of each row. */
  irregularRows(): { readonly rows: Uint32Array; readonly hashes: Uint32Array } {
    return { rows: this.#irregular.view(), hashes: this.#hashes.view() };
  }

  /** Reads the words of a text from UTF-16 unit `from` into the run; returns the number of distinct words. */
  #read(text: string | null, from: number): number {
    const run = this.#run;
    run.count = 0;
    if (text !== null) this.terms.read(text, run, from);
    const { numbers, count } = run;
    let kept = 0;
    for (let index = 0; index < count; index++) {
      const number = numbers[index]!;
      let slot = 0;
      while (slot < kept && numbers[slot] !== number) slot++;
      if (slot === kept) numbers[kept++] = number;
    }
    return kept;
  }
}

function isRegular(kept: number, count: number): boolean {
  return kept === count && count <= ORDERED_WORDS_MAX;
}

function isBeginning(title: string, text: string): boolean {
  return text.startsWith(title) && (text.length === title.length || SEPARATORS.includes(text[title.length]!));
}
