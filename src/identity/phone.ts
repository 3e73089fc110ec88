// Normalizes phone numbers from files and callers to E.164. Only the length must be possible for the country. A number
// need not be assigned, so reserved fictitious numbers are valid.
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { LIMITS } from '../contract/limits.ts';

const INPUT_CHARACTERS = /^\+?[0-9 ().-]+$/;
const EXIT_CODE = /^[ (]*00/;
/** North American 555-01xx without an area code: too short to be possible, but reserved for fiction and used for it. */
const FICTITIOUS_WITHOUT_AREA = /^\+155501\d\d$/;

/**
 * The E.164 candidates for a queried number, best first. A number with `+` is used as written. Any other number is read
 * as `00` and a country code, with `+` added, and as a national number of each default country (ISO alpha-2). Empty if
 * no reading is possible. Null if the input is not a phone number: it has fewer than 7 or more than 15 digits, or
 * characters other than digits, a leading `+`, blanks, parentheses, full stops and hyphens.
 */
export function phoneCandidates(input: string, defaultCountries: readonly string[]): string[] | null {
  const text = input.trim();
  const digits = text.replace(/[^0-9]/g, '');
  // A `+` may follow an opening bracket: `(+44) 20 ...`.
  if (!INPUT_CHARACTERS.test(text.replace(/^\(\+/, '+('))) return null;
  if (digits.length < LIMITS.phoneDigitsMin || digits.length > LIMITS.phoneDigitsMax) return null;
  if (text.includes('+')) return present([international(digits, text)]);
  const exit = digits.startsWith('00') ? [international(digits.slice(2), text.replace(EXIT_CODE, ''))] : [];
  const national = defaultCountries.map((country) => e164(text, country));
  return present([...exit, international(digits, text), ...national]);
}

/**
 * The number of a record in E.164 without extension. A number without `+` or `00` is read as a national number of
 * `country_code` (ISO alpha-2). Null if its length is impossible or its country is unknown.
 */
export function parsePhone(input: string, country_code: string | null): string | null {
  return e164(input.trim().replace(EXIT_CODE, '+'), country_code);
}

/**
 * The E.164 form of a number that starts with its country code. First parses `text`, because a `(0)` in it is a trunk
 * prefix to be removed, then the digits alone.
 */
function international(digits: string, text: string): string | null {
  return e164(`+${text.replace('+', '')}`, null) ?? e164(`+${digits}`, null);
}

function e164(text: string, country: string | null): string | null {
  const known = country !== null && isSupportedCountry(country) ? { defaultCountry: country as CountryCode } : {};
  const number = parsePhoneNumberFromString(text, { ...known, extract: false });
  if (!number) return null;
  return number.isPossible() || FICTITIOUS_WITHOUT_AREA.test(number.number) ? number.number : null;
}

function present(candidates: readonly (string | null)[]): string[] {
  return [...new Set(candidates.filter((candidate) => candidate !== null))];
}
