// The accepted IANA timezones: those that the running Node version lists, and the names in timezone-links.json, which
// it supports without listing them. Other names are rejected, although Node supports some: PST, IST and BST are
// ambiguous abbreviations.
import otherNames from './timezone-links.json' with { type: 'json' };

/** Every accepted name, in the spelling used in answers. */
export const TIMEZONES: readonly string[] = [...new Set([...Intl.supportedValuesOf('timeZone'), ...otherNames])];

const byKey = new Map(TIMEZONES.map((name) => [name.toLowerCase(), name]));

/** The listed spelling of a name in any letter case, or undefined. Aliases of a zone remain separate names. */
export function timezoneNamed(text: string): string | undefined {
  return byKey.get(text.toLowerCase());
}
