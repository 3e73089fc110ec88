// Dates and timestamps in normal form. Values in normal form are only checked; written-dates.ts reads other spellings.
import { halfWidth } from '../../words/half-width.ts';
import { isoForm } from './written-dates.ts';

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const YEAR_MIN = 1000;
/** Seconds, possibly with a fraction, or milliseconds. */
const EPOCH = /^\d{10}(?:\d{3}|\.\d{1,9})?$/;
const TIME =
  /^T(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([ap])?\.?m?\.?\s*((?:GMT|UTC)?[+-]\d{2}:?\d{2}|Z|UTC|GMT)?(?:\s*\([^)]*\))?$/i;
const DASH = 0x2d;
const ZERO = 0x30;
const COLON = 0x3a;
const T = 0x54;
const Z = 0x5a;

/**
 * Returns `2019`, `2019-05` or `2019-05-17`, as exact as the text; for a timestamp, its date. Null if the text is not a
 * date, or the date does not exist.
 */
export function parseDate(text: string): string | null {
  if (isNormalDate(text)) return text;
  const iso = ofEpoch(text) ?? isoForm(halfWidth(text));
  if (iso === null) return null;
  const date = iso.split('T', 1)[0] ?? '';
  return isNormalDate(date) ? date : null;
}

/**
 * Whether a text is an existing date in normal form. Compares characters instead of using a pattern: most rows hold
 * several dates.
 */
function isNormalDate(text: string): boolean {
  if (text.length !== 4 && text.length !== 7 && text.length !== 10) return false;
  return isNormalDateAt(text, text.length);
}

function isNormalDateAt(text: string, length: number): boolean {
  const year = digitsAt(text, 0, 4);
  if (!(year >= YEAR_MIN)) return false;
  if (length === 4) return true;
  const month = text.charCodeAt(4) === DASH ? digitsAt(text, 5, 2) : Number.NaN;
  if (!(month >= 1 && month <= 12)) return false;
  if (length === 7) return true;
  const day = text.charCodeAt(7) === DASH ? digitsAt(text, 8, 2) : Number.NaN;
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day >= 1 && day <= (month === 2 && !isLeapYear ? 28 : (DAYS[month - 1] ?? 0));
}

/** The number that these digits form; NaN if one is not a digit. */
function digitsAt(text: string, start: number, count: number): number {
  let number = 0;
  for (let at = start; at < start + count; at += 1) {
    const digit = text.charCodeAt(at) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

/**
 * Returns `2024-05-17T08:30:00Z`, with a fraction only if there is one, from ISO 8601 with any offset (default UTC), a
 * date alone, or seconds or milliseconds since the Unix epoch. Null for anything else.
 */
export function parseTimestamp(text: string): string | null {
  if (isNormalTimestamp(text)) return text;
  const epoch = ofEpoch(text);
  if (epoch !== null) return epoch;
  const iso = isoForm(halfWidth(text));
  const date = iso?.slice(0, 'YYYY-MM-DD'.length) ?? '';
  if (iso === null || date.length < 'YYYY-MM-DD'.length || !isNormalDate(date)) return null;
  return iso.length === date.length ? `${date}T00:00:00Z` : withTime(date, iso.slice(date.length));
}

function isNormalTimestamp(text: string): boolean {
  return (
    text.length === 20 &&
    text.charCodeAt(10) === T &&
    text.charCodeAt(13) === COLON &&
    text.charCodeAt(16) === COLON &&
    text.charCodeAt(19) === Z &&
    digitsAt(text, 11, 2) <= 23 &&
    digitsAt(text, 14, 2) <= 59 &&
    digitsAt(text, 17, 2) <= 59 &&
    isNormalDateAt(text, 10)
  );
}

function ofEpoch(text: string): string | null {
  if (!EPOCH.test(text)) return null;
  return toIso(text.length === 13 && !text.includes('.') ? Number(text) : Math.round(Number(text) * 1000));
}

function withTime(date: string, time: string): string | null {
  const match = TIME.exec(time);
  if (!match) return null;
  const [, hours = '', minutes, seconds = '00', fraction = '', half, zone = 'Z'] = match;
  const hour = half === undefined ? hours.padStart(2, '0') : hourOfHalf(Number(hours), half);
  const millis = fraction === '' ? '' : `.${fraction.slice(0, 3).padEnd(3, '0')}`;
  const offset = /^(?:z|utc|gmt)$/i.test(zone)
    ? 'Z'
    : zone.replace(/^[A-Za-z]{3}/, '').replace(/^(.\d{2})(\d{2})$/, '$1:$2');
  return toIso(Date.parse(`${date}T${hour}:${minutes}:${seconds}${millis}${offset}`));
}

/** The hour on a 24-hour clock: 12 AM is midnight. An hour that does not exist remains invalid. */
function hourOfHalf(hour: number, half: string): string {
  if (hour < 1 || hour > 12) return '99';
  return String((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)).padStart(2, '0');
}

function toIso(millis: number): string | null {
  return Number.isNaN(millis) ? null : new Date(millis).toISOString().replace('.000Z', 'Z');
}

/**
 * Whether a date, possibly partial, is entirely before `today` (YYYY-MM-DD): `2019` is past when the year 2019 is over.
 */
export function isPast(date: string, today: string): boolean {
  return date.length === today.length ? date < today : date < today.slice(0, date.length);
}
