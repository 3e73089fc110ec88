// The address of the page of a record: by its slug, which is the last part of its profile URL.

export type RecordKind = 'person' | 'company';

const PATHS: Readonly<Record<RecordKind, string>> = { person: '/people', company: '/companies' };

/** The last part of a profile URL, decoded as the router decodes that of an address. A slug has no percent sign. */
export function slugOf(url: string): string {
  const last = url.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** The page of a record by its profile URL, or by its slug. */
export function recordAddress(kind: RecordKind, url: string): string {
  return `${PATHS[kind]}/${encodeURIComponent(slugOf(url))}`;
}
