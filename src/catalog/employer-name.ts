// How positions and openings name an employer, as it is stored: by slug and/or domain, else by the key of its name.
import type { EmployerReference } from '../contract/import-records.ts';
import { nameKey } from './company-names.ts';

/** '' where absent; the key of the name only where there is neither slug nor domain. */
export interface EmployerName {
  readonly slug: string;
  readonly domain: string;
  readonly nameKey: string;
}

export function employerName(reference: EmployerReference): EmployerName {
  const slug = reference.networkUrl?.slug ?? '';
  const domain = reference.domain ?? '';
  return { slug, domain, nameKey: slug === '' && domain === '' ? nameKey(reference.name ?? '') : '' };
}
