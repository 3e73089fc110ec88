// The slug of a record whose source gives no profile URL: readable, and the same whenever the same text comes again.
import { wordKey } from '../words/words.ts';

const NOT_IN_SLUGS = /[^\p{L}\p{M}\p{Nd}_.&'+(),’-]/gu;

/** The folded words of a text joined by hyphens, at most `lengthMax` code points, in the normal form of slugs; empty for a text without words. */
export function slugOfText(text: string, lengthMax: number): string {
  const slug = wordKey(text).replaceAll(' ', '-').replace(NOT_IN_SLUGS, '').normalize('NFC');
  return [...slug].slice(0, lengthMax).join('');
}
