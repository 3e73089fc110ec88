// UTF-8 that somebody read as Windows-1252 before it came here: `MÃ¼ller`, `Lâ€™Oréal`. Turned back where that is certain.
import { isUtf8 } from 'node:buffer';

/** The characters of the bytes 0x80 to 0x9F; all others are their own code. */
const HIGH_CHARACTERS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const BYTE_OF = new Map([...HIGH_CHARACTERS].map((character, index) => [character.charCodeAt(0), 0x80 + index]));

/** What a byte that continues a UTF-8 sequence looks like, also to those who left 0x80 to 0x9F as they are. */
const CONTINUING = `[\\u0080-\\u00bf${HIGH_CHARACTERS}]`;
/** Latin letters (Â, Ã, Ä, Å begin them) and typographic signs (â€, â‚, â„): nothing else is written so. */
const TYPICAL = new RegExp(`[ÂÃÄÅ]${CONTINUING}|â[€‚„\\u0080\\u0082\\u0084]${CONTINUING}`);
/** Letters of other scripts: certain only where they follow one another. */
const REPEATED = new RegExp(`(?:[Ã-ß]${CONTINUING}|[à-ï]${CONTINUING}{2}){2}`);
/** A word in capitals with a sign behind it, such as `IRMÃ®`, may be meant as it stands. */
const SIGN_BEHIND_CAPITALS = /\p{Lu}[ÂÃÄÅ][®™»”’ªº](?!\p{L})/u;
const LOST = '\uFFFD';
/** Times that one text was decoded wrongly; more is not met. */
const ROUNDS_MAX = 3;

interface Repair {
  readonly text: string;
  /** What is to be noted. */
  readonly reason: string;
}

/** The text as it was meant, or as it is where that is not certain; null where nothing is wrong with it. */
export function repairText(text: string): Repair | null {
  if (text.includes(LOST)) return { text, reason: 'characters were lost before the import (U+FFFD), kept as it is' };
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

/** The text whose UTF-8 bytes, read as Windows-1252, are this text; null where there is none. */
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
