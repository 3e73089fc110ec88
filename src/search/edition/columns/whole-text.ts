// Exact match of a whole field with a bracketed value. It is tested only for documents that contain all words of the
// value.
// Short texts shared by many records (cities, industries, specialties) have a term for the whole text in addition to
// the terms of their words. Titles are numbered, and the numbered text is compared.
// Texts that are unique to a record store their word order (word-order.ts). If all words are present, the order decides
// exactly for up to eight words without repetition; for longer texts a 32-bit hash decides. A headline that begins with
// the title stores only the words and the order of the rest.
import { wordKey } from '../../../words/words.ts';
import { textHash } from '../terms/term-table.ts';
import type { TextPool } from '../terms/text-pool.ts';
import type { FrequentColumn } from './frequent-column.ts';
import type { PackedColumn } from './packed-column.ts';
import { AFTER_TITLE, IRREGULAR, orderOfWords } from './word-order.ts';

/** The term of a whole text, given by its wordKey. No word begins with `=`. */
export function wholeTerm(wordKey: string): string {
  return `=${wordKey}`;
}

/** True if a document contains a word in the field. */
export type HasWord = (word: string, doc: number) => boolean;

/**
 * Makes the test for one wordKey: true if the text of a document is equal to it. The text must contain all words of the
 * wordKey.
 */
export type WholeTextTest = (wanted: string, hasWord: HasWord) => (doc: number) => boolean;

/** The rank of the hashes is stored for every 256th document. */
export const DOCS_PER_SAMPLE = 256;

/** The columns of a field in which each document has its own text. */
export interface OwnTextColumns {
  readonly orders: FrequentColumn;
  /** Hashes of the irregular texts, in document order. */
  readonly hashes: Uint32Array;
  /** The number of hashes before document 0, 256, 512 and so on. */
  readonly hashesBefore: PackedColumn;
}

/** The test for a field with a separate text for each document. */
export function ownTextTest(columns: OwnTextColumns): WholeTextTest {
  const { orders } = columns;
  return (wanted) => {
    const order = orderOfWords(wanted.split(' '));
    if (order !== IRREGULAR) return (doc) => orders.at(doc) === order;
    const hash = textHash(wanted);
    return (doc) => orders.at(doc) === IRREGULAR && hashOf(columns, doc) === hash;
  };
}

/**
 * The hash of a document's text, which must be irregular: the rank of the document among the irregular ones finds it.
 */
function hashOf({ orders, hashes, hashesBefore }: OwnTextColumns, doc: number): number {
  const sample = Math.floor(doc / DOCS_PER_SAMPLE);
  let index = hashesBefore.at(sample);
  for (let other = sample * DOCS_PER_SAMPLE; other < doc; other++) if (orders.at(other) === IRREGULAR) index++;
  return hashes[index]!;
}

/**
 * The test for headlines. The words of title and headline together must contain all words of the value; the test
 * decides whether the headline alone is equal to the value.
 */
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
      if (order < AFTER_TITLE) return isWhole(doc) && words.every((word) => hasWord(word, doc));
      const title = titles.codeAt(doc);
      const rest = rests.has(title) ? rests.get(title) : restOf(wanted, wordKey(titles.text(title)));
      rests.set(title, rest ?? null);
      return rest ? order === rest.order && rest.words.every((word) => hasWord(word, doc)) : false;
    };
  };
}

/** The rest of a wordKey after the words of `beginning`; null if it does not begin with them. */
function restOf(wanted: string, beginning: string) {
  if (!`${wanted} `.startsWith(beginning === '' ? '' : `${beginning} `)) return null;
  const words = wanted
    .slice(beginning.length)
    .split(' ')
    .filter((word) => word !== '');
  return { order: AFTER_TITLE + orderOfWords(words), words };
}

/**
 * The test for a field whose documents share texts. `numbers`: the text number of each document, from 1. `hashes`,
 * `texts`: by text number.
 */
export function sharedTextTest(
  numbers: { codeAt(doc: number): number },
  { hashes, texts }: { readonly hashes: Uint32Array; readonly texts: TextPool },
): WholeTextTest {
  return (wanted) => {
    const hash = textHash(wanted);
    const equal = new Set<number>();
    for (let index = hashes.indexOf(hash); index >= 0; index = hashes.indexOf(hash, index + 1))
      if (wordKey(texts.at(index)) === wanted) equal.add(index + 1);
    return (doc) => equal.has(numbers.codeAt(doc));
  };
}
