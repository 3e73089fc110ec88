// Builds the views of records from their stored columns.
import type { CompanyView, PersonView } from '../port.ts';
import { mainPositionOf } from '../stored-positions.ts';
import { networkUrlOf } from './profile-urls.ts';

/** Replaces the hosts of profile URLs. */
type Rewrite = (json: string) => string;

export interface StoredPersonView {
  readonly id: number;
  readonly slug: string;
  readonly positions: string;
  readonly json: string;
}

export interface StoredCompanyView {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly domain: string | null;
  readonly email_domain: string | null;
  /** Members of the wire object, without braces. */
  readonly employer_json: string;
  readonly rest_json: string;
}

export function personView({ id, slug, positions, json }: StoredPersonView, rewrite: Rewrite): PersonView {
  return { id, slug, json: rewrite(json), mainPosition: mainPositionOf(positions) };
}

export function companyView(stored: StoredCompanyView, rewrite: Rewrite): CompanyView {
  const { id, slug, name, domain, email_domain, employer_json, rest_json } = stored;
  const employerJson = `{${rewrite(employer_json)}}`;
  return {
    id,
    slug,
    name,
    domain,
    employerJson,
    network_url: networkUrlOf(employerJson),
    email_domain: email_domain ?? domain,
    json: `${employerJson.slice(0, -1)},${rest_json}}`,
  };
}
