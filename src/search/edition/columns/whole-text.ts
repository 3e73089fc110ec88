// Whether a whole field equals a value in brackets. Looked at only where all words of the value are there.
// Short texts that many records share (cities, industries, specialties) have a term for the whole text beside those of their words.
// Titles are numbered, and the number is settled on the text itself. Texts that differ from record to record keep the order of their
// words, word-order.ts: with all words there, it tells exactly whether they are the value, up to eight words without a repetition; of
// longer texts a hash of 32 bits tells it. A headline that begins with the title keeps words and order of the rest only.
import { wordKey } from '../../../words/words.ts';
import { textHash } from '../terms/term-table.ts';
import type { TextPool } from '../terms/text-pool.ts';
import type { FrequentColumn } from './frequent-column.ts';
import type { PackedColumn } from './packed-column.ts';
import { BEHIND_TITLE, IRREGULAR, orderOfWords } from './word-order.ts';

/** The term of a whole text by its wordKey; no word begins like it. */
export function wholeTerm(wordKey: string): string {
  return `=${wordKey}`;
}

/** Whether a document holds a word in the field. */
export type HasWord = (word: string, doc: number) => boolean;

/** Makes the test for one wordKey: whether a document's text, which holds all of its words, has it. */
export type WholeTextTest = (wanted: string, hasWord: HasWord) => (doc: number) => boolean;

/** Documents from a multiple of it on to the next one are a stretch. */
export const HASH_STRETCH = 256;

/** The texts of a field in which each document has one of its own. */
export interface OwnTextColumns {
  readonly orders: FrequentColumn;
  /** Of the texts that are irregular, in the order of documents. */
  readonly hashes: Uint32Array;
  /** How many hashes stand before those of each stretch. */
  readonly hashesBefore: PackedColumn;
}

/** A field with a text of its own for each document. */
export function ownTextTest(columns: OwnTextColumns): WholeTextTest {
  const { orders } = columns;
  return (wanted) => {
    const order = orderOfWords(wanted.split(' '));
    if (order !== IRREGULAR) return (doc) => orders.at(doc) === order;
    const hash = textHash(wanted);
    return (doc) => orders.at(doc) === IRREGULAR && hashOf(columns, doc) === hash;
  };
}

/** The hash of a document's text, which must be irregular. */
function hashOf({ orders, hashes, hashesBefore }: OwnTextColumns, doc: number): number {
  const stretch = Math.floor(doc / HASH_STRETCH);
  let place = hashesBefore.at(stretch);
  for (let other = stretch * HASH_STRETCH; other < doc; other++) if (orders.at(other) === IRREGULAR) place++;
  return hashes[place]!;
}

/** The field of headlines. Documents that hold all words of a value in title and headline are asked whether the headline alone is the value. */
export function headlineTest(
  columns: OwnTextColumns,
  titles: { codeAt(doc: number): number; text(code: number): string },
): WholeTextTest {
  const isOwnText = ownTextTest(columns);
  return (wanted, hasWord) => {
    const isWhole = isOwnText(wanted, hasWord);
    const words = [...new Set(wanted.split(' '))];
    const rests = new Map<number, { readonly order: number; readonly words: readonly string[] } | null>();
    return (doc) => {
      const order = columns.orders.at(doc);
      if (order < BEHIND_TITLE) return isWhole(doc) && words.every((word) => hasWord(word, doc));
      const title = titles.codeAt(doc);
      const rest = rests.has(title) ? rests.get(title) : restOf(wanted, wordKey(titles.text(title)));
      rests.set(title, rest ?? null);
      return rest ? order === rest.order && rest.words.every((word) => hasWord(word, doc)) : false;
    };
  };
}

/** What is left of a wordKey behind another one that it begins with; null where it begins otherwise. */
function restOf(wanted: string, beginning: string) {
  if (!`${wanted} `.startsWith(beginning === '' ? '' : `${beginning} `)) return null;
  const words = wanted
    .slice(beginning.length)
    .split(' ')
    .filter((word) => word !== '');
  return { order: BEHIND_TITLE + orderOfWords(words), words };
}

/** A field whose documents share texts: the number of the text by document, from 1; hash and text by number. */
export function sharedTextTest(
  numbers: { codeAt(doc: number): number },
  { hashes, texts }: { readonly hashes: Uint32Array; readonly texts: TextPool },
): WholeTextTest {
  return (wanted) => {
    const hash = textHash(wanted);
    const equal = new Set<number>();
    for (let place = hashes.indexOf(hash); place >= 0; place = hashes.indexOf(hash, place + 1))
      if (wordKey(texts.at(place)) === wanted) equal.add(place + 1);
    return (doc) => equal.has(numbers.codeAt(doc));
  };
}
