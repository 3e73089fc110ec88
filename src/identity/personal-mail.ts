// Decides which e-mail addresses are personal: the addresses at free mail providers (free-mail-hosts.json). Such a
// provider can also be a company, so the list applies to addresses, never to company domains.
import freeMailHosts from './free-mail-hosts.json' with { type: 'json' };

const FREE_MAIL_HOSTS: ReadonlySet<string> = new Set(freeMailHosts);

/** True if a normalized address is personal. False for employees of the provider, as given by `employerDomains`. */
export function isPersonalMail(email: string, employerDomains: readonly (string | null)[]): boolean {
  const host = email.slice(email.indexOf('@') + 1);
  return FREE_MAIL_HOSTS.has(host) && !employerDomains.includes(host);
}
