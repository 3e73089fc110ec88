// The place of a document in the order, in terms that mean the same in every edition: what a cursor carries.
import { compareTexts } from './terms/compare-texts.ts';

/** All that orders a document. Parts that the space does not have are null. */
export interface SortKey {
  /** Null where the document has no company in the edition: it stands behind all that have one. */
  readonly company: { readonly employees: number | null; readonly slug: string } | null;
  /** `level` is the rank of the job level, from 0 for the most senior. */
  readonly person: { readonly level: number; readonly connections: number | null; readonly slug: string } | null;
  readonly job: {
    readonly openings: number;
    readonly title: string;
    readonly source: string;
    readonly id: number;
  } | null;
}

/** Looks up slugs by catalog id, in the order of `ids`; null for a record that is gone. */
export interface SlugLookup {
  companies(ids: readonly number[]): Promise<readonly (string | null)[]>;
  people(ids: readonly number[]): Promise<readonly (string | null)[]>;
}

/** The longest texts that a cursor carries, in bytes of UTF-8; longer ones are cut. */
export const KEY_TEXT_BYTES = { slug: 280, title: 200, source: 80 } as const;
/** What a text of a key is. */
export type KeyText = keyof typeof KEY_TEXT_BYTES;

/** The most bytes that one character has in UTF-8. */
const CHARACTER_BYTES_MAX = 4;

/** A text cut to what a cursor carries of it, never inside a character. */
export function cutKeyText(text: string, kind: KeyText): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= KEY_TEXT_BYTES[kind]) return text;
  let end: number = KEY_TEXT_BYTES[kind];
  while ((bytes[end]! & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end);
}

/**
 * Order of a text against that of a key. A key's text that is long enough to have been cut stands for every text that
 * begins with it: those are next to each other, so a search by this order stays sound.
 */
export function compareKeyText(text: string, key: string, kind: KeyText): number {
  if (text === key) return 0;
  const mayBeCut = Buffer.byteLength(key) > KEY_TEXT_BYTES[kind] - CHARACTER_BYTES_MAX;
  if (mayBeCut && text.startsWith(key)) return 0;
  return compareTexts(text, key);
}
