// Dates and points in time, from the spellings that files hold. Day and month in unknown order are refused, not guessed.

const DATE = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?$/;
const DATE_AND_TIME =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i;
/** What most files hold already: no arithmetic is needed. */
const NORMAL_FORM = /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;
const EPOCH = /^\d{10}(?:\d{3})?$/;
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const YEAR_MIN = 1000;

/** `2019`, `2019-05` or `2019-05-17`, also of `2019/5/17` and of a date with a time; null where it is none or does not exist. */
export function parseDate(text: string): string | null {
  const match = DATE.exec(text) ?? DATE.exec(DATE_AND_TIME.exec(text)?.[1] ?? '');
  if (!match) return null;
  const [, year = '', month, day] = match;
  if (Number(year) < YEAR_MIN) return null;
  if (month === undefined) return year;
  if (!isMonth(month)) return null;
  const yearMonth = `${year}-${month.padStart(2, '0')}`;
  if (day === undefined) return yearMonth;
  return isDay(day, { year, month }) ? `${yearMonth}-${day.padStart(2, '0')}` : null;
}

const isMonth = (month: string) => Number(month) >= 1 && Number(month) <= 12;

function isDay(day: string, of: { readonly year: string; readonly month: string }): boolean {
  const year = Number(of.year);
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = of.month.padStart(2, '0') === '02' && !isLeapYear ? 28 : (DAYS[Number(of.month) - 1] ?? 0);
  return Number(day) >= 1 && Number(day) <= days;
}

/**
 * `2024-05-17T08:30:00Z`, with a fraction only where there is one: from ISO 8601 with any offset (none means UTC), a date alone, or
 * seconds or milliseconds since the Unix epoch; null for anything else.
 */
export function parseTimestamp(text: string): string | null {
  const normalDate = NORMAL_FORM.exec(text)?.[1];
  if (normalDate !== undefined) return parseDate(normalDate) === null ? null : text;
  if (EPOCH.test(text)) return toIso(Number(text.padEnd(13, '0')));
  const match = DATE_AND_TIME.exec(text);
  const date = parseDate(match?.[1] ?? text);
  if (date === null || date.length < 'YYYY-MM-DD'.length) return null;
  if (!match) return `${date}T00:00:00Z`;
  const [, , hours, minutes, seconds = '00', fraction = '', zone = 'Z'] = match;
  const millis = fraction === '' ? '' : `.${fraction.slice(0, 3).padEnd(3, '0')}`;
  const offset = /^(?:z|utc)$/i.test(zone) ? 'Z' : zone.replace(/^(.\d{2})(\d{2})$/, '$1:$2');
  return toIso(Date.parse(`${date}T${hours}:${minutes}:${seconds}${millis}${offset}`));
}

function toIso(millis: number): string | null {
  return Number.isNaN(millis) ? null : new Date(millis).toISOString().replace('.000Z', 'Z');
}

/** Whether a date as far as it is known lies wholly before `today` (YYYY-MM-DD): `2019` does only once 2019 is over. */
export function isPast(date: string, today: string): boolean {
  return date < today.slice(0, date.length);
}
