// Removes e-mail- and phone-shaped strings from free text, so that free answers contain no contacts. Long numbers that
// are not phone numbers (years, dates, ranges, amounts) are kept.

import { SIZE_LABELS } from '../../contract/vocabularies/vocabularies.ts';

const REDACTED = '[redacted]';
/** A phone number has at least this many digits. */
export const PHONE_DIGITS_MIN = 7;
const PHONE_DIGITS_MAX = 15;

// The length of the local part is bounded. Otherwise a long word would be scanned again from each of its letters.
const EMAIL = /[\p{L}\p{N}!#$%&'*+/=?^_`{|}~.-]{1,254}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

const CURRENCY = '(?:\\p{Sc}|USD|EUR|GBP|CHF|CAD|AUD|INR|JPY|CNY)';
// Digits with separators of phone numbers between them, not at the end of a word or a path, and not an amount.
const CANDIDATE = new RegExp(
  `(?<![\\p{L}\\p{N}_/=#]|${CURRENCY}\\s?)(?:\\+\\s?)?\\(?[0-9][0-9\\s().\\-/\u2010-\u2013]{5,40}[0-9](?![0-9:%]|,[0-9]{1,2}(?![0-9])|\\s?${CURRENCY})`,
  'gu',
);

const YEAR = '(?:19|20)\\d\\d';
const DATE = `(?:${YEAR}[-./]\\d\\d?(?:[-./]\\d\\d?)?|\\d\\d?[-./]\\d\\d?[-./](?:${YEAR}|\\d\\d)|\\d\\d?[-./]${YEAR}|${YEAR}(?:0[1-9]|1[0-2])(?:[0-2]\\d|3[01])|${YEAR})`;
/** Dates, years and ranges of them: `2010-2015`, `01/2010 – 12/2012`, `2019-05-12`, `20190512`. */
const DATES = new RegExp(`^\\(?${DATE}(?:[\\s/–()-]+${DATE})*$`);
/**
 * Thousands: `1.234.567`, `25 000 000`. Three groups of three digits may be a phone number unless the last one is zero.
 */
const GROUPED_AMOUNT = /^(?:\d{1,2}(?:[ .\u00a0\u202f]\d{3})+|\d{3}(?:[ .\u00a0\u202f]\d{3})*[ .\u00a0\u202f]000)$/;
const ROUND_AMOUNT = /^\d{4,6}000$/;
const DECIMAL = /^\d+\.\d{1,2}$/;
/** Size ranges of companies: `501-1000`, `1001 – 5000`. */
const SIZES = new RegExp(
  `^(?:${SIZE_LABELS.map((label) => label.replace('-', '\\s?[-–]\\s?').replace('+', '\\+')).join('|')})$`,
);
/** From one round number to another of at least four digits: `1000-5000`, `2001–3000`. */
const ROUND_RANGE = /^[1-9]\d+0[01]\s?[-–]\s?[1-9]\d+00$/;
const HARMLESS = [DATES, GROUPED_AMOUNT, ROUND_AMOUNT, DECIMAL, SIZES, ROUND_RANGE];

/** The text with each e-mail- or phone-shaped part replaced by `[redacted]`; the text itself if there is none. */
export function redact(text: string): string {
  const withoutEmails = text.includes('@') ? text.replace(EMAIL, REDACTED) : text;
  return hasPhoneDigits(withoutEmails) ? withoutEmails.replace(CANDIDATE, redactPhone) : withoutEmails;
}

function redactPhone(candidate: string): string {
  const digits = candidate.replace(/[^0-9]/g, '').length;
  // More digits than a phone number has are either several numbers in a row, or one long code without separators.
  if (digits < PHONE_DIGITS_MIN || (digits > PHONE_DIGITS_MAX && digits === candidate.length)) return candidate;
  return HARMLESS.some((form) => form.test(candidate)) ? candidate : REDACTED;
}

/** A cheap check without false negatives: if false, redact would not change the text. */
export function mayHoldContact(text: string): boolean {
  return text.includes('@') || hasPhoneDigits(text);
}

/** A scan that is much cheaper than the regular expressions: most texts contain few digits. */
function hasPhoneDigits(text: string): boolean {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 48 && code <= 57 && ++count >= PHONE_DIGITS_MIN) return true;
  }
  return false;
}
