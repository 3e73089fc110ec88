// Places with a country code of their own for which sources also give another code: Hong Kong is in HK or CN. The
// tables say nothing about the status of a place.
import { areOneCity } from './same-city.ts';

/** These codes, by the other code that sources give. */
const CODES_BY_OTHER_CODE = {
  CN: 'HK MO TW',
  US: 'AS GU MP PR UM VI',
  FR: 'BL GF GP MF MQ NC PF PM RE WF YT',
  NL: 'AW BQ CW SX',
  GB: 'AI BM FK GG GI IM JE KY MS SH TC VG',
  DK: 'FO GL',
  FI: 'AX',
};
const OTHER_CODES = new Map(
  Object.entries(CODES_BY_OTHER_CODE).flatMap(([country, codes]) => codes.split(' ').map((code) => [code, country])),
);

/** The other code that sources give for places with this code; undefined if there is none. */
export const otherCodeOf = (code: string): string | undefined => OTHER_CODES.get(code);

interface Placed {
  readonly city: string | null;
  readonly country_code: string | null;
}

/**
 * Whether two places are in two countries. Two codes of one city are one country: Hong Kong is in HK or CN.
 */
export function areTwoCountries(a: Placed, b: Placed): boolean {
  const [one, other] = [a.country_code, b.country_code];
  if (one === null || other === null || one === other) return false;
  if (otherCodeOf(one) !== other && otherCodeOf(other) !== one) return true;
  return a.city === null || b.city === null || !areOneCity(a.city, b.city);
}
