// Decides whether two people who share an e-mail address or an employer can be one: the address must be personal to one
// owner, and the names must be similar.
import { wordKey } from '../words/words.ts';
import { isPersonalMail } from './personal-mail.ts';

/** Local parts of role mailboxes, which several people read. */
const ROLES = new Set(
  `abuse accounting accounts admin administration billing booking bookings career careers commercial compta contact customerservice
  director enquiries enquiry events export feedback finance frontdesk general hello help helpdesk hi hr info information inquiries
  inquiry invoice invoices it job jobs kontakt legal mail mailbox management marketing media news newsletter no-reply noreply office
  online order orders postmaster post press privacy procurement purchasing reception recruiting recruitment registration reservations
  sales secretariat secretary security service services shop staff support team tech webmaster welcome`.split(/\s+/),
);
/** True if an address belongs to one person, not to a role such as `info`. */
export function isOwnAddress(email: string): boolean {
  return !ROLES.has(email.slice(0, email.indexOf('@')));
}

/**
 * True if the holders of one address with these names are one person: the names share a word, or on free mail hosts are
 * equal.
 */
export function isOneHolder(email: string, nameA: string, nameB: string): boolean {
  const [a, b] = [wordKey(nameA), wordKey(nameB)];
  if (a === b) return true;
  // Families share mailboxes on free mail hosts.
  if (isPersonalMail(email, [])) return false;
  const words = new Set(a.split(' ').filter((word) => word.length > 1));
  return b.split(' ').some((word) => words.has(word));
}

/** True if two people of one name at one employer have different addresses at one domain: then they are namesakes. */
export function areNamesakes(emailsA: readonly string[], emailsB: readonly string[]): boolean {
  if (emailsA.some((email) => emailsB.includes(email))) return false;
  const domains = new Set(emailsA.map((email) => email.slice(email.indexOf('@'))));
  return emailsB.some((email) => domains.has(email.slice(email.indexOf('@'))));
}
