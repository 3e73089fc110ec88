// POST /v2/utils/current-date
import { invalidAt } from '../../contract/errors.ts';
import { TIMEZONES, timezoneNamed } from '../../contract/vocabularies/timezones.ts';
import { nearest } from '../../words/nearest.ts';
import type { Handler } from '../context.ts';

/** The time in an IANA timezone. Aliases are accepted, and repeated in the answer. */
export const currentDate: Handler<'current-date'> = ({ region }, { clock }) => {
  const timezone = timezoneNamed(region);
  if (timezone === undefined) throw unknownZone(region);
  const format = formatOf(timezone);
  return async () => {
    const now = clock.now();
    return JSON.stringify({ datetime: format.format(now), timestamp: Math.floor(now / 1000), timezone });
  };
};

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached, because creating a format is much slower than using it. At most one entry per zone. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  // The Swedish locale formats dates as YYYY-MM-DD and times as HH:MM:SS.
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(timeZone, format);
  return format;
}

/**
 * Names without a region, such as abbreviations and offsets, are not suggested: similar spelling does not mean a
 * similar time.
 */
const SUGGESTED = TIMEZONES.filter((name) => (name.includes('/') && !/\d/.test(name)) || name === 'UTC');
const OFFSET = /^\s*(?:utc|gmt|etc\/utc)?\s*([+-])0?(\d{1,2})(?::?00)?\s*$/i;

/** `UTC+2` is the zone Etc/GMT-2, whose sign follows POSIX. */
function zoneOfOffset(region: string): string | null {
  const [, sign, hours] = OFFSET.exec(region) ?? [];
  if (sign === undefined) return null;
  return TIMEZONES.find((name) => name === `Etc/GMT${sign === '+' ? '-' : '+'}${hours}`) ?? null;
}

function unknownZone(region: string) {
  const suggestion = zoneOfOffset(region) ?? nearest(region, SUGGESTED);
  const hint = suggestion === null ? ', such as Europe/Berlin' : `; did you mean "${suggestion}"?`;
  return invalidAt('region', `must be an IANA timezone name${hint}`, suggestion);
}
