// Turns the sources of fields into the dictionary and the postings of an edition, field after field.
import { assert } from '../../ops/assert.ts';
import type { EditionFileWriter } from './edition-file.ts';
import type { FieldSources } from './field-sources.ts';
import { fieldLetter, type TermField } from './field-table.ts';
import { GrowableNumbers, GrowableTexts } from './growable.ts';
import { packColumn } from './packed-column.ts';
import { writePostings } from './postings.ts';

/** The documents of a field: their number, and the source of each. */
export interface FieldDocs {
  readonly count: number;
  sourceOf(doc: number): number;
}

/** Gathers the terms of all fields; fields must come in the order of their letters. */
export class TermWriter {
  private readonly blockBits: number;
  private readonly terms = new GrowableTexts();
  private readonly places = new GrowableNumbers();
  private readonly stream = new GrowableNumbers();
  private lastLetter = '';

  constructor(blockBits: number) {
    this.blockBits = blockBits;
  }

  /** Writes a field's terms and their documents. Answers the rank of each term by its number in `sources`. */
  write(field: TermField, sources: FieldSources, docs: FieldDocs): Uint32Array {
    const letter = fieldLetter(field);
    assert(letter > this.lastLetter, 'fields are written in the order of their letters');
    this.lastLetter = letter;
    const { starts, postings } = postingsByTerm(sources, docs);
    const ranks = new Uint32Array(sources.termCount);
    let rank = 0;
    for (const { text, number } of sources.sortedTerms()) {
      const start = starts[number]!;
      const end = starts[number + 1]!;
      if (start === end) continue;
      ranks[number] = rank++;
      this.terms.push(letter + text);
      this.places.push(this.stream.length);
      writePostings(this.stream, postings.subarray(start, end), this.blockBits);
    }
    return ranks;
  }

  finish(file: EditionFileWriter): void {
    addTexts(file, 'terms', this.terms);
    file.add('terms.places', packColumn(this.places.view()));
    file.add('postings', this.stream.view());
  }
}

/** Adds texts as the two sections of a pool. */
export function addTexts(file: EditionFileWriter, name: string, texts: GrowableTexts): void {
  file.add(`${name}.starts`, packColumn(texts.offsets()));
  file.add(`${name}.bytes`, texts.content());
}

/** The documents of each term, ascending: those of term t lie from `starts[t]` to before `starts[t + 1]`. */
function postingsByTerm(sources: FieldSources, docs: FieldDocs): { starts: Uint32Array; postings: Uint32Array } {
  const starts = new Uint32Array(sources.termCount + 1);
  for (let doc = 0; doc < docs.count; doc++) {
    for (const term of sources.termsOf(docs.sourceOf(doc))) starts[term + 1]!++;
  }
  for (let term = 0; term < sources.termCount; term++) starts[term + 1]! += starts[term]!;
  const ends = starts.slice();
  const postings = new Uint32Array(starts[sources.termCount]!);
  for (let doc = 0; doc < docs.count; doc++) {
    for (const term of sources.termsOf(docs.sourceOf(doc))) postings[ends[term]!++] = doc;
  }
  return { starts, postings };
}
