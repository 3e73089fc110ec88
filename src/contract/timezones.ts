// The IANA timezones: those that the running Node lists, and the names of timezone-links.json that it knows without listing them. What else
// Node takes is refused: it reads PST, IST and BST as zones, which are abbreviations of several.
import otherNames from './timezone-links.json' with { type: 'json' };

/** Every name that is taken, in the spelling in which it is answered. */
export const TIMEZONES: readonly string[] = [...new Set([...Intl.supportedValuesOf('timeZone'), ...otherNames])];

const byKey = new Map(TIMEZONES.map((name) => [name.toLowerCase(), name]));

/** The listed spelling of a name in any letter case, or undefined. Of several names of one zone each is a name of its own. */
export function timezoneNamed(text: string): string | undefined {
  return byKey.get(text.toLowerCase());
}
