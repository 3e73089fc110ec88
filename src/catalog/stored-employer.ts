// An employer as stored for positions and openings: slug and/or domain, else the key of its name. Also its encoding as
// one text.
import type { EmployerReference } from '../contract/import-records.ts';
import { nameKey } from './company-names.ts';

/** '' if absent. The key of the name is set only if there is neither slug nor domain. */
export interface StoredEmployer {
  readonly slug: string;
  readonly domain: string;
  readonly nameKey: string;
}

export function storedEmployer(reference: EmployerReference): StoredEmployer {
  const slug = reference.company_network_url?.slug ?? '';
  const domain = reference.company_domain ?? '';
  return { slug, domain, nameKey: slug === '' && domain === '' ? nameKey(reference.company_name ?? '') : '' };
}

/** Encodes an employer as one text. Neither a slug nor a domain contains a line break. */
export function employerText({ slug, domain, nameKey }: StoredEmployer): string {
  return `${slug}\n${domain}\n${nameKey}`;
}

/** Parses a text of employerText. */
export function parseEmployerText(text: string): StoredEmployer {
  const domainAt = text.indexOf('\n') + 1;
  const nameKeyAt = text.indexOf('\n', domainAt) + 1;
  return {
    slug: text.slice(0, domainAt - 1),
    domain: text.slice(domainAt, nameKeyAt - 1),
    nameKey: text.slice(nameKeyAt),
  };
}
