// Validation of a member's fields: each check returns the normalized value or throws with a message that states the
// valid form.
import { CONTROL_CHARACTER } from '../contract/control-character.ts';
import { MembersError, type Membership } from './port.ts';

/** Without the characters that surround or separate addresses where several are written (RFC 5322, specials). */
const EMAIL = /^[^\s@\p{Cc}<>()[\]\\,;:"]+@[^\s@\p{Cc}<>()[\]\\,;:"]+\.[^\s@\p{Cc}<>()[\]\\,;:"]+$/u;
const EMAIL_LENGTH_MAX = 254;
const NAME_LENGTH_MAX = 100;

export function checkedEmail(entered: string): string {
  const email = entered.trim().toLowerCase();
  if (EMAIL.test(email) && email.length <= EMAIL_LENGTH_MAX) return email;
  throw new MembersError('invalid', 'this is not an e-mail address: give one such as ann@acme.example');
}

export function checkedMemberName(entered: string): string {
  return shownName(entered, `a name has 1 to ${NAME_LENGTH_MAX} characters without control characters`);
}

/** The name of a search or a list. */
export function checkedName(entered: string, what: 'search' | 'list'): string {
  return shownName(entered, `the name of a ${what} has 1 to ${NAME_LENGTH_MAX} characters`);
}

function shownName(entered: string, rule: string): string {
  const name = entered.trim();
  if (name !== '' && [...name].length <= NAME_LENGTH_MAX && !CONTROL_CHARACTER.test(name)) return name;
  throw new MembersError('invalid', rule);
}

export function checkedMembership({ role, accountName }: Membership): Membership {
  if (role === 'operator' || accountName !== null) return { role, accountName };
  throw new MembersError('invalid', 'this role needs an account: choose one');
}
