// URLs as answers show them. A URL with an e-mail address or a phone scheme is not shown: without its contact, it would
// lead elsewhere. Digits in other URLs are kept, because identifiers look like numbers.

// An address ends in a name of letters, so `pkg@1.2.3` is not an address. Its local part is not empty, so `/@handle` is
// not one.
const ADDRESS = /[\p{L}\p{N}!#$'*+^_`{|}~.-]@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?:\p{L}{2,}|xn--)/u;
const DIALS = /^\s*(?:tel|sms|callto):/i;
/** A percent-encoded ASCII character, once or several times. */
const ESCAPE = /%(?:25)*([2-7][0-9a-f])/gi;

/** The URL; null if it contains a contact. */
export function shownUrl(url: string): string | null {
  if (!mayHaveContact(url)) return url;
  const plain = url.replace(ESCAPE, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return ADDRESS.test(plain) || DIALS.test(plain) ? null : url;
}

/** A cheap check without false negatives: if false, the URL is shown. */
export function mayHaveContact(url: string): boolean {
  return url.includes('@') || url.includes('%') || DIALS.test(url);
}
