// Which e-mail addresses are personal: those at providers where anybody has one (free-mail-hosts.json). Such a provider may be a company
// of its own all the same: the list marks addresses, never a company's domain.
import freeMailHosts from './free-mail-hosts.json' with { type: 'json' };

const FREE_MAIL_HOSTS: ReadonlySet<string> = new Set(freeMailHosts);

/** Whether an address in normal form is a personal one. Of the people who work at the provider it is not: `employerDomains` tells. */
export function isPersonalMail(email: string, employerDomains: readonly (string | null)[]): boolean {
  const host = email.slice(email.indexOf('@') + 1);
  return FREE_MAIL_HOSTS.has(host) && !employerDomains.includes(host);
}
