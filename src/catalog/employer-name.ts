// The stored name of an employer in positions and openings: slug and/or domain, else the key of its name. Also its
// encoding as one text.
import type { EmployerReference } from '../contract/import-records.ts';
import { nameKey } from './company-names.ts';

/** '' if absent. The key of the name is set only if there is neither slug nor domain. */
export interface EmployerName {
  readonly slug: string;
  readonly domain: string;
  readonly nameKey: string;
}

export function employerName(reference: EmployerReference): EmployerName {
  const slug = reference.company_network_url?.slug ?? '';
  const domain = reference.company_domain ?? '';
  return { slug, domain, nameKey: slug === '' && domain === '' ? nameKey(reference.company_name ?? '') : '' };
}

/** Encodes a name as one text. Neither a slug nor a domain contains a line break. */
export function employerText({ slug, domain, nameKey }: EmployerName): string {
  return `${slug}\n${domain}\n${nameKey}`;
}

/** Decodes a text of employerText. */
export function employerOf(text: string): EmployerName {
  const domainAt = text.indexOf('\n') + 1;
  const nameKeyAt = text.indexOf('\n', domainAt) + 1;
  return {
    slug: text.slice(0, domainAt - 1),
    domain: text.slice(domainAt, nameKeyAt - 1),
    nameKey: text.slice(nameKeyAt),
  };
}
