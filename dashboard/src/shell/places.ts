// The screens of the navigation, with the key that follows `g`.
import type { IconName } from '../components/icon.tsx';

export interface Place {
  readonly path: string;
  readonly title: string;
  readonly icon: IconName;
  /** Pressed after `g`. */
  readonly key: string;
  readonly isForOperators?: boolean;
}

export const PLACES: readonly Place[] = [
  { path: '/', title: 'Overview', icon: 'overview', key: 'o' },
  { path: '/explorer', title: 'Explorer', icon: 'search', key: 'e' },
  { path: '/waterfall', title: 'Waterfall', icon: 'steps', key: 'w' },
  { path: '/enrich', title: 'Enrich', icon: 'list', key: 'n' },
  { path: '/playground', title: 'Playground', icon: 'play', key: 'p' },
  { path: '/keys', title: 'Keys', icon: 'key', key: 'k' },
  { path: '/calls', title: 'Calls', icon: 'log', key: 'c' },
  { path: '/data', title: 'Data', icon: 'stack', key: 'd', isForOperators: true },
  { path: '/accounts', title: 'Accounts', icon: 'people', key: 'a', isForOperators: true },
  { path: '/reference', title: 'Reference', icon: 'book', key: 'r' },
];

/** Addresses below a place that are not below its path. */
const ALSO_BELOW: Readonly<Record<string, string>> = { '/people/': '/explorer', '/companies/': '/explorer' };

/** Whether a path belongs to a place. */
export function isWithin(path: string, place: Place): boolean {
  if (place.path === '/') return path === '/';
  const owner = Object.entries(ALSO_BELOW).find(([prefix]) => path.startsWith(prefix))?.[1];
  return owner === place.path || path === place.path || path.startsWith(`${place.path}/`);
}
