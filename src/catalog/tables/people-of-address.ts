// Finds people by an e-mail address in any of the spellings that reach the same mailbox.
import { hasSpellings, mailboxOf } from '../../identity/mailbox.ts';
import { mailboxKey } from '../employed-key.ts';
import type { Sql } from './sql.ts';

const EXACT = 'SELECT person_id, email FROM email WHERE email = @email ORDER BY person_id, email';

/** A person with another spelling has the key of the mailbox, which other mailboxes may share. */
const SPELLED = `SELECT person_id, email FROM email WHERE email IN (@email, @mailbox)
  UNION SELECT person_id, email FROM email WHERE person_id IN (
    SELECT id FROM person WHERE employed_key = @key UNION ALL SELECT person_id FROM person_key WHERE key = @key)
  ORDER BY person_id, email`;

/** An address of a person as the record has it. */
interface Spelling {
  readonly id: number;
  readonly email: string;
}

/** The addresses of people that reach the mailbox of an address, by id of the person. */
export function spellingsOf(sql: Sql, email: string): Spelling[] {
  const isSpelled = hasSpellings(email);
  const mailbox = mailboxOf(email);
  const rows = sql.rows<[object], readonly [id: number, email: string]>(isSpelled ? SPELLED : EXACT);
  return rows
    .all(isSpelled ? { email, mailbox, key: mailboxKey(email) } : { email })
    .flatMap(([id, spelled]) => (mailboxOf(spelled) === mailbox ? [{ id, email: spelled }] : []));
}

/** The ids of people with the mailbox of an address, each once, in ascending order. */
export function peopleOfAddress(sql: Sql, email: string): number[] {
  return [...new Set(spellingsOf(sql, email).map(({ id }) => id))];
}
