// Lists of profiles and links in JSON, as URLs or as objects with URLs: one list holds several fields of a record.
import { idFormsOf, parseExternalId } from '../../../identity/external-ids.ts';
import { parseNetworkUrl } from '../../../identity/network-url.ts';
import { websiteDomain } from '../../normalize/contacts/website-domain.ts';
import type { MappedColumn, Mapping } from '../column-mapping.ts';
import type { ImportKind } from '../import-fields.ts';
import { ENTRIES_MAX, valueAt } from '../nested-keys.ts';

/** The keys and key paths of such lists. They are mapped to the profile URL, which is one of the fields. */
export function profileKeysOf({ columns }: Mapping): ReadonlySet<string> {
  const isProfiles = ({ column, field }: MappedColumn) =>
    field === 'network_url' && (column.isPlainList === true || column.list !== undefined);
  return new Set(columns.filter(isProfiles).map(({ column }) => column.header));
}

const handlesOf = (kind: 'company' | 'person') =>
  [...idFormsOf(kind)].filter(([, { written }]) => written === 'handle');

const HANDLES = { companies: handlesOf('company'), people: handlesOf('person'), jobs: [] } as const;

/**
 * Adds the fields that a list of profiles holds and the record lacks: the profile URL, the handles, and the website of
 * a company, if exactly one of the URLs is the page of an independent site.
 */
export function addProfiles(
  record: Record<string, unknown>,
  row: object,
  { key, kind }: { readonly key: string; readonly kind: ImportKind },
): void {
  const values = [valueAt(row, key)].flat().slice(0, ENTRIES_MAX);
  const urls = values.filter((value): value is string => typeof value === 'string' && value.includes('/'));
  const add = (field: string, url: string | undefined) => {
    if (url !== undefined && (record[field] ?? '') === '') record[field] = url;
  };
  const addFirst = (field: string, isWanted: (url: string) => boolean) => add(field, urls.find(isWanted));
  addFirst('network_url', (url) => parseNetworkUrl(url, kind === 'companies' ? 'company' : 'person') !== null);
  for (const [field, form] of HANDLES[kind]) addFirst(field, (url) => parseExternalId(url, form) !== null);
  if (kind !== 'companies') return;
  const sites = new Map(urls.map((url) => [websiteDomain(url, ''), url]));
  sites.delete(null);
  if (sites.size === 1) add('website', sites.values().next().value);
}
