// The verified address of a person in the claims of an OpenID provider. `preferred_username` and `upn` are no
// addresses: they may change, and may belong to another person (OpenID Connect Core 1.0, sections 5.1 and 5.7).

export type Claims = Readonly<Record<string, unknown>>;

/** The verified address, or the reason why there is none. */
export type VerifiedEmail = { readonly address: string } | { readonly fault: string };

type Verification = 'verified' | 'unverified' | 'unstated';

/** The claim is a boolean. Some providers send it as a text, such as `"true"`. */
function verificationOf({ email_verified: claim }: Claims): Verification {
  if (claim === undefined) return 'unstated';
  return claim === true || claim === 'true' ? 'verified' : 'unverified';
}

/** A claim that is a text; null if it is absent or empty. */
export const filledText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/**
 * Reads the ID token and, if it was needed, the answer of the UserInfo endpoint. `email_verified` counts for the
 * address of the same source only. Any other value than true in one of them excludes the addresses of both.
 * `trustsEmail`: an address without the claim counts as verified.
 */
export function verifiedEmail(sources: readonly Claims[], { trustsEmail }: { trustsEmail: boolean }): VerifiedEmail {
  const found = sources.map((claims) => ({
    address: filledText(claims['email']),
    verification: verificationOf(claims),
  }));
  if (found.some(({ verification }) => verification === 'unverified'))
    return { fault: 'the OpenID provider states that the address is not verified (email_verified is not true)' };
  const accepted: readonly Verification[] = trustsEmail ? ['verified', 'unstated'] : ['verified'];
  for (const wanted of accepted) {
    const address = found.find((one) => one.verification === wanted && one.address !== null)?.address;
    if (address) return { address };
  }
  return found.every(({ address }) => address === null)
    ? { fault: 'the OpenID provider sent no address (claim email)' }
    : { fault: 'the OpenID provider does not state whether the address is verified: see CARDFILE_OIDC_TRUST_EMAIL' };
}
