// The accepted IANA timezones: those that the running Node version lists, and the names of timezone-links.json that it
// supports without listing them. Other names that Node supports are rejected: it reads PST, IST and BST as zones, but
// each is an ambiguous abbreviation.
import otherNames from './timezone-links.json' with { type: 'json' };

/** Every accepted name, in the spelling used in answers. */
export const TIMEZONES: readonly string[] = [...new Set([...Intl.supportedValuesOf('timeZone'), ...otherNames])];

const byKey = new Map(TIMEZONES.map((name) => [name.toLowerCase(), name]));

/** The listed spelling of a name in any letter case, or undefined. Aliases of one zone stay distinct names. */
export function timezoneNamed(text: string): string | undefined {
  return byKey.get(text.toLowerCase());
}
