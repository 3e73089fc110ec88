// The mailbox of an e-mail address. Some providers deliver several spellings of an address to one mailbox. Pure.

/** Providers that ignore a tag after a plus sign. */
const WITH_TAGS = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com live.com icloud.com me.com proton.me protonmail.com fastmail.com`.split(
    ' ',
  ),
);
const GOOGLE = new Set(['gmail.com', 'googlemail.com']);

/** The address without its tag, and for Gmail without dots. Other addresses are unchanged. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const host = email.slice(at + 1);
  if (!WITH_TAGS.has(host)) return email;
  const [local = ''] = email.slice(0, at).split('+');
  if (local === '') return email;
  return GOOGLE.has(host) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${host}`;
}

/** Whether the provider delivers other spellings to the mailbox of an address. */
export const hasSpellings = (email: string): boolean => WITH_TAGS.has(email.slice(email.lastIndexOf('@') + 1));
