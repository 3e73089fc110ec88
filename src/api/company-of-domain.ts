// Finds the companies of a hostname: those on the host itself, else those on its registrable domain.
import type { CompanyView, Lookups } from '../catalog/port.ts';
import { registrableDomain } from '../identity/domain.ts';
import type { ApiContext } from './context.ts';

/** The first `max` companies in search order; empty if none is known. */
export function companiesOfDomain(host: string, max: number, lookups: Lookups): Promise<CompanyView[]> {
  return ofDomain(host, (domain) => lookups.companiesByDomain(domain, max));
}

/** The ids of all of them, in any order. */
export function companyIdsOfDomain(host: string, { lookups, turn }: Pick<ApiContext, 'lookups' | 'turn'>) {
  return ofDomain(host, (domain) => lookups.companyIdsByDomain(domain, turn));
}

async function ofDomain<Found>(host: string, find: (domain: string) => Promise<Found[]>): Promise<Found[]> {
  const onHost = await find(host);
  if (onHost.length > 0) return onHost;
  const registrable = registrableDomain(host);
  return registrable === null || registrable === host ? [] : find(registrable);
}
