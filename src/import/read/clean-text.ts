// Removes characters that no author typed: invisible characters, non-breaking spaces and HTML escapes. Also removes
// emoji, which add nothing to a search.
import { withoutEmoji, withoutInvisible } from './without-emoji.ts';

/** `_` stands for a space. */
const NAMED: ReadonlyMap<string, string> = new Map(
  `amp:& lt:< gt:> quot:" apos:' nbsp:_ ndash:– mdash:— rsquo:’ lsquo:‘ ldquo:“ rdquo:” hellip:… trade:™ reg:® copy:© agrave:à
aacute:á acirc:â atilde:ã auml:ä aring:å aelig:æ ccedil:ç egrave:è eacute:é ecirc:ê euml:ë igrave:ì iacute:í icirc:î iuml:ï
ntilde:ñ ograve:ò oacute:ó ocirc:ô otilde:õ ouml:ö oslash:ø ugrave:ù uacute:ú ucirc:û uuml:ü szlig:ß Auml:Ä Ouml:Ö Uuml:Ü
Eacute:É Ccedil:Ç Oslash:Ø Aring:Å`
    .split(/\s/)
    .map((pair) => pair.replace('_', ' ').split(':') as [string, string]),
);
const ESCAPE = /&(?:#(\d{2,6})|#x([0-9a-f]{2,6})|([a-z]{2,7}));/gi;
const CODE_POINT_MAX = 0x10ffff;
const FIXED_BLANK = /[\u00a0\u2002-\u200a\u202f\u3000]/g;

/** Fields in which each character is significant: an address without its emoji would be another address. */
const ADDRESS = /(?:^|\.)(?:\w*url|\w*domains?|\w*website)$/;

/** Fields in which a single flag names the country. */
const COUNTRY = /(?:^|\.)(?:country(?:_code|_name)?|text|location)$/;
const FLAG = /^\s*([\u{1f1e6}-\u{1f1ff}]{2})\s*$/u;
const LETTERS_OF_FLAGS = 0x1f1e6 - 0x41;

/** The country code of a flag: FR for `🇫🇷`. */
function flagCode(text: string): string | null {
  const [, flag] = FLAG.exec(text) ?? [];
  if (flag === undefined) return null;
  return [...flag].map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) - LETTERS_OF_FLAGS)).join('');
}

/** The clean text of a field. Line breaks and tabs are kept. */
export function cleanText(text: string, field = ''): string {
  const plain = withoutInvisible(unescapedHtml(text)).replace(FIXED_BLANK, ' ');
  const code = COUNTRY.test(field) ? flagCode(plain) : null;
  if (code !== null) return code;
  return ADDRESS.test(field) ? plain : withoutEmoji(plain);
}

/** Decodes twice, because some sources escape escaped text (`&amp;amp;`). */
function unescapedHtml(text: string): string {
  return text.includes('&') ? text.replace(ESCAPE, unescaped).replace(ESCAPE, unescaped) : text;
}

function unescaped(whole: string, ...[decimal, hex, name]: (string | undefined)[]): string {
  if (name !== undefined) return NAMED.get(name) ?? NAMED.get(name.toLowerCase()) ?? whole;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  const isCharacter = code >= 0x20 && code <= CODE_POINT_MAX && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : whole;
}
