// Converts the sources of fields to the dictionary and the postings of an edition, field by field.
import { assert } from '../../../ops/assert.ts';
import type { FieldTexts, TermSources } from '../build/field-sources.ts';
import { GrowableNumbers, GrowableTexts } from '../build/growable.ts';
import { packColumn } from '../columns/packed-column.ts';
import type { EditionFileWriter } from '../edition-file.ts';
import { fieldLetter, type TermField } from './field-table.ts';
import { writePostings } from './write-postings.ts';

/** Collects the terms of all fields; fields must be written in the order of their letters. */
export class TermWriter {
  readonly #blockBits: number;
  readonly #terms = new GrowableTexts();
  readonly #offsets = new GrowableNumbers();
  readonly #stream = new GrowableNumbers();
  /** The first written list for each hash of documents. */
  readonly #listsByHash = new Map<number, { readonly offset: number; readonly length: number }>();
  #lastLetter = '';

  constructor(blockBits: number) {
    this.#blockBits = blockBits;
  }

  /** Writes a field's terms and their documents. Returns the rank of each term by its number in `sources`. */
  write(field: TermField, texts: FieldTexts<TermSources>): Uint32Array {
    const letter = fieldLetter(field);
    assert(letter > this.#lastLetter, 'fields are written in the order of their letters');
    this.#lastLetter = letter;
    const { starts, postings } = postingsByTerm(texts);
    const { terms } = texts.sources;
    const ranks = new Uint32Array(terms.count);
    let rank = 0;
    for (const { text, number } of terms.sorted()) {
      const start = starts[number]!;
      const end = starts[number + 1]!;
      if (start === end) continue;
      ranks[number] = rank++;
      this.#terms.push(letter + text);
      this.#offsets.push(this.#offsetOf(postings.subarray(start, end)));
    }
    return ranks;
  }

  /**
   * The offset of a posting list in the stream. Terms with equal documents share one list, such as a city of one word
   * and that word.
   */
  #offsetOf(docs: Uint32Array): number {
    const offset = this.#stream.length;
    writePostings(this.#stream, docs, this.#blockBits);
    const length = this.#stream.length - offset;
    const hash = hashOf(docs);
    const known = this.#listsByHash.get(hash);
    if (known === undefined) this.#listsByHash.set(hash, { offset, length });
    else if (known.length === length && this.#stream.equalAt(known.offset, offset, length)) {
      this.#stream.length = offset;
      return known.offset;
    }
    return offset;
  }

  finish(file: EditionFileWriter): void {
    addTexts(file, 'terms', this.#terms);
    file.add('terms.places', packColumn(this.#offsets.view()));
    this.#stream.push(0);
    file.add('postings', this.#stream.view());
  }
}

/** Adds texts as the two sections of a text pool. */
export function addTexts(file: EditionFileWriter, name: string, texts: GrowableTexts): void {
  file.add(`${name}.starts`, packColumn(texts.offsets()));
  file.add(`${name}.bytes`, texts.content());
}

/** The documents of each term, ascending. The documents of term t are at `starts[t]` <= index < `starts[t + 1]`. */
function postingsByTerm({ sources, sourceOfDoc }: FieldTexts<TermSources>): {
  starts: Uint32Array;
  postings: Uint32Array;
} {
  const starts = new Uint32Array(sources.terms.count + 1);
  const { ends: sourceEnds, values } = sources.lists.views();
  for (let doc = 0; doc < sourceOfDoc.length; doc++) {
    const source = sourceOfDoc[doc]!;
    const end = sourceEnds[source]!;
    for (let index = source === 0 ? 0 : sourceEnds[source - 1]!; index < end; index++) starts[values[index]! + 1]!++;
  }
  for (let term = 0; term < sources.terms.count; term++) starts[term + 1]! += starts[term]!;
  const ends = starts.slice();
  const postings = new Uint32Array(starts[sources.terms.count]!);
  for (let doc = 0; doc < sourceOfDoc.length; doc++) {
    const source = sourceOfDoc[doc]!;
    const end = sourceEnds[source]!;
    for (let index = source === 0 ? 0 : sourceEnds[source - 1]!; index < end; index++)
      postings[ends[values[index]!]!++] = doc;
  }
  return { starts, postings };
}

function hashOf(docs: Uint32Array): number {
  let low = docs.length;
  let high = 0;
  for (let index = 0; index < docs.length; index++) {
    low = Math.imul(low ^ docs[index]!, 0x01000193);
    high = (Math.imul(high, 31) + docs[index]!) | 0;
  }
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0);
}
