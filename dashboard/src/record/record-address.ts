// The address of the page of a record: by its slug, which is the last part of its profile URL.

export type RecordKind = 'person' | 'company';

const PATHS: Readonly<Record<RecordKind, string>> = { person: '/people', company: '/companies' };

/** The last part of a profile URL, as it is written there. */
export function slugOf(url: string): string {
  return url.split('/').at(-1) ?? '';
}

/** The page of a record by its profile URL. */
export function recordAddress(kind: RecordKind, url: string): string {
  return `${PATHS[kind]}/${slugOf(url)}`;
}
