// Whether two people who share an e-mail address or an employer may be one: the address must be somebody's own, the names must meet.
import { wordKey } from '../words/words.ts';
import { isPersonalMail } from './personal-mail.ts';

/** Local parts of mailboxes that several people read. */
const ROLES = new Set(
  `abuse accounting accounts admin administration billing booking bookings career careers commercial compta contact customerservice
  director enquiries enquiry events export feedback finance frontdesk general hello help helpdesk hi hr info information inquiries
  inquiry invoice invoices it job jobs kontakt legal mail mailbox management marketing media news newsletter no-reply noreply office
  online order orders postmaster post press privacy procurement purchasing reception recruiting recruitment registration reservations
  sales secretariat secretary security service services shop staff support team tech webmaster welcome`.split(/\s+/),
);
/** Whether an address is that of one person: not of a role such as `info`. */
export function isOwnAddress(email: string): boolean {
  return !ROLES.has(email.slice(0, email.indexOf('@')));
}

/** Whether the holders of one address, with these names, are one person: names that share a word, or are equal on free mail. */
export function isOneHolder(email: string, nameA: string, nameB: string): boolean {
  const [a, b] = [wordKey(nameA), wordKey(nameB)];
  if (a === b) return true;
  // Families share a mailbox.
  if (isPersonalMail(email, [])) return false;
  const words = new Set(a.split(' ').filter((word) => word.length > 1));
  return b.split(' ').some((word) => words.has(word));
}

/** Whether two people of one name at one employer have different addresses at one domain: then they are namesakes. */
export function areNamesakes(emailsA: readonly string[], emailsB: readonly string[]): boolean {
  if (emailsA.some((email) => emailsB.includes(email))) return false;
  const domains = new Set(emailsA.map((email) => email.slice(email.indexOf('@'))));
  return emailsB.some((email) => domains.has(email.slice(email.indexOf('@'))));
}
