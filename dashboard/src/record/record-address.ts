// The address of a record's page: it contains the slug, which is the last part of the profile URL.

export type RecordKind = 'person' | 'company';

const PATHS: Readonly<Record<RecordKind, string>> = { person: '/people', company: '/companies' };

/** The last part of a profile URL, decoded like the router decodes addresses. A slug contains no percent sign. */
export function slugOf(url: string): string {
  const last = url.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** The address of a record's page, from its profile URL or its slug. */
export function recordAddress(kind: RecordKind, url: string): string {
  return `${PATHS[kind]}/${encodeURIComponent(slugOf(url))}`;
}
