// The terms of all fields, ascending by field letter and code units, each with its place in the stream of postings.
// Read in place by binary search: opening an edition costs nothing per term.
import type { Blocks, DocSet } from './doc-set.ts';
import { fieldLetter, type TermField } from './field-table.ts';
import type { PackedColumn } from './packed-column.ts';
import type { Postings } from './term-set.ts';
import type { TextPool } from './text-pool.ts';

/** The dictionary of an edition. A term's rank is its number among the terms of its field, from 0. */
export class TermDictionary {
  private readonly terms: TextPool;
  private readonly places: PackedColumn;
  private readonly postings: Postings;

  constructor(terms: TextPool, places: PackedColumn, postings: Postings) {
    this.terms = terms;
    this.places = places;
    this.postings = postings;
  }

  /** The documents of a field's term; null where no document has it. */
  find(field: TermField, term: string, blocks: Blocks): DocSet | null {
    const key = Buffer.from(fieldLetter(field) + term);
    const found = this.terms.lowerBound(key);
    if (found === this.terms.length || this.terms.compare(found, key) !== 0) return null;
    return this.postings.at(this.places.at(found), blocks);
  }

  /** The terms of a field in the order of their ranks. */
  termsOf(field: TermField): string[] {
    const letter = fieldLetter(field);
    const end = this.terms.lowerBound(Buffer.from(String.fromCharCode(letter.charCodeAt(0) + 1)));
    const terms: string[] = [];
    for (let term = this.terms.lowerBound(Buffer.from(letter)); term < end; term++)
      terms.push(this.terms.at(term).slice(1));
    return terms;
  }
}
