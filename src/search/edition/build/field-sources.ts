// The texts of one field while an edition is built. A source is a text, or the texts that one document holds together:
// documents point to sources, sources to terms, so that a text shared by many documents is read once.

import { ORDERED_WORDS_MAX } from '../columns/word-order.ts';
import { TermTable } from '../terms/term-table.ts';
import { GrowableFlags, GrowableNumbers, ListColumn } from './growable.ts';

/** The source of documents that hold no text in the field. */
export const NO_SOURCE = 0;

/** What a term writer takes: sources by number, and the field's distinct terms. */
export interface TermSources {
  readonly terms: TermTable;
  /** The terms of all sources, each once in its list. */
  readonly lists: ListColumn;
}

/** A field's texts, and the source of each document. */
export interface FieldTexts<Sources extends TermSources> {
  readonly sources: Sources;
  readonly sourceOfDoc: Uint32Array;
  /** The sources that the edition keeps a column of: those of the documents, or where documents share something, of that. */
  readonly column: Uint32Array;
}

/** Sources by number, from 1 in the order of adding. */
export class FieldSources implements TermSources {
  readonly terms = new TermTable();
  readonly #read: (text: string) => readonly string[];
  readonly #shared = new Map<string, number>();
  readonly #termsOfText = new Map<string, readonly number[]>();
  readonly lists = new ListColumn();

  /** `read` gives the terms of a text, each once. */
  constructor(read: (text: string) => readonly string[]) {
    this.#read = read;
    this.lists.push([]);
  }

  /** Adds the texts of one document as a source of its own; each of them other documents are likely to hold, too. */
  add(texts: readonly string[]): number {
    if (texts.length === 0) return NO_SOURCE;
    this.lists.push([...new Set(texts.flatMap((text) => this.#numbersOf(text)))]);
    return this.lists.length - 1;
  }

  /** The source of a text that other documents are likely to hold, too. */
  addShared(text: string | null): number {
    if (text === null) return NO_SOURCE;
    const known = this.#shared.get(text);
    if (known !== undefined) return known;
    this.lists.push(this.#read(text).map((term) => this.terms.numberOf(term)));
    this.#shared.set(text, this.lists.length - 1);
    return this.lists.length - 1;
  }

  /** The texts that went through `addShared`; where all did, the text at index i is source i + 1. */
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

/** What ends a title inside a headline; no word that is written with signs begins or goes on with one of these. */
const SEPARATORS = ' ,;|/(@-';

/** The texts of a field in which each row has one of its own. Row r is source r. */
export class OwnTexts implements TermSources {
  readonly terms = new TermTable();
  /** The words of each row in their order, each once; of a row behind its title those of the rest. */
  readonly lists = new ListColumn();
  readonly #run = { numbers: [] as number[], count: 0, hash: 0 };
  /** Rows with a word twice or more words than an order tells, ascending, and the hashes of their texts. */
  readonly #irregular = new GrowableNumbers();
  readonly #hashes = new GrowableNumbers();
  readonly #behindTitle = new GrowableFlags();

  get count(): number {
    return this.lists.length;
  }

  /** The next row. Where the text begins with `title`, it keeps what stands behind. */
  push(text: string | null, title: string | null = null): void {
    const isBehind = text !== null && title !== null && isBeginning(title, text);
    const kept = this.#read(text, isBehind ? title.length : 0);
    if (isBehind && !isRegular(kept, this.#run.count)) {
      this.push(text);
      return;
    }
    if (!isRegular(kept, this.#run.count)) {
      this.#irregular.push(this.count);
      this.#hashes.push(this.#run.hash);
    }
    this.#behindTitle.push(isBehind);
    this.lists.pushFirst(this.#run.numbers, kept);
  }

  isBehindTitle(row: number): boolean {
    return this.#behindTitle.at(row);
  }

  /** The irregular rows, ascending, and the textHash of the wordKey of each. */
  irregularRows(): { readonly rows: Uint32Array; readonly hashes: Uint32Array } {
    return { rows: this.#irregular.view(), hashes: this.#hashes.view() };
  }

  /** Reads the words of a text from a unit on to the run, and answers how many are left without repetition. */
  #read(text: string | null, from: number): number {
    const run = this.#run;
    run.count = 0;
    if (text !== null) this.terms.read(text, run, from);
    const { numbers, count } = run;
    let kept = 0;
    for (let index = 0; index < count; index++) {
      const number = numbers[index]!;
      let place = 0;
      while (place < kept && numbers[place] !== number) place++;
      if (place === kept) numbers[kept++] = number;
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
