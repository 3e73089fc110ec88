// Whether a whole field equals a value in brackets. Looked at only where all words of the value are there.
// Short texts that many records share (cities, industries, specialties) have a term for the whole text beside those of their words.
// Titles are numbered, and the number is settled on the text itself. Texts that differ from record to record keep the order of their
// words, word-order.ts: with all words there, it tells exactly whether they are the value, up to eight words without a repetition; of
// longer texts a hash of 32 bits tells it.
import { wordKey } from '../../words/words.ts';
import type { PackedColumn } from './packed-column.ts';
import { textHash } from './term-table.ts';
import type { TextPool } from './text-pool.ts';
import { IRREGULAR, orderOfWords } from './word-order.ts';

/** The term of a whole text by its wordKey; no word begins like it. */
export function wholeTerm(wordKey: string): string {
  return `=${wordKey}`;
}

/** Makes the test for one wordKey: whether a document's text, which holds all of its words, has it. */
export type WholeTextTest = (wanted: string) => (doc: number) => boolean;

/** A field whose documents each have a text of their own: `orders` by document, and of the irregular ones, `docs`, `hashes` of the text. */
export function ownTextTest(columns: {
  readonly orders: PackedColumn;
  readonly docs: PackedColumn;
  readonly hashes: Uint32Array;
}): WholeTextTest {
  const { orders, docs, hashes } = columns;
  return (wanted) => {
    const order = orderOfWords(wanted.split(' '));
    if (order !== IRREGULAR) return (doc) => orders.at(doc) === order;
    const hash = textHash(wanted);
    return (doc) => orders.at(doc) === IRREGULAR && hashes[docs.lowerBound(doc)] === hash;
  };
}

/** A field whose documents share texts: the 1-based number of the text by document; hash and text by number. */
export function sharedTextTest(
  numbers: PackedColumn,
  { hashes, texts }: { readonly hashes: Uint32Array; readonly texts: TextPool },
): WholeTextTest {
  return (wanted) => {
    const hash = textHash(wanted);
    const equal = new Set<number>();
    for (let place = hashes.indexOf(hash); place >= 0; place = hashes.indexOf(hash, place + 1))
      if (wordKey(texts.at(place)) === wanted) equal.add(place + 1);
    return (doc) => equal.has(numbers.at(doc));
  };
}
