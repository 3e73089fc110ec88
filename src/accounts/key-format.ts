// The form of an API key: created, recognized without the store, hashed, and masked for display.
// A key is `cf_live_`, 30 random base62 characters, and 6 that encode the CRC-32 of all preceding characters. An ingest
// key, with which the operator pushes records, begins with `cf_ingest_` instead.
import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The kinds of keys and the prefix of each. */
const PREFIXES = { call: 'cf_live_', ingest: 'cf_ingest_' } as const;

export type KeyKind = keyof typeof PREFIXES;

const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KEY = new RegExp(`^(?:${Object.values(PREFIXES).join('|')})[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);
const READABLE_LENGTH = 4;

/** Text of `length` characters, each drawn evenly from the 62 letters and digits by the system's secure source. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => BASE62[randomInt(BASE62.length)]).join('');
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < CHECKSUM_LENGTH) {
    digits = BASE62.charAt(rest % BASE62.length) + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}

/** The start of the id of each ingest key. */
export const INGEST_KEY_ID = 'ikey_';

/** A new key, 178 random bits. The returned text is the only copy. */
export function generateKey(kind: KeyKind = 'call'): string {
  const text = PREFIXES[kind] + randomBase62(RANDOM_LENGTH);
  return text + checksumOf(text);
}

/**
 * Whether the text has the form of a key and its checksum: any single changed character fails. Does not check that the
 * key exists.
 */
export function isKey(text: string): boolean {
  return KEY.test(text) && text.endsWith(checksumOf(text.slice(0, -CHECKSUM_LENGTH)));
}

/** The kind of a key by its prefix; null for any other text. */
export function kindOfKey(text: string): KeyKind | null {
  if (!isKey(text)) return null;
  return text.startsWith(PREFIXES.ingest) ? 'ingest' : 'call';
}

/** Memoized hashes by the text of the key; bounds the memory. */
const HASHES_MAX = 10_000;
const hashes = new Map<string, string>();

/** The hash of a key; null for a text that is not a key. */
export function hashOfKey(text: string): string | null {
  const known = hashes.get(text);
  if (known !== undefined) return known;
  if (!isKey(text)) return null;
  if (hashes.size >= HASHES_MAX) hashes.clear();
  const keyHash = hashKey(text);
  hashes.set(text, keyHash);
  return keyHash;
}

/** Whether the text is or resembles a key, and so must not be shown. */
export function resemblesKey(text: string): boolean {
  return Object.values(PREFIXES).some((prefix) => text.includes(prefix));
}

/** SHA-256 in hex: the stored form of a key. */
export function hashKey(key: string): string {
  return hash('sha256', key);
}

/** `cf_live_Ab3d…9xYz`: the first and last four of its own characters. More than 128 random bits stay hidden. */
export function maskKey(key: string): string {
  const own = key.indexOf('_', key.indexOf('_') + 1) + 1;
  return `${key.slice(0, own + READABLE_LENGTH)}…${key.slice(-READABLE_LENGTH)}`;
}
