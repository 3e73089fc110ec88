// The options by which commands name one person.
import type { PersonSelector } from '../catalog/admin-port.ts';
import { UsageError } from './command-context.ts';

export interface NamedContact {
  readonly email?: string;
  readonly phone?: string;
}

/** The person that a command names: by slug or profile URL, address or number. */
export async function personSelector(
  slug: string | undefined,
  { email, phone }: NamedContact,
): Promise<PersonSelector> {
  const given = [slug, email, phone].filter((each) => each !== undefined);
  if (given.length !== 1) throw new UsageError('name one person: a slug or profile URL, --email, or --phone');
  const [{ slugNamed }, { parseEmail }, { parsePhone }] = await Promise.all([
    import('../identity/network-url.ts'),
    import('../identity/email.ts'),
    import('../identity/phone.ts'),
  ]);
  if (slug !== undefined) return { slug: slugNamed(slug, 'person') };
  const address = email === undefined ? null : parseEmail(email);
  if (address !== null) return { email: address };
  const number = phone?.trim().startsWith('+') ? parsePhone(phone, null) : null;
  if (number !== null) return { phone: number };
  throw new UsageError(
    email === undefined ? `"${phone}" is not a phone number with +` : `"${email}" is not an e-mail address`,
  );
}
