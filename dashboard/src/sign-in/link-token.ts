// The one-time token of a link. It follows the #, so browsers never send it with the address.

/** Reads it once, and takes it out of the address, so that it stays neither in the history nor on the screen. */
export function takeLinkToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  if (token !== '') history.replaceState(null, '', location.pathname);
  return token;
}

/** After the link has done its work: to the overview, which the router then shows. */
export function leaveLink(): void {
  history.replaceState(null, '', '/');
  dispatchEvent(new PopStateEvent('popstate'));
}
