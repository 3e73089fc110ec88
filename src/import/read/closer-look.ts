// Whether the texts of a row are worth a closer look by mis-decoded.ts and clean-text.ts: one walk over the row instead of one for each
// of its texts and faults.
import { mayHoldEmoji } from './without-emoji.ts';

/** Letters that begin mis-decoded text with what follows them, characters that cannot be seen, blanks that do not break, lost characters. */
const SUSPICIOUS =
  /[Â-ï][\u0080-\u00bf\u0152-\u2122]|[\u00a0\u00ad\u061c\u2002-\u200f\u202a-\u202f\u2060-\u206f\u3000\ufeff\ufff9-\ufffd]/;
/** The same as JSON may write them. */
const SUSPICIOUS_ESCAPE = /\\u(?:00[ac-e]|00[02]6|061c|20[0-6e]|2[1-79b]|30[03]|329|fe[0f]|fff|d83[c-e]|db40)/i;

/**
 * Cheap, and never wrong where it says no: neither repairText nor cleanText would change any text of the row, or note it. `isAscii`: the
 * row is known to hold nothing but ASCII.
 */
export function mayNeedRepair(rowText: string, isAscii = false): boolean {
  return (
    (!isAscii && (SUSPICIOUS.test(rowText) || mayHoldEmoji(rowText))) ||
    holdsEscape(rowText) ||
    (rowText.includes('\\u') && SUSPICIOUS_ESCAPE.test(rowText))
  );
}

const [HASH, DIGIT_FIRST, LETTER_LAST] = [0x23, 0x30, 0x7a];

/** An ampersand with a letter, a digit or `#` behind it: the others of a text, such as of `Sales & Marketing`, are no escapes of HTML. */
function holdsEscape(text: string): boolean {
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    const next = text.charCodeAt(at + 1);
    if (next === HASH || (next >= DIGIT_FIRST && next <= LETTER_LAST)) return true;
  }
  return false;
}
