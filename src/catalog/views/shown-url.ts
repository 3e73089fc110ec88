// URLs as answers show them. One with an e-mail address, or that dials a number, is not shown at all: without its
// contact it would lead elsewhere. Digits in other URLs stay, as identifiers look like numbers.

// Ends in a name of letters, so that `pkg@1.2.3` is no address; the local part is not empty, so `/@handle` is none.
const ADDRESS = /[\p{L}\p{N}!#$'*+^_`{|}~.-]@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?:\p{L}{2,}|xn--)/u;
const DIALS = /^\s*(?:tel|sms|callto):/i;
/** A percent-encoded ASCII character, once or several times. */
const ESCAPE = /%(?:25)*([2-7][0-9a-f])/gi;

/** The URL, or null if it has a contact. */
export function shownUrl(url: string): string | null {
  if (!mayHaveContact(url)) return url;
  const plain = url.replace(ESCAPE, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return ADDRESS.test(plain) || DIALS.test(plain) ? null : url;
}

/** A cheap check without false negatives: if false, the URL is shown. */
export function mayHaveContact(url: string): boolean {
  return url.includes('@') || url.includes('%') || DIALS.test(url);
}
