// The addresses of screens, which contain the choices of the reader.

/** The address of a screen with its parameters that are not empty, and the account that the operator has chosen. */
export function screenAddress(
  path: string,
  parameters: Readonly<Record<string, string>>,
  account: string | null,
): string {
  const given = Object.entries({ ...parameters, account: account ?? '' }).filter(([, value]) => value !== '');
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
