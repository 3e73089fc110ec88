// Whether a whole field equals a value in brackets. A field keeps a 32-bit hash of its folded words; as such a value is looked up only
// among documents that hold all its words, a hash that is equal by chance answers wrongly about once in four billion of those.
import type { PackedColumn } from './packed-column.ts';

/** Hash of a wordKey; never 0, which stands for an absent text. */
export function wordKeyHash(wordKey: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < wordKey.length; index++) hash = Math.imul(hash ^ wordKey.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0 || 1;
}

/** Makes the test for one hash: whether (one of) a document's texts has it. */
export type WholeTextTest = (hash: number) => (doc: number) => boolean;

/** A field whose documents each have a text of their own: `hashes` by document. */
export function ownTextTest(hashes: PackedColumn): WholeTextTest {
  return (hash) => (doc) => hashes.at(doc) === hash;
}

/** A field whose documents share texts: the 1-based number of the text by document, the hash by number. */
export function sharedTextTest(texts: PackedColumn, hashes: Uint32Array): WholeTextTest {
  return (hash) => (doc) => hashes[texts.at(doc) - 1] === hash;
}

/** A field with several texts a document: those of document d have the hashes from `starts[d]` to before `starts[d + 1]`. */
export function severalTextsTest(starts: PackedColumn, hashes: Uint32Array): WholeTextTest {
  return (hash) => (doc) => {
    const end = starts.at(doc + 1);
    for (let index = starts.at(doc); index < end; index++) if (hashes[index] === hash) return true;
    return false;
  };
}
