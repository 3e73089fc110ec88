// The screens in the navigation, with the second key of their shortcut (after `g`).
import type { Role } from '../../../src/contract/roles.ts';
import type { IconName } from '../components/icon.tsx';
import { PLACE_TEXTS } from '../texts/shell-texts.ts';

export interface Place {
  readonly path: string;
  readonly title: string;
  readonly icon: IconName;
  /** Key pressed after `g`. */
  readonly key: string;
  /** The lowest role that sees it. */
  readonly least: Role;
  /** Hidden from operators, who have another screen for it. */
  readonly isOfMembers?: boolean;
}

export const PLACES: readonly Place[] = [
  { path: '/', title: PLACE_TEXTS['/'], icon: 'overview', key: 'o', least: 'billing' },
  { path: '/explorer', title: PLACE_TEXTS['/explorer'], icon: 'search', key: 'e', least: 'read_only' },
  { path: '/lists', title: PLACE_TEXTS['/lists'], icon: 'bookmark', key: 'l', least: 'read_only' },
  { path: '/waterfall', title: PLACE_TEXTS['/waterfall'], icon: 'steps', key: 'w', least: 'member' },
  { path: '/enrich', title: PLACE_TEXTS['/enrich'], icon: 'list', key: 'n', least: 'read_only' },
  { path: '/playground', title: PLACE_TEXTS['/playground'], icon: 'play', key: 'p', least: 'member' },
  { path: '/keys', title: PLACE_TEXTS['/keys'], icon: 'key', key: 'k', least: 'billing' },
  { path: '/calls', title: PLACE_TEXTS['/calls'], icon: 'log', key: 'c', least: 'read_only' },
  { path: '/webhooks', title: PLACE_TEXTS['/webhooks'], icon: 'send', key: 'h', least: 'read_only' },
  { path: '/data', title: PLACE_TEXTS['/data'], icon: 'stack', key: 'd', least: 'operator' },
  { path: '/accounts', title: PLACE_TEXTS['/accounts'], icon: 'people', key: 'a', least: 'operator' },
  { path: '/account', title: PLACE_TEXTS['/account'], icon: 'building', key: 'a', least: 'billing', isOfMembers: true },
  { path: '/reference', title: PLACE_TEXTS['/reference'], icon: 'book', key: 'r', least: 'billing' },
];

/** Parts of screens, and the profile: only in the command palette. */
export const PARTS: readonly Omit<Place, 'key'>[] = [
  { path: '/explorer/companies', title: PLACE_TEXTS['/explorer/companies'], icon: 'building', least: 'read_only' },
  { path: '/explorer/jobs', title: PLACE_TEXTS['/explorer/jobs'], icon: 'search', least: 'read_only' },
  { path: '/lists/watches', title: PLACE_TEXTS['/lists/watches'], icon: 'eye', least: 'read_only' },
  { path: '/data/imports', title: PLACE_TEXTS['/data/imports'], icon: 'upload', least: 'operator' },
  { path: '/data/reviews', title: PLACE_TEXTS['/data/reviews'], icon: 'merge', least: 'operator' },
  { path: '/data/suppressions', title: PLACE_TEXTS['/data/suppressions'], icon: 'hide', least: 'operator' },
  { path: '/accounts/plans', title: PLACE_TEXTS['/accounts/plans'], icon: 'list', least: 'operator' },
  { path: '/accounts/usage', title: PLACE_TEXTS['/accounts/usage'], icon: 'overview', least: 'operator' },
  { path: '/accounts/members', title: PLACE_TEXTS['/accounts/members'], icon: 'people', least: 'operator' },
  { path: '/accounts/audit', title: PLACE_TEXTS['/accounts/audit'], icon: 'log', least: 'operator' },
  { path: '/profile', title: PLACE_TEXTS['/profile'], icon: 'people', least: 'billing' },
];

/** Path prefixes that belong to a screen although they are not below its path. */
const ALSO_BELOW: Readonly<Record<string, string>> = { '/people/': '/explorer', '/companies/': '/explorer' };

/** Returns true if a path belongs to a screen. */
export function isWithin(path: string, place: Place): boolean {
  if (place.path === '/') return path === '/';
  const owner = Object.entries(ALSO_BELOW).find(([prefix]) => path.startsWith(prefix))?.[1];
  return owner === place.path || path === place.path || path.startsWith(`${place.path}/`);
}

/** The screen of a path; null for the profile and for unknown addresses. */
export function placeOf(path: string): Place | null {
  return PLACES.find((place) => isWithin(path, place)) ?? null;
}
