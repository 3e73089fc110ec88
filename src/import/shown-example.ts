// Formats rejected or dropped values as examples for the report of a run, and masks personal data. Examples are never
// stored: a stored run contains only counts and places, so there is nothing to erase when a person is erased.
import { parseNetworkUrl } from '../identity/network-url.ts';
import type { ImportKind } from './map/import-fields.ts';

/** Most examples of one reason. */
export const EXAMPLES_MAX = 3;
const LENGTH_MAX = 60;
/**
 * Last words of paths of fields with personal data: names of people, their addresses and numbers, and texts that they
 * wrote.
 */
const PERSONAL = new Set(
  `full_name first_name last_name last_name_prefix second_last_name headline about_me email emails phone phones mobile_phone direct_phone work_phone job_description`.split(
    /\s+/,
  ),
);
/** An e-mail address, valid or not. */
const EMAIL = /\S+\s?(?:@|\[at\]|\(at\))\s?\S+/gi;
/** A phone number with a plus sign, or in the grouping of national numbers. Years, ranges and amounts do not match. */
const PHONE =
  /(?<![\p{L}\p{N}])(?:\+[\d\s().-]{6,}\d|\(0?\d{2,4}\)[\s.-]?\d{3,4}[\s.-]?\d{3,5}|\d{3}[.-]\d{3}[.-]\d{4}|0\d{2,5}[\s/-]\d{3,}(?:[\s-]?\d{2,})*|0\d{9,10})(?!\p{N})/gu;
/** The path of a person's profile. */
const PROFILE = /\/in\/[^\s/?#]+/gi;
const URL_START = /^(?:https?:\/\/)?(?:[\w-]+\.)+[a-z]{2,}(?=[/?#]|$)/i;

/**
 * One line of at most 60 characters. Personal data is reduced to its form (`xxxx.xxx (at) xxxx.xxx`, `+99 9`). Null for
 * anything but a single value.
 */
export function shownExample(kind: ImportKind, field: string | null, value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  const text = String(value)
    .slice(0, LENGTH_MAX * 2)
    .replace(/\s+/g, ' ')
    .trim();
  if (text === '') return null;
  const shown = shownText(kind, field ?? '', text);
  return shown.length > LENGTH_MAX ? `${shown.slice(0, LENGTH_MAX - 1)}…` : shown;
}

function shownText(kind: ImportKind, field: string, text: string): string {
  const name = field.split('.').at(-1) ?? '';
  if (PERSONAL.has(name)) return shapeOf(text);
  if (kind === 'people' && field === 'network_url' && parseNetworkUrl(text, 'company') === null) {
    // The host shows the kind of page; the path names a person.
    const start = URL_START.exec(text)?.[0] ?? '';
    return start + shapeOf(text.slice(start.length));
  }
  return text
    .replace(EMAIL, shapeOf)
    .replace(PHONE, shapeOf)
    .replace(PROFILE, (path) => `/in/${shapeOf(path.slice('/in/'.length))}`);
}

const shapeOf = (text: string) =>
  text
    .replace(/\p{Lu}/gu, 'X')
    .replace(/\p{L}/gu, (letter) => (letter === 'X' ? 'X' : 'x'))
    .replace(/\p{N}/gu, '9');
