// Parses profile URLs of companies and people, and writes their canonical form. Only the path identifies the record
// (contract section 3). The host is stored for answers.
import type { NetworkUrl } from '../contract/import-records.ts';
import { LIMITS } from '../contract/limits.ts';
import { unitAt } from '../words/unit-at.ts';
import { parseHostname } from './hostname.ts';

export type ProfileKind = 'company' | 'person';

/** Host of canonical URLs if neither the record nor the settings define one. */
export const NETWORK_HOST_DEFAULT = 'www.network.example';

const SLUG_LENGTH_MAX = 200;
const PATH_WORDS: Readonly<Record<ProfileKind, string>> = { company: 'company', person: 'in' };

// Parsed by hand: URL() silently repairs backslashes, control characters, missing slashes and dot segments.
const URL_PARTS = /^(?:(?:https?:)?\/\/(?=[^/]))?(?<host>[^/?#:]*)(?::\d{1,5})?(?<path>\/[^?#]*)(?:[?#].*)?$/i;
const LANGUAGE = /^[a-z]{2}$/i;
const ODDITIES = /[\s\p{C}\\]/u;
const SLUG = /^[\p{L}\p{M}\p{Nd}_.&'+(),’-]+$/u;

/**
 * The slug and host of a profile URL of this kind. Accepts any URL or bare path whose path is `/company/{slug}` or
 * `/in/{slug}`, optionally after a two-letter language. Null for anything else: other schemes, user names, empty or
 * malformed slugs, more than 2,048 characters.
 */
export function parseNetworkUrl(input: string, kind: ProfileKind): NetworkUrl | null {
  return plainUrl(input, kind) ?? anyUrl(input, kind);
}

/** The remedy for a slug that no record has. */
export const SLUG_REMEDY = 'give the slug, which is the last part of the profile URL';

/**
 * The slug in an input that is either a profile URL of this kind or the slug itself, optionally percent-encoded as in
 * URLs.
 */
export function slugNamed(text: string, kind: ProfileKind): string {
  const alone = text.trim();
  const named = parseNetworkUrl(alone, kind) ?? (/[/?#]/.test(alone) ? null : decodedSlug(alone));
  return named?.slug ?? alone.toLowerCase().normalize('NFC');
}

function decodedSlug(text: string): { readonly slug: string } | null {
  const slug = normalSlug(decoded(text) ?? '');
  return slug === null ? null : { slug };
}

const PLAIN_STARTS: Readonly<Record<ProfileKind, string>> = { company: '/company/', person: '/in/' };
const SCHEME = 'https://';
/** Caches the host of the last plain URL: nearly all URLs of a file have the same host. */
let lastHost: { readonly text: string; readonly host: string | null } = { text: '', host: null };

/**
 * Fast path for the most frequent form, `https://host/in/slug` with a slug of ASCII letters, digits and hyphens; null
 * for any other form, valid or not.
 */
function plainUrl(text: string, kind: ProfileKind): NetworkUrl | null {
  const start = PLAIN_STARTS[kind];
  const at = text.indexOf('/', SCHEME.length);
  if (at === -1 || !text.startsWith(SCHEME) || !text.startsWith(start, at)) return null;
  const slug = text.slice(at + start.length);
  if (slug === '' || slug.length > SLUG_LENGTH_MAX || !isPlainSlug(slug)) return null;
  const hostText = text.slice(SCHEME.length, at);
  if (lastHost.text !== hostText) lastHost = { text: hostText, host: parseHostname(hostText) };
  return lastHost.host === null ? null : { slug, host: lastHost.host };
}

const HYPHEN = 0x2d;
const [ZERO, NINE] = [0x30, 0x39];
const [A, LAST_LETTER] = [0x61, 0x7a];

function isPlainSlug(slug: string): boolean {
  const { length } = slug;
  for (let at = 0; at < length; at += 1) {
    const code = unitAt(slug, at);
    const isPlain = (code >= A && code <= LAST_LETTER) || (code >= ZERO && code <= NINE) || code === HYPHEN;
    if (!isPlain) return false;
  }
  return true;
}

function anyUrl(input: string, kind: ProfileKind): NetworkUrl | null {
  const text = input.trim();
  if (text.length > LIMITS.urlLengthMax || ODDITIES.test(text)) return null;
  const parts = URL_PARTS.exec(text)?.groups;
  if (!parts) return null;
  const slug = slugOfPath(parts['path'] ?? '', PATH_WORDS[kind]);
  if (slug === null) return null;
  if (parts['host'] === '') return { slug, host: null };
  const host = parseHostname(parts['host'] ?? '');
  return host === null ? null : { slug, host };
}

function slugOfPath(path: string, pathWord: string): string | null {
  const segments = path.replace(/\/$/, '').split('/').slice(1).map(decoded);
  if (segments.some((segment) => segment === null || segment === '' || segment === '.' || segment === '..'))
    return null;
  const start = isWord(segments[0], pathWord)
    ? 1
    : LANGUAGE.test(segments[0] ?? '') && isWord(segments[1], pathWord)
      ? 2
      : 0;
  return start === 0 ? null : normalSlug(segments[start] ?? '');
}

function isWord(segment: string | null | undefined, word: string): boolean {
  return segment?.toLowerCase() === word;
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

function normalSlug(text: string): string | null {
  const slug = text.normalize('NFC').toLowerCase().normalize('NFC');
  return SLUG.test(slug) && codePoints(slug) <= SLUG_LENGTH_MAX ? slug : null;
}

function codePoints(text: string): number {
  return text.length <= SLUG_LENGTH_MAX ? text.length : [...text].length;
}

/**
 * `https://host/company/{slug}`, the slug percent-encoded once. `networkHost`, the setting, overrides the record's own
 * host.
 */
export function canonicalUrl(kind: ProfileKind, url: NetworkUrl, networkHost: string | null): string {
  const host = networkHost ?? url.host ?? NETWORK_HOST_DEFAULT;
  const slug = isPlainSlug(url.slug) ? url.slug : encodeURIComponent(url.slug);
  return `https://${host}/${PATH_WORDS[kind]}/${slug}`;
}
