// Decides whether the texts of a row may need mis-decoded.ts and clean-text.ts. One scan of the row replaces one scan
// per text and fault.
import { mayHoldEmoji } from './without-emoji.ts';

/** Only these characters can be mis-decoded, invisible or emoji. Most rows have few of them. */
const NOT_ASCII = /[\u0080-\uffff]+/g;
/** Lead characters of mis-decoded text, invisible characters, non-breaking spaces, and replacement characters. */
const SUSPICIOUS =
  /[Â-ï][\u0080-\u00bf\u0152-\u2122]|[\u00a0\u00ad\u061c\u2002-\u200f\u202a-\u202f\u2060-\u206f\u3000\ufeff\ufff9-\ufffd]/;
/** The same characters as JSON escapes. */
const SUSPICIOUS_ESCAPE = /\\u(?:00[ac-e]|00[02]6|061c|20[0-6e]|2[1-79b]|30[03]|329|fe[0f]|fff|d83[c-e]|db40)/i;
/** The start of an HTML escape (clean-text.ts). JSON may escape its end. */
const HTML_ESCAPE = /&#?[0-9a-z]{2,7}[;\\]/iy;

/**
 * A fast test without false negatives: if it returns false, repairText and cleanText would neither change nor report
 * any text of the row. `isAscii`: the row is known to be ASCII only.
 */
export function mayNeedRepair(rowText: string, isAscii = false): boolean {
  return (
    (!isAscii && holdsSuspiciousCharacters(rowText)) ||
    holdsHtmlEscape(rowText) ||
    (rowText.includes('\\u') && SUSPICIOUS_ESCAPE.test(rowText))
  );
}

function holdsSuspiciousCharacters(text: string): boolean {
  const characters = text.match(NOT_ASCII)?.join(' ') ?? '';
  return characters !== '' && (SUSPICIOUS.test(characters) || mayHoldEmoji(characters));
}

function holdsHtmlEscape(text: string): boolean {
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    HTML_ESCAPE.lastIndex = at;
    if (HTML_ESCAPE.test(text)) return true;
  }
  return false;
}
