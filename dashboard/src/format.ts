// Formats numbers and times in the locale of the browser. Times include their zone.

const locale = navigator.languages;
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const zonedTime = new Intl.DateTimeFormat(locale, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});
const exact = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const month = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', timeZone: 'UTC' });
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const utcDay = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const countries = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
const bytes = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

/** 1234567 as `1,234,567`. */
export function formatCount(count: number): string {
  return whole.format(count);
}

/** 1234567 as `1.2M`. */
export function formatShort(count: number): string {
  return short.format(count);
}

/** 0.5 as `50%`. */
export function formatShare(part: number): string {
  return share.format(part);
}

/** Milliseconds: `0.8 ms`, `12 ms`, `1.2 s`. */
export function formatMs(ms: number): string {
  if (ms >= 1000) return `${bytes.format(ms / 1000)} s`;
  return `${ms < 10 ? bytes.format(ms) : whole.format(ms)} ms`;
}

export function formatBytes(count: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, count)) / Math.log(1000)));
  return `${bytes.format(count / 1000 ** power)} ${units[power]}`;
}

/** Date, time and zone of a moment, which is an ISO text or epoch milliseconds. */
export function formatTime(moment: string | number): string {
  return zonedTime.format(new Date(moment));
}

/** Date and time without the zone, for places that show the zone elsewhere. */
export function formatTimeShort(moment: string | number): string {
  return time.format(new Date(moment));
}

/** Day, and time to the second, without a year. */
export function formatSecond(moment: string | number): string {
  return exact.format(new Date(moment));
}

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** The local day of a moment. A date without a time, such as `2021-04-30`, is the same day in every zone. */
export function formatDay(moment: string | number): string {
  return (`${moment}`.length === DAY_LENGTH ? utcDay : day).format(new Date(moment));
}

/** `2021-04` or a longer date as `Apr 2021`, `2021` as it is. */
export function formatMonth(date: string): string {
  return /^\d{4}-\d{2}/.test(date) ? month.format(new Date(`${date.slice(0, 7)}-01T00:00:00Z`)) : date;
}

const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Relative time: `2 hours ago`, `tomorrow`. */
export function formatAgo(moment: string | number): string {
  const seconds = (new Date(moment).getTime() - Date.now()) / 1000;
  // Rounded to the next smaller unit first: `1 hour ago`, never `60 minutes ago`.
  const step = STEPS.find(([, length], at) => {
    const smaller = STEPS[at + 1]?.[1] ?? 1;
    return Math.round(Math.abs(seconds) / smaller) * smaller >= length;
  });
  return step
    ? relative.format(Math.round(seconds / step[1]), step[0])
    : relative.format(Math.round(seconds), 'second');
}

/** `1 key`, `2 keys`. Pass `many` if the plural is not the singular with an s. */
export function formatPlural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** `DE` as `Germany`; a text that is no country code is unchanged. */
export function countryName(code: string): string {
  try {
    return countries.of(code) ?? code;
  } catch {
    return code;
  }
}
