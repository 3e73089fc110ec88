// Extracts phone numbers from text as found in files: labels, extensions, vanity letters, several in one text.
// identity/phone.ts defines valid numbers. Numbers in E.164 are checked only once per prefix and length.
import type { PhoneKind } from '../../../contract/vocabularies/vocabularies.ts';
import { parsePhone } from '../../../identity/phone.ts';
import { fold } from '../../../words/words.ts';
import { withoutMarkdown } from '../markdown-link.ts';
import { phoneKindIn } from './phone-kind.ts';

const KEYPAD = 'abc2def3ghi4jkl5mno6pqrs7tuv8wxyz9';
const EXTENSION =
  /\s*(?:;ext=|(?:\b(?:ext(?:n|ension)?|durchwahl|dw|poste|ramal|anexo|interno)\b|(?<=\d)\s*x|#)\.?\s*:?)\s*\d{1,6}\s*$/i;
/** `wew. 34`, `доб. 12`, `内線12`: a word and a few digits behind a number, in any language. */
const WORD_AND_EXTENSION = /(?<=(?:\d\D{0,4}){7})(?<!\p{L})[\s,(-]*(?<![\p{L}\d])\p{L}{1,12}\.?\s*:?\s*\d{1,5}\)?$/u;
/** The last digits of another number behind a whole one: `06-1-234-5678/12`, `08151 5553/5554`, `089 123456-10/-11`. */
const OTHER_END = /^(\+|00)?((?:\D*\d){8,}?)\s*(?:\/|\+|&)\s*-?\d{1,4}$/;
/** The same digits, split off by their separator. */
const ONLY_END = /^-?\s*\d{1,4}$/;
const LABELS =
  't[eé]l(?:[eé](?:phone|fon[eo]?|foon|fonas))?|telefon|tlf|tfn|phone|mobile?|mob|movil|móvil|cell|cel(?:ular)?|handy|gsm|kom|whatsapp|' +
  'office|direct|fon|fixe?|fijo|puh|t|m|p|тел|телефон|моб|раб|сот|電話|電話番号|携帯|电话|手机|전화|휴대폰';
const LABEL = new RegExp(
  `^(?:'|tel:|\\p{L}[\\p{L}. -]{2,24}:\\s*|(?:${LABELS})(?!\\p{L})\\s*[.:]*\\s*(?=[\\p{L}+(\\d]))+(?=[+(\\d]|$)`,
  'iu',
);
/** `T: 030 901820 M: 0171 1234567` */
const NEXT_LABEL = new RegExp(
  `(?<=\\d)[\\s,]+(?=(?:${LABELS}|(?:tele)?fax)\\s*[.:]+\\s*[+(\\d](?:\\D{0,3}\\d){5})`,
  'iu',
);
/** A country code in brackets of its own: `(+33) (0)4 78 12 34 56`. */
const CODE_IN_BRACKETS = /^[([]\s*(\+\d{1,3})\s*[)\]]/;
const LABEL_BEHIND =
  /(?<=\d)[\s,-]+(?:mobile?|mob|cell|cel(?:ular)?|handy|home|work|office|direct|privat[e]?|b(?:ü|ue)ro|zentrale|whatsapp|portable|fixe|bureau|casa|oficina|ufficio)\.?$/i;
const REMARK = /\s*\((?:[^()\d]+|[^()]*\p{L}{2}[^()\d]*\d{1,2}[^()\d]*)\)\s*$/u;
const SEPARATORS =
  /\s*(?:;(?!ext)|\||:::)\s*|\s+(?:\/|or|and|oder|ou|od\.|o\.|bzw\.)\s+|,\s+(?=[+(\d])|(?<=\p{L}\))\s+(?=[+(\d])/u;
/** An area code before a slash is the beginning of a number: `030 / 23 12 50-00`, `05 11 / 12 34 50`. */
const AREA_CODE_AND_SLASH =
  /((?:^|[^\d\s+()-])\s*(?:(?:\+|00)\d{1,3}[\s()-]+(?:\(0\)\s*)?|\(?0)(?:\d{1,5}|\d(?: \d{2}){1,2})\)?)\s*\/\s+(?=[1-9])/g;
const FAX = /\b(?:tele)?fax\b/i;
export const FAX_NUMBER = 'a fax number';
/** Letters after a blank only in service numbers such as `1800 GO FEDEX`: other words behind a number are remarks. */
const VANITY =
  /^(?:[+\d(][\d\s().+-]*[\d-]|\+?1?[\s.(-]*(?:0?8\d\d|1[38]00)\)?[\s.-]*)(?:[A-Z][A-Z\d\s-]*|[a-z][a-z\d-]*)$/;
/** `1-800-…` is a North American number, whatever the country of the record. */
const TOLL_FREE = /^1[\s.-]?\(?8(?:00|33|44|55|66|77|88)\)?[\s.-]/;
/** Scientific notation, in which spreadsheets write a long number. It is usable if it contains all digits. */
const SCIENTIFIC = /^\+?(\d)[.,](\d+)E\+?(\d+)$/i;
const FILLED_UP = /^\D*(\d)(?:\D*\1)+\D*$|^\+?1?[\s-]?1234567890?$/;
const NATIONAL_DIGITS = { min: 6, max: 12 };

export interface PhoneText {
  /** The number without label and extension, and with letters replaced by digits. Fax numbers are unchanged. */
  readonly text: string;
  /** The kind that the label of the number names: `Mobil: 0171 …`, `+49 171 … (mobile)`. */
  readonly kind: PhoneKind | null;
}

/** Long runs of blanks would cost the patterns above quadratic time. */
const BLANKS = /[^\S\n]{2,}/g;

/** The numbers in a text. */
export function phoneTexts(text: string): PhoneText[] {
  if (isPlainE164(text)) return [{ text, kind: null }];
  return withoutMarkdown(text)
    .normalize('NFKC')
    .replace(BLANKS, ' ')
    .split(/\n/)
    .flatMap((line) => line.replace(AREA_CODE_AND_SLASH, '$1 ').split(SEPARATORS))
    .flatMap((part) => part.split(NEXT_LABEL))
    .map((part) =>
      FAX.test(part) ? { text: part.trim(), kind: null } : { text: bareNumber(part), kind: kindIn(part) },
    )
    .filter((part, index) => part.text !== '' && !(index > 0 && ONLY_END.test(part.text)));
}

const HAS_WORD = /\p{L}{3}/u;

const kindIn = (part: string): PhoneKind | null =>
  HAS_WORD.test(part) ? phoneKindIn(fold(part.trim().replace(EXTENSION, ''))) : null;

/** The digits in front may be a country code, an area code and a slash: `+49 35205/5553`. */
const withoutEnd = (text: string, code: string | undefined, number: string) =>
  number.replace(/\D/g, '').length >= (code === undefined ? 9 : 10) ? `${code ?? ''}${number}` : text;

function bareNumber(text: string): string {
  const bare = text
    .trim()
    .replace(LABEL, '')
    .replace(REMARK, '')
    .replace(LABEL_BEHIND, '')
    .replace(EXTENSION, '')
    .replace(WORD_AND_EXTENSION, '')
    .replace(OTHER_END, withoutEnd)
    .replace(CODE_IN_BRACKETS, '$1 ')
    .replace(/(?<=^\+?\d+)\.0$/, '')
    .replace(SCIENTIFIC, (text, first: string, others: string, power: string) =>
      others.length === Number(power) ? first + others : text,
    )
    .trim();
  if (!VANITY.test(bare) || !/[a-z]{3}/i.test(bare)) return bare;
  return bare.toLowerCase().replace(/[a-z]/g, (letter) => /\d/.exec(KEYPAD.slice(KEYPAD.indexOf(letter)))?.[0] ?? '');
}

/**
 * Whether E.164 numbers of a prefix and length remain unchanged. The prefix is longer than any area or carrier code.
 */
const isKept = new Map<string, boolean>();
const BEGINNING = 7;
const BEGINNINGS_MAX = 50_000;

/**
 * A number of phoneTexts in E.164; a national number is read as a number of the record's country. If it is invalid, the
 * reason.
 */
export function phoneOf(
  text: string,
  country_code: string | null,
): { readonly phone: string } | { readonly reason: string } {
  const phone = isPlainE164(text) ? knownE164(text) : parsed(text, country_code);
  if (phone !== null) return { phone };
  if (SCIENTIFIC.test(text)) return { reason: 'a number rounded by a spreadsheet' };
  if (FAX.test(text)) return { reason: FAX_NUMBER };
  const digits = text.replace(/\D/g, '').length;
  const isNational = country_code === null && !text.includes('+') && !/[^\d\s().+/-]/.test(text);
  return isNational && digits >= NATIONAL_DIGITS.min && digits <= NATIONAL_DIGITS.max
    ? { reason: 'a national phone number of an unknown country: add the country, or write + and its code first' }
    : { reason: 'not a phone number' };
}

function parsed(text: string, country_code: string | null): string | null {
  if (FILLED_UP.test(text)) return null;
  return parsePhone(text, TOLL_FREE.test(text) ? 'US' : country_code);
}

function knownE164(text: string): string | null {
  const key = text.slice(0, BEGINNING) + text.length;
  if (isKept.get(key) === true) return text;
  const phone = parsePhone(text, null);
  if (isKept.size >= BEGINNINGS_MAX) isKept.clear();
  isKept.set(key, phone === text);
  return phone;
}

const PLUS = 0x2b;
const ZERO = 0x30;

/** A plus sign followed by digits only. */
function isPlainE164(text: string): boolean {
  if (text.charCodeAt(0) !== PLUS || text.length < 8 || text.length > 16) return false;
  for (let at = 1; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return false;
  }
  return true;
}
