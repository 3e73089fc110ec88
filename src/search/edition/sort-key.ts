// The sort key of a document: its place in the order, expressed by values that are the same in every edition. A cursor
// contains it.
import { compareTexts } from './terms/compare-texts.ts';

/** All parts of the sort key. Parts that the space does not have are null. */
export interface SortKey {
  /** Null if the document has no company in the edition. It is then after all documents with a company. */
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

/** Looks up slugs by catalog id, in the order of `ids`; null for a removed record. */
export interface SlugLookup {
  companies(ids: readonly number[]): Promise<readonly (string | null)[]>;
  people(ids: readonly number[]): Promise<readonly (string | null)[]>;
}

/** The maximum length of a text in a cursor, in bytes of UTF-8; longer ones are truncated. */
export const KEY_TEXT_BYTES = { slug: 280, title: 200, source: 80 } as const;
/** The kind of a text in a key. */
export type KeyText = keyof typeof KEY_TEXT_BYTES;

/** The maximum length of a character in UTF-8. */
const CHARACTER_BYTES_MAX = 4;

/** Truncates a text to the length for a cursor, never inside a character. */
export function cutKeyText(text: string, kind: KeyText): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= KEY_TEXT_BYTES[kind]) return text;
  let end: number = KEY_TEXT_BYTES[kind];
  while ((bytes[end]! & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end);
}

/**
 * Compares a text with a text of a key. If the text of the key may have been truncated, it equals every text that
 * begins with it. These texts are adjacent, so a binary search in this order is valid.
 */
export function compareKeyText(text: string, key: string, kind: KeyText): number {
  if (text === key) return 0;
  if (mayBeTruncated(key, kind) && text.startsWith(key)) return 0;
  return compareTexts(text, key);
}

/** Whether a text of a key may have been truncated. */
export function mayBeTruncated(key: string, kind: KeyText): boolean {
  return Buffer.byteLength(key) > KEY_TEXT_BYTES[kind] - CHARACTER_BYTES_MAX;
}
