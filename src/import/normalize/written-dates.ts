// Converts dates as written by exports and people to the order of ISO 8601: `17.5.2019`, `May 17th, 2019`, `17-Mai-19
// 2:30 PM`, `43602`. dates.ts checks whether the result exists. An ambiguous order of day and month is not guessed:
// map/ determines it per column.
import { memoized } from '../../words/memoized.ts';
import { fold } from '../../words/words.ts';

/** Which of the first two numbers is the day; `either` if both are possible. */
export type DayMonthOrder = 'day-first' | 'month-first' | 'either';

const YEAR_FIRST = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2})(?:[T ]+(\d.*))?)?)?$/i;
const YEAR_LAST = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?:\s*[,T ]\s*(\d.*))?$/;
const MONTH_AND_YEAR = /^(\d{1,2})[/.-](\d{4})$/;
const COMPACT = /^((?:19|20)\d{2})(\d{2})(\d{2})$/;
const QUARTER = /^(?:q[1-4][ /-]*(\d{4})|(\d{4})[ /-]*q[1-4])$/i;
/** A year with a word that makes it less exact: `since 2019`, `Summer 2019`, `H1 2019`, `~2019`. */
const ABOUT_YEAR =
  /^(?:since|from|until|till|seit|ab|bis|depuis|dès|desde|hasta|dal|fino al|até|sinds|vanaf|tot|circa|ca\.?|c\.|~|≈|about|around|approx\.?|early|mid|late|end of|beginning of|anfang|mitte|ende|début|fin|spring|summer|autumn|fall|winter|h[12]|fy)[\s-]*((?:1[89]|20)\d\d)$|^((?:1[89]|20)\d\d)[\s-]*h[12]$/i;
/** Serial dates of spreadsheets, in days since 1899-12-30: 1954 to 2064. */
const SERIAL = /^([2-5]\d{4})(?:\.\d+)?$/;
const SERIAL_START_MS = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

