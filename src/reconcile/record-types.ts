// The two record types of the reconciliation service, each with its API calls.
import { ENDPOINTS } from '../contract/endpoints/endpoints.ts';
import { COMPANY_KEYS, PERSON_KEYS } from '../contract/endpoints/match-keys.ts';
import type { ProfileKind } from '../identity/network-url.ts';

export interface RecordType {
  /** A type of schema.org. */
  readonly id: string;
  readonly name: string;
  readonly kind: ProfileKind;
  /** The key of a match that takes the text of a query. */
  readonly named: string;
  /** The keys of a match, which are the properties of queries. */
  readonly keys: readonly string[];
  readonly matchPath: string;
  readonly bulkMatchPath: string;
}

export const RECORD_TYPES: readonly RecordType[] = [
  {
    id: 'Organization',
    name: 'Company',
    kind: 'company',
    named: 'name',
    keys: COMPANY_KEYS,
    matchPath: ENDPOINTS['match-company'].path,
    bulkMatchPath: ENDPOINTS['bulk-match-company'].path,
  },
  {
    id: 'Person',
    name: 'Person',
    kind: 'person',
    named: 'full_name',
    keys: PERSON_KEYS,
    matchPath: ENDPOINTS['match-person'].path,
    bulkMatchPath: ENDPOINTS['bulk-match-person'].path,
  },
];

/** A type in the form of the protocol. */
export const shownType = ({ id, name }: RecordType) => ({ id, name });

/** `hq.country_code` -> `hq country code`. */
export const shownName = (property: string): string => property.replaceAll(/[._]/g, ' ');
