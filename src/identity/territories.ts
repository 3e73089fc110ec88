// Territories with a country code of their own. Sources give either this code or that of the country.
import { areOneCity } from './same-city.ts';

/** Territories with a code of their own, by the country that places may add: `Hong Kong, China`. */
const TERRITORIES = {
  CN: 'HK MO TW',
  US: 'AS GU MP PR UM VI',
  FR: 'BL GF GP MF MQ NC PF PM RE WF YT',
  NL: 'AW BQ CW SX',
  GB: 'AI BM FK GG GI IM JE KY MS SH TC VG',
  DK: 'FO GL',
  FI: 'AX',
};
export const SOVEREIGNS: ReadonlySet<string> = new Set(Object.keys(TERRITORIES));
const SOVEREIGN_BY_TERRITORY = new Map(
  Object.entries(TERRITORIES).flatMap(([country, codes]) => codes.split(' ').map((code) => [code, country])),
);

/** The country to which a territory belongs; undefined for a country. */
export const sovereignOf = (code: string): string | undefined => SOVEREIGN_BY_TERRITORY.get(code);

interface Placed {
  readonly city: string | null;
  readonly country_code: string | null;
}

/**
 * Whether two places are in two countries. A city may be in a territory and in its country: Hong Kong is in HK or CN.
 */
export function areTwoCountries(a: Placed, b: Placed): boolean {
  const [one, other] = [a.country_code, b.country_code];
  if (one === null || other === null || one === other) return false;
  if (sovereignOf(one) !== other && sovereignOf(other) !== one) return true;
  return a.city === null || b.city === null || !areOneCity(a.city, b.city);
}
