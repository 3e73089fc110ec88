// The texts of one field while an edition is built. A source is a text, or the texts that one document holds together:
// documents point to sources, sources to terms, so that a text shared by many documents is read once.
import { GrowableNumbers, ListColumn } from './growable.ts';
import { TermTable } from './term-table.ts';

/** The source of documents that hold no text in the field. */
export const NO_SOURCE = 0;

/** What a term writer takes: sources by number, and the field's distinct terms. */
export interface TermSources {
  readonly terms: TermTable;
  /** The terms of all sources, each once in its list. */
  readonly lists: ListColumn;
}

/** Sources by number, from 1 in the order of adding. */
export class FieldSources implements TermSources {
  readonly terms = new TermTable();
  private readonly read: (text: string) => readonly string[];
  private readonly shared = new Map<string, number>();
  private readonly termsOfText = new Map<string, readonly number[]>();
  readonly lists = new ListColumn();

  /** `read` gives the terms of a text, each once. */
  constructor(read: (text: string) => readonly string[]) {
    this.read = read;
    this.lists.push([]);
  }

  /** Adds the texts of one document as a source of its own; each of them other documents are likely to hold, too. */
  add(texts: readonly string[]): number {
    if (texts.length === 0) return NO_SOURCE;
    this.lists.push([...new Set(texts.flatMap((text) => this.numbersOf(text)))]);
    return this.lists.length - 1;
  }

  /** The source of a text that other documents are likely to hold, too. */
  addShared(text: string | null): number {
    if (text === null) return NO_SOURCE;
    const known = this.shared.get(text);
    if (known !== undefined) return known;
    this.lists.push(this.read(text).map((term) => this.terms.numberOf(term)));
    this.shared.set(text, this.lists.length - 1);
    return this.lists.length - 1;
  }

  /** The texts that went through `addShared`; where all did, the text at index i is source i + 1. */
  sharedTexts(): string[] {
    return [...this.shared.keys()];
  }

  private numbersOf(text: string): readonly number[] {
    const known = this.termsOfText.get(text);
    if (known) return known;
    const numbers = this.read(text).map((term) => this.terms.numberOf(term));
    this.termsOfText.set(text, numbers);
    return numbers;
  }
}

/** The texts of a field in which each row has one of its own. Row r is source r. */
export class OwnTexts implements TermSources {
  readonly terms = new TermTable();
  /** The words of each row in their order, each once. */
  readonly lists = new ListColumn();
  private readonly hashes = new GrowableNumbers();
  private readonly run = { numbers: [] as number[], count: 0, hash: 0 };
  /** Rows whose text has a word twice, by the row; ascending. */
  private readonly repeating = new GrowableNumbers();

  get count(): number {
    return this.lists.length;
  }

  /** The next row. */
  push(text: string | null): void {
    const { run } = this;
    run.count = 0;
    if (text !== null) this.terms.read(text, run);
    const { numbers, count } = run;
    let kept = 0;
    for (let index = 0; index < count; index++) {
      const number = numbers[index]!;
      if (numbers.lastIndexOf(number, index - 1) < 0 || index === 0) numbers[kept++] = number;
    }
    if (kept < count) this.repeating.push(this.lists.length);
    this.hashes.push(count > 0 ? run.hash : 0);
    this.lists.pushFirst(numbers, kept);
  }

  /** The textHash of a row's wordKey. */
  hashOf(row: number): number {
    return this.hashes.at(row);
  }

  /** The rows whose text has a word twice, ascending. */
  repeatingRows(): Uint32Array {
    return this.repeating.view();
  }
}
