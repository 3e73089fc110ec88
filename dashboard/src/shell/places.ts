// The screens of the navigation, with the key that follows `g`.
import type { Role } from '../../../src/contract/roles.ts';
import type { IconName } from '../components/icon.tsx';

export interface Place {
  readonly path: string;
  readonly title: string;
  readonly icon: IconName;
  /** Pressed after `g`. */
  readonly key: string;
  /** The least role that sees it. */
  readonly least: Role;
  /** Hidden from operators, who have another screen for it. */
  readonly isOfMembers?: boolean;
}

export const PLACES: readonly Place[] = [
  { path: '/', title: 'Overview', icon: 'overview', key: 'o', least: 'billing' },
  { path: '/explorer', title: 'Explorer', icon: 'search', key: 'e', least: 'read_only' },
  { path: '/lists', title: 'Lists', icon: 'bookmark', key: 'l', least: 'read_only' },
  { path: '/waterfall', title: 'Waterfall', icon: 'steps', key: 'w', least: 'member' },
  { path: '/enrich', title: 'Enrich', icon: 'list', key: 'n', least: 'read_only' },
  { path: '/playground', title: 'Playground', icon: 'play', key: 'p', least: 'member' },
  { path: '/keys', title: 'Keys', icon: 'key', key: 'k', least: 'billing' },
  { path: '/calls', title: 'Calls', icon: 'log', key: 'c', least: 'read_only' },
  { path: '/webhooks', title: 'Webhooks', icon: 'send', key: 'h', least: 'read_only' },
  { path: '/data', title: 'Data', icon: 'stack', key: 'd', least: 'operator' },
  { path: '/accounts', title: 'Accounts', icon: 'people', key: 'a', least: 'operator' },
  { path: '/account', title: 'Account', icon: 'building', key: 'a', least: 'billing', isOfMembers: true },
  { path: '/reference', title: 'Reference', icon: 'book', key: 'r', least: 'billing' },
];

/** Parts of places, and the profile: in the palette only. */
export const PARTS: readonly Omit<Place, 'key'>[] = [
  { path: '/explorer/companies', title: 'Companies in the explorer', icon: 'building', least: 'read_only' },
  { path: '/explorer/jobs', title: 'Jobs in the explorer', icon: 'search', least: 'read_only' },
  { path: '/lists/watches', title: 'Watches', icon: 'eye', least: 'read_only' },
  { path: '/data/imports', title: 'Imports', icon: 'upload', least: 'operator' },
  { path: '/data/reviews', title: 'Possible duplicates', icon: 'merge', least: 'operator' },
  { path: '/data/suppressions', title: 'Suppression list', icon: 'hide', least: 'operator' },
  { path: '/accounts/plans', title: 'Plans', icon: 'list', least: 'operator' },
  { path: '/accounts/usage', title: 'Usage by account', icon: 'overview', least: 'operator' },
  { path: '/accounts/members', title: 'Members', icon: 'people', least: 'operator' },
  { path: '/accounts/audit', title: 'Audit log', icon: 'log', least: 'operator' },
  { path: '/profile', title: 'Profile', icon: 'people', least: 'billing' },
];

/** Addresses below a place that are not below its path. */
const ALSO_BELOW: Readonly<Record<string, string>> = { '/people/': '/explorer', '/companies/': '/explorer' };

/** Whether a path belongs to a place. */
export function isWithin(path: string, place: Place): boolean {
  if (place.path === '/') return path === '/';
  const owner = Object.entries(ALSO_BELOW).find(([prefix]) => path.startsWith(prefix))?.[1];
  return owner === place.path || path === place.path || path.startsWith(`${place.path}/`);
}

/** The place of a path; null for the profile, and for addresses that do not exist. */
export function placeOf(path: string): Place | null {
  return PLACES.find((place) => isWithin(path, place)) ?? null;
}
