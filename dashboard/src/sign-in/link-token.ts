// The one-time token of a link. It is in the fragment (after #), which browsers never send to the server.

/** Reads the token and removes it from the address, so that it is not kept in the history or on the screen. */
export function takeLinkToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  if (token !== '') history.replaceState(null, '', location.pathname);
  return token;
}

/** Opens the overview after the link was used. */
export function leaveLink(): void {
  history.replaceState(null, '', '/');
  dispatchEvent(new PopStateEvent('popstate'));
}
