// Finds the companies of a hostname: those on the host itself, else those on its registrable domain.
import type { CompanyView, LookUps } from '../catalog/port.ts';
import { registrableDomain } from '../identity/domain.ts';

/** The companies in search order; empty if none is known. */
export async function companiesOfDomain(host: string, lookUps: LookUps): Promise<CompanyView[]> {
  const onHost = await lookUps.companiesByDomain(host);
  if (onHost.length > 0) return onHost;
  const registrable = registrableDomain(host);
  return registrable === null || registrable === host ? [] : lookUps.companiesByDomain(registrable);
}
