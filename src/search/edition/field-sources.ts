// The texts of one field while an edition is built. A source is a text, or the texts that one document holds together:
// documents point to sources, sources to terms, so that a text shared by many documents is read once.
import { wordKey } from '../../words/words.ts';
import { GrowableNumbers } from './growable.ts';
import { fingerprint } from './whole-text.ts';

/** The source of documents that hold no text in the field. */
export const NO_SOURCE = 0;

/** The sources of a field by number, from 1 in the order of adding, and its distinct terms by number, from 0. */
export class FieldSources {
  private readonly read: (text: string) => readonly string[];
  private readonly terms = new Map<string, number>();
  private readonly shared = new Map<string, number>();
  private readonly sourceTerms = new ListColumn();
  private readonly sourceFingerprints = new ListColumn();

  /** `read` gives the terms of a text, each once. */
  constructor(read: (text: string) => readonly string[]) {
    this.read = read;
    this.sourceTerms.push([]);
    this.sourceFingerprints.push([]);
  }

  /** Number of sources, that of absent texts not counted. */
  get count(): number {
    return this.sourceTerms.length - 1;
  }

  get termCount(): number {
    return this.terms.size;
  }

  /** Adds the texts of one document as a source of its own. */
  add(texts: readonly string[]): number {
    if (texts.length === 0) return NO_SOURCE;
    const terms = new Set(texts.flatMap((text) => this.read(text)));
    this.sourceTerms.push(Array.from(terms, (term) => this.termNumber(term)));
    this.sourceFingerprints.push(texts.map((text) => fingerprint(wordKey(text))));
    return this.sourceTerms.length - 1;
  }

  /** The source of a text that other documents are likely to hold, too. */
  addShared(text: string | null): number {
    if (text === null) return NO_SOURCE;
    const known = this.shared.get(text);
    if (known !== undefined) return known;
    const source = this.add([text]);
    this.shared.set(text, source);
    return source;
  }

  /** The texts that went through `addShared`; where all did, the text at index i is source i + 1. */
  sharedTexts(): string[] {
    return [...this.shared.keys()];
  }

  /** Distinct terms in the order of code units. */
  sortedTerms(): { readonly text: string; readonly number: number }[] {
    return [...this.terms.keys()].sort().map((text) => ({ text, number: this.terms.get(text)! }));
  }

  termsOf(source: number): Uint32Array {
    return this.sourceTerms.at(source);
  }

  /** The fingerprints of the source's texts, as brackets compare them. */
  fingerprintsOf(source: number): Uint32Array {
    return this.sourceFingerprints.at(source);
  }

  private termNumber(term: string): number {
    const known = this.terms.get(term);
    if (known !== undefined) return known;
    this.terms.set(term, this.terms.size);
    return this.terms.size - 1;
  }
}

/** A growing column of lists of numbers. */
class ListColumn {
  private readonly ends = new GrowableNumbers();
  private readonly values = new GrowableNumbers();

  get length(): number {
    return this.ends.length;
  }

  push(list: readonly number[]): void {
    for (const value of list) this.values.push(value);
    this.ends.push(this.values.length);
  }

  at(index: number): Uint32Array {
    return this.values.slice(index === 0 ? 0 : this.ends.at(index - 1), this.ends.at(index));
  }
}
