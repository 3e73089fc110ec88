// A dictionary-encoded column of closed values. The terms of the field are the dictionary: a code is a rank plus 1.
import type { DocSet } from '../sets/doc-set.ts';
import type { ValueTest } from '../sets/value-set.ts';
import type { Column } from './packed-column.ts';

/** The closed values of a field, and for each document the index of its value plus 1; 0 if it has none. */
export class ValueColumn {
  /** The values that occur, in text order. */
  readonly values: readonly string[];
  readonly #codes: Column;
  readonly #codeOf: ReadonlyMap<string, number>;
  readonly #findTerms: () => readonly DocSet[];
  #foundTerms: readonly DocSet[] | null = null;

  /** `findTerms` returns the documents of each value. */
  constructor(values: readonly string[], codes: Column, findTerms: () => readonly DocSet[]) {
    this.values = values;
    this.#codes = codes;
    this.#findTerms = findTerms;
    this.#codeOf = new Map(values.map((value, index) => [value, index + 1]));
  }

  get codeCount(): number {
    return this.values.length;
  }

  codeAt(doc: number): number {
    return this.#codes.at(doc);
  }

  at(doc: number): string | null {
    return this.values[this.#codes.at(doc) - 1] ?? null;
  }

  /** The documents of each value. */
  get terms(): readonly DocSet[] {
    this.#foundTerms ??= this.#findTerms();
    return this.#foundTerms;
  }

  /** A test that is true for documents with one of the values. */
  testFor(values: readonly string[]): ValueTest {
    const wanted = new Uint8Array(this.values.length + 1);
    for (const value of values) wanted[this.#codeOf.get(value) ?? 0] = 1;
    wanted[0] = 0;
    return { codes: this.#codes, wanted };
  }
}
