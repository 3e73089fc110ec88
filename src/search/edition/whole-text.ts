// Whether a whole field equals a value in brackets.
// Short texts that many records share (cities, industries, specialties) have a term for the whole text beside those of their words.
// Texts that differ from record to record have a fingerprint: how many different words, and a 16-bit hash of them in their order. It is
// looked at only where all words of the value are there; as the count rules out further words, nothing but the same words in another
// order or number can be taken for the value, once in 65,536 of such.
import type { PackedColumn } from './packed-column.ts';

const COUNT_MAX = 31;

/** The term of a whole text by its wordKey; no word begins like it. */
export function wholeTerm(wordKey: string): string {
  return `=${wordKey}`;
}

/** Fingerprint of a wordKey, 21 bits; 0 only for one without words, which no value in brackets equals. */
export function fingerprint(wordKey: string): number {
  if (wordKey === '') return 0;
  let hash = 0x811c9dc5;
  for (let index = 0; index < wordKey.length; index++) hash = Math.imul(hash ^ wordKey.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  const count = new Set(wordKey.split(' ')).size;
  return (Math.min(count, COUNT_MAX) << 16) | (hash >>> 16);
}

/** Makes the test for one fingerprint: whether a document's text has it. */
export type WholeTextTest = (wanted: number) => (doc: number) => boolean;

/** A field whose documents each have a text of their own: `fingerprints` by document. */
export function ownTextTest(fingerprints: PackedColumn): WholeTextTest {
  return (wanted) => (doc) => fingerprints.at(doc) === wanted;
}

/** A field whose documents share texts: the 1-based number of the text by document, the fingerprint by number. */
export function sharedTextTest(texts: PackedColumn, fingerprints: Uint32Array): WholeTextTest {
  return (wanted) => (doc) => fingerprints[texts.at(doc) - 1] === wanted;
}
