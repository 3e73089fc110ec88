// POST /v2/utils/current-date
import { invalidInput } from '../contract/errors.ts';
import { nearest } from '../words/nearest.ts';
import type { Handler } from './context.ts';

const ZONES = [...Intl.supportedValuesOf('timeZone'), 'UTC'];
const OFFSET = /^[+-]/;

/** The time in a zone of the IANA list of the running Node, which also knows old names: those are answered as given. */
export const currentDate: Handler<'current-date'> = ({ region }, { clock }) => {
  const format = formatOf(region);
  const { timeZone } = format.resolvedOptions();
  const timezone = timeZone.toLowerCase() === region.toLowerCase() ? timeZone : region;
  return async () => {
    const now = clock.now();
    return JSON.stringify({ datetime: format.format(now), timestamp: Math.floor(now / 1000), timezone });
  };
};

function formatOf(timeZone: string): Intl.DateTimeFormat {
  try {
    // The Swedish form of a date is YYYY-MM-DD and that of a time HH:MM:SS.
    if (!OFFSET.test(timeZone))
      return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  const suggestion = nearest(timeZone, ZONES);
  const hint = suggestion === null ? ', such as Europe/Berlin' : `; did you mean "${suggestion}"?`;
  throw invalidInput([{ path: 'region', message: `must be an IANA timezone name${hint}`, suggestion }]);
}
