// The terms of all fields, sorted by field letter and text, each with its offset in the postings stream. The dictionary
// is read in place by binary search, so opening an edition has no cost per term.

import type { PackedColumn } from '../columns/packed-column.ts';
import { wholeTerm } from '../columns/whole-text.ts';
import type { Blocks, DocSet } from '../sets/doc-set.ts';
import type { Postings } from '../sets/postings.ts';
import { fieldLetter, type TermField } from './field-table.ts';
import type { TextPool } from './text-pool.ts';

/** The maximum number of cached terms of each field in each thread: usually a few KB, at most 2 KB for each term. */
const CACHED_TERMS_MAX = 1024;
/** Longer terms are not cached, in UTF-16 units. */
const CACHED_LENGTH_MAX = 40;

interface CachedTerm {
  readonly blocks: Blocks;
  readonly docs: DocSet | null;
}

/** The dictionary of an edition. A term's rank is its index among the terms of its field, from 0. */
export class TermDictionary {
  readonly #terms: TextPool;
  /** For each term, the word of the stream at which its posting list begins. */
  readonly #offsets: PackedColumn;
  readonly #postings: Postings;
  /** Posting lists by term. Most queries contain the same few thousand words and values. */
  readonly #cache = new Map<TermField, Map<string, CachedTerm>>();

  constructor(terms: TextPool, offsets: PackedColumn, postings: Postings) {
    this.#terms = terms;
    this.#offsets = offsets;
    this.#postings = postings;
  }

  /** The posting list of a field's term; null if no document has it. */
  find(field: TermField, term: string, blocks: Blocks): DocSet | null {
    let ofField = this.#cache.get(field);
    const known = ofField?.get(term);
    if (known?.blocks === blocks) return known.docs;
    ofField ??= new Map();
    this.#cache.set(field, ofField);
    const docs = this.#read(field, term, blocks);
    if (ofField.size >= CACHED_TERMS_MAX) ofField.clear();
    if (term.length <= CACHED_LENGTH_MAX) ofField.set(term, { blocks, docs });
    return docs;
  }

  #read(field: TermField, term: string, blocks: Blocks): DocSet | null {
    const key = Buffer.from(fieldLetter(field) + term);
    const found = this.#terms.lowerBound(key);
    if (found === this.#terms.length || this.#terms.compare(found, key) !== 0) return null;
    return this.#postings.at(this.#offsets.at(found), blocks);
  }

  /** The posting list of each term of a field with the prefix; null if there are more than `max` terms. */
  withPrefix(
    field: TermField,
    prefix: string,
    { blocks, max }: { readonly blocks: Blocks; readonly max: number },
  ): DocSet[] | null {
    const { start, end } = this.#rangeOf(field, prefix);
    if (end - start > max) return null;
    return Array.from({ length: end - start }, (_, index) =>
      this.#postings.at(this.#offsets.at(start + index), blocks),
    );
  }

  /** The wordKeys of all whole texts of a field that has terms for them. */
  wholeTexts(field: TermField): string[] {
    return this.#textsIn(this.#rangeOf(field, wholeTerm('')), 1 + wholeTerm('').length);
  }

  /** The terms of a field in the order of their ranks. */
  termsOf(field: TermField): string[] {
    return this.#textsIn(this.#rangeOf(field, ''), 1);
  }

  #rangeOf(field: TermField, prefix: string): { readonly start: number; readonly end: number } {
    const first = Buffer.from(fieldLetter(field) + prefix);
    const after = Buffer.from(first);
    // The last byte of a UTF-8 character is never 255.
    after[after.length - 1]!++;
    return { start: this.#terms.lowerBound(first), end: this.#terms.lowerBound(after) };
  }

  #textsIn({ start, end }: { readonly start: number; readonly end: number }, cut: number): string[] {
    return Array.from({ length: end - start }, (_, index) => this.#terms.at(start + index).slice(cut));
  }
}