const WEEKDAY = /^\p{L}{2,10}\.?,?\s+(?=\p{L}{3}|\d)/u;
const DAY_NAME_YEAR =
  /^(\d{1,2})(?:st|nd|rd|th|er|º|\.)?[\s/-]*(?:de |of )?(\p{L}{3,10})\.?,?[\s/-]*(?:del? |of )?(\d{4}|'?\d{2})(?:,?\s+(?:at |um |à )?(\d.*))?$/u;
const NAME_DAY_YEAR = /^(\p{L}{3,10})\.?[\s/-]+(\d{1,2})(?:st|nd|rd|th)?,?[\s/-]+(\d{4})(?:,?\s+(?:at )?(\d.*))?$/u;
const NAME_YEAR = /^(\p{L}{3,10})\.?,?[\s/-]*(?:de |of )?(\d{4}|'\d{2})$/u;
/** `Jun-24`, the form in which spreadsheets show a month. A day 24 would precede the month. */
const NAME_SHORT_YEAR = /^(\p{L}{3,4})\.?-(\d{2})$/u;
/** `2024年6月5日`, possibly without the day or the month, and the same form in Korean. */
const EAST_ASIAN = /^(\d{4})\s?[年년](?:\s?(\d{1,2})\s?[月월](?:\s?(\d{1,2})\s?[日号號일](?:\s*(\d.*))?)?)?$/u;
const YEAR_NAME_DAY = /^(\d{4})[\s/-](\p{L}{3,10})\.?(?:[\s/-](\d{1,2}))?$/u;
/** Years of Japanese emperors and of Taiwan, by the year before the first one: `平成30年4月1日`, `Heisei 30`. */
const ERAS: ReadonlyMap<string, number> = new Map([
  ...Object.entries({ 明治: 1867, 大正: 1911, 昭和: 1925, 平成: 1988, 令和: 2018, 民國: 1911, 民国: 1911 }),
  ...Object.entries({ meiji: 1867, taisho: 1911, showa: 1925, heisei: 1988, reiwa: 2018 }),
]);
const ERA_YEAR = new RegExp(`^(${[...ERAS.keys()].join('|')})\\s?(\\d{1,3}|元)(?=年|$)`, 'iu');
/** `Tue Mar 04 10:00:00 2021`, the format of Unix programs. */
const UNIX = /^(\p{L}{3})\s+(\d{1,2})\s+([\d:]{8})\s+(?:[A-Z]{3,4}\s+)?(\d{4})$/u;

const ABBREVIATED_MIN = 3;
/** Months by name in seven languages, in full or abbreviated to three or more letters. */
const MONTHS = monthsByName();
const FURTHER_LANGUAGES = ['sv', 'da', 'nb', 'fi', 'pl', 'cs', 'sk', 'hu', 'ro', 'tr', 'ru', 'uk', 'bg', 'el'];
let furtherMonths: ReadonlyMap<string, number> | null = null;

type Day = 'numeric' | undefined;

/** Of two languages, the first has priority. The name after a day may have another form: `marzec`, `5 marca`. */
function monthsIn(languages: readonly string[], days: readonly Day[]): Map<string, number> {
  const months = new Map<string, number>();
  for (const language of languages) {
    for (const style of ['long', 'short'] as const) {
      for (const day of days) {
        const format = new Intl.DateTimeFormat(language, { month: style, day, timeZone: 'UTC' });
        for (let month = 0; month < 12; month += 1) {
          const parts = format.formatToParts(Date.UTC(2001, month, 15));
          const written = parts.find(({ type }) => type === 'month')?.value ?? '';
          const name = fold(written).replace(/[^\p{L}]/gu, '');
          if (name.length >= 3 && !months.has(name)) months.set(name, month + 1);
        }
      }
    }
  }
  return months;
}

function monthsByName(): ReadonlyMap<string, number> {
  const months = monthsIn(['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'], [undefined]);
  months
    .set('sept', 9)
    .set('setiembre', 9)
    .set('mrz', 3)
    .set('marz', 3)
    .set('maerz', 3)
    .set('janner', 1)
    .set('feber', 2);
  return months;
}

/** The month whose name starts with these letters: `Febr.` and `sett.` are unambiguous, `jui` may be June or July. */
function monthByBeginning(beginning: string): number | undefined {
  if (beginning.length < ABBREVIATED_MIN) return undefined;
  const [month, ...others] = new Set([...MONTHS].flatMap(([name, at]) => (name.startsWith(beginning) ? [at] : [])));
  return others.length === 0 ? month : undefined;
}

/** Built on first use: most files contain only names of the first languages. */
function furtherMonth(key: string): number | null {
  furtherMonths ??= monthsIn(FURTHER_LANGUAGES, [undefined, 'numeric']);
  return furtherMonths.get(key) ?? null;
}

const monthNumber = memoized((name: string): number | null => {
  const key = fold(name);
  return MONTHS.get(key) ?? monthByBeginning(key) ?? furtherMonth(key);
});

/** The order of a date with the year last and a numeric day and month; null for any other text. */
export function dayMonthOrder(text: string): DayMonthOrder | null {
  const [, first = '', separator, second = ''] = YEAR_LAST.exec(text) ?? [];
  if (separator === undefined) return null;
  const [one, two] = [Number(first), Number(second)];
  if (one === two) return null;
  if (one > 12) return 'day-first';
  if (two > 12) return 'month-first';
  // Countries that separate dates with full stops write the day first.
  return separator === '.' ? 'day-first' : 'either';
}

/**
 * `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, followed by `T` and the time if there is one; null if no date is recognized.
 * `order` is the order of day and month in the column.
 */
export function isoForm(text: string, order: DayMonthOrder = 'either'): string | null {
  const [, year = '', month, day, time] = YEAR_FIRST.exec(text) ?? [];
  if (year !== '') return joined([year, month, day], time);
  return yearLast(text, order) ?? numeric(text) ?? named(text) ?? named(text.replace(WEEKDAY, '')) ?? ofEra(text);
}

function ofEra(text: string): string | null {
  const [written, era = '', year] = ERA_YEAR.exec(text) ?? [];
  if (written === undefined) return null;
  const whole = (ERAS.get(era.toLowerCase()) ?? 0) + (year === '元' ? 1 : Number(year));
  return numeric(`${whole}${text.slice(written.length)}`) ?? String(whole);
}

function yearLast(text: string, order: DayMonthOrder): string | null {
  const [, first = '', , second = '', year = '', time] = YEAR_LAST.exec(text) ?? [];
  if (year === '') return null;
  const own = dayMonthOrder(text);
  const known = own === 'either' ? order : own;
  if (known === 'either') return null;
  return joined(known === 'month-first' ? [wholeYear(year), first, second] : [wholeYear(year), second, first], time);
}

function numeric(text: string): string | null {
  const [, month, year] = MONTH_AND_YEAR.exec(text) ?? [];
  if (year !== undefined) return joined([year, month]);
  const [, compactYear, compactMonth, compactDay] = COMPACT.exec(text) ?? [];
  if (compactYear !== undefined) return joined([compactYear, compactMonth, compactDay]);
  const [, quarterBefore, quarterBehind] = QUARTER.exec(text) ?? [];
  if (quarterBefore !== undefined || quarterBehind !== undefined) return quarterBefore ?? quarterBehind ?? null;
  const [, yearBehind, yearBefore] = ABOUT_YEAR.exec(text) ?? [];
  if (yearBehind !== undefined || yearBefore !== undefined) return yearBehind ?? yearBefore ?? null;
  const [, ...eastAsian] = EAST_ASIAN.exec(text) ?? [];
  if (eastAsian.length > 0) return joined(eastAsian.slice(0, 3), eastAsian[3]);
  const serial = SERIAL.exec(text)?.[1];
  return serial === undefined ? null : new Date(SERIAL_START_MS + Number(serial) * DAY_MS).toISOString().slice(0, 10);
}

function named(text: string): string | null {
  const [, day, dayMonth, dayYear, dayTime] = DAY_NAME_YEAR.exec(text) ?? [];
  if (day !== undefined) return joined([wholeYear(dayYear ?? ''), monthOf(dayMonth), day], dayTime);
  const [, monthDay, monthsDay, monthYear, monthTime] = NAME_DAY_YEAR.exec(text) ?? [];
  if (monthDay !== undefined) return joined([monthYear, monthOf(monthDay), monthsDay], monthTime);
  const [, name, year] = NAME_YEAR.exec(text) ?? NAME_SHORT_YEAR.exec(text) ?? [];
  if (name !== undefined) return joined([wholeYear(year ?? ''), monthOf(name)]);
  const [, firstYear, secondName, lastDay] = YEAR_NAME_DAY.exec(text) ?? [];
  if (firstYear !== undefined) return joined([firstYear, monthOf(secondName), lastDay]);
  const [, unixMonth, unixDay, unixTime, unixYear] = UNIX.exec(text) ?? [];
  return unixMonth === undefined ? null : joined([unixYear, monthOf(unixMonth), unixDay], unixTime);
}

/** Returns `0` for an unknown month, which no valid date contains. */
function monthOf(name: string | undefined): string {
  return String(monthNumber(name ?? '') ?? 0);
}

/** The number of a month, 1 to 12, from its name; null for any other text. */
export const monthOfName = (name: string): number | null => monthNumber(name);

/** A year of two digits means 1970 to 2069. */
function wholeYear(year: string): string {
  const digits = year.replace("'", '');
  return digits.length === 4 ? digits : `${Number(digits) < 70 ? 20 : 19}${digits}`;
}

function joined([year = '', ...rest]: readonly (string | undefined)[], time?: string): string {
  const parts = rest.filter((part) => part !== undefined).map((part) => part.padStart(2, '0'));
  return [year, ...parts].join('-') + (time === undefined ? '' : `T${time}`);
}
