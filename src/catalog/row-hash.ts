// The stored hash of the content of a row.
import { hash } from 'node:crypto';

const HEX_DIGITS = 12;

/**
 * 48 bits of the SHA-256 of the normal form of a row, in UTF-8: sufficient to distinguish the rows of one record, and
 * of one source.
 */
export function rowHash(text: string | Uint8Array): number {
  return Number.parseInt(hash('sha256', text, 'hex').slice(0, HEX_DIGITS), 16);
}
