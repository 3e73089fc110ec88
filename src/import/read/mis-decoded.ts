// Repairs UTF-8 that was decoded as Windows-1252 before the import, such as `MÃ¼ller` and `Lâ€™Oréal`, if the result is
// certain.
import { isUtf8 } from 'node:buffer';

/** The characters of the bytes 0x80 to 0x9F; every other byte is its own code point. */
const HIGH_CHARACTERS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const BYTE_OF = new Map([...HIGH_CHARACTERS].map((character, index) => [character.charCodeAt(0), 0x80 + index]));

/** A continuation byte of UTF-8 as a character. Some decoders leave 0x80 to 0x9F unchanged. */
const CONTINUING = `[\\u0080-\\u00bf${HIGH_CHARACTERS}]`;
/**
 * Mis-decoded Latin letters (they begin with Â, Ã, Ä or Å) and typographic characters (â€, â‚, â„). These sequences do
 * not occur in correct text.
 */
const TYPICAL = new RegExp(`[ÂÃÄÅ]${CONTINUING}|â[€‚„\\u0080\\u0082\\u0084]${CONTINUING}`);
/** Mis-decoded letters of other scripts. They are certain only if two follow each other. */
const REPEATED = new RegExp(`(?:[Ã-ß]${CONTINUING}|[à-ï]${CONTINUING}{2}){2}`);
/** A word in capitals followed by a symbol, such as `IRMÃ®`, which may be intended. */
const SIGN_BEHIND_CAPITALS = /\p{Lu}[ÂÃÄÅ][®™»”’ªº](?!\p{L})/u;
const LOST = '\uFFFD';
/** Maximum number of times that a text is decoded wrongly in practice. */
const ROUNDS_MAX = 3;

interface Repair {
  readonly text: string;
  /** The reason to note for the row. */
  readonly reason: string;
}

/** The repaired text, or the unchanged text if the repair is uncertain; null if the text has no fault. */
export function repairText(text: string): Repair | null {
  if (text.includes(LOST))
    return { text, reason: 'contains characters that were lost before the import (U+FFFD), kept as it is' };
  let repaired = text;
  for (let round = 0; round < ROUNDS_MAX && looksMisDecoded(repaired); round++) {
    const meant = decodedAgain(repaired);
    if (meant === null) break;
    repaired = meant;
  }
  if (repaired !== text) return { text: repaired, reason: 'repaired mis-decoded text' };
  return TYPICAL.test(text) ? { text, reason: 'text looks mis-decoded, kept as it is' } : null;
}

function looksMisDecoded(text: string): boolean {
  return (TYPICAL.test(text) || REPEATED.test(text)) && !SIGN_BEHIND_CAPITALS.test(text);
}

/** The text whose UTF-8 bytes, read as Windows-1252, yield the given text; null if there is none. */
function decodedAgain(text: string): string | null {
  const bytes = Buffer.allocUnsafe(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const byte = BYTE_OF.get(code) ?? code;
    if (byte > 0xff) return null;
    bytes[at] = byte;
  }
  return isUtf8(bytes) ? bytes.toString('utf8') : null;
}
