// Sign-in by OpenID Connect: the authorization code flow with PKCE, state and nonce, by openid-client. Authorization is
// in open-id-handlers.ts.
import type { ClientAuth, Configuration, IDToken } from 'openid-client';
import { type Claims, filledText, type VerifiedEmail, verifiedEmail } from './verified-email.ts';

/** The provider's claims about a person. */
export interface Identity {
  /** Issuer and subject: permanent identifier of the person. */
  readonly subject: string;
  readonly email: VerifiedEmail;
  readonly name: string | null;
}

export interface BegunSignIn {
  /** The authorization URL. */
  readonly location: string;
  /** The parameter `state` of the callback. It identifies the sign-in. */
  readonly state: string;
  /** The values against which `finish` checks the callback. */
  readonly checks: string;
}

export interface SignInProvider {
  /** Label of the button. */
  readonly label: string;
  /** Begins a sign-in, which the browser stores in the meantime. */
  begin(redirectUri: string): Promise<BegunSignIn>;
  /** The person who returned to `url`. Rejects if the callback does not match `begin`. */
  finish(url: URL, checks: string): Promise<Identity>;
}

export interface ProviderSettings {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Whether an address counts as verified if the provider does not send `email_verified`. */
  readonly trustsEmail: boolean;
}

interface Checks {
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
}

const TIMEOUT_SECONDS = 10;
/** Allowed difference of the clocks. Each token comes straight from the provider, for a code that is valid once. */
const CLOCK_TOLERANCE_SECONDS = 300;

/** Why the provider signed no one in. The log shows messages only, and libraries state the reason in other members. */
class ProviderError extends Error {
  override readonly name = 'ProviderError';

  constructor(cause: unknown) {
    super(`sign-in with the OpenID provider failed: ${reasonsOf(cause).join(': ')}`, { cause });
  }
}

/** The messages of an error and of its causes, with the error code or the HTTP status that the provider answered. */
function reasonsOf(error: unknown): string[] {
  if (error instanceof Response) return [`HTTP status ${error.status}`];
  // A syntax error quotes the answer of the provider.
  if (!(error instanceof Error) || error instanceof SyntaxError) return [];
  const { error: answered, code = '' } = error as { readonly error?: unknown; readonly code?: string };
  if (typeof answered !== 'string') return [error.message || code, ...reasonsOf(error.cause)];
  // Error codes of OAuth 2.0 are such words. Their descriptions are free text, which may name a person.
  return [/^\w{1,60}$/.test(answered) ? `it answered ${answered}` : 'it answered an unknown error'];
}

type Methods = Pick<typeof import('openid-client'), 'ClientSecretBasic' | 'ClientSecretPost'>;

/**
 * Sends the secret in the body if the provider accepts that, else in the header, which is the default for a provider
 * that lists no methods (OpenID Connect Discovery 1.0, section 3).
 */
function secretSender(secret: string, { ClientSecretBasic, ClientSecretPost }: Methods): ClientAuth {
  const [inBody, inHeader] = [ClientSecretPost(secret), ClientSecretBasic(secret)];
  return (server, ...request) => {
    const accepted = server.token_endpoint_auth_methods_supported ?? [];
    (accepted.includes('client_secret_post') ? inBody : inHeader)(server, ...request);
  };
}

/** The provider of these settings. Discovery runs at the first sign-in, and again after a failure. */
export function openIdProvider(settings: ProviderSettings): SignInProvider {
  const { label, begin, finish } = signInProvider(settings);
  const explained = (error: unknown) => {
    throw new ProviderError(error);
  };
  return {
    label,
    begin: (redirectUri) => begin(redirectUri).catch(explained),
    finish: (url, checks) => finish(url, checks).catch(explained),
  };
}

function signInProvider({ issuer, clientId, clientSecret, trustsEmail }: ProviderSettings): SignInProvider {
  let known: Promise<Configuration> | null = null;
  // Loaded on first use: most installations do not use it.
  const client = () => import('openid-client');
  const configuration = async () => {
    const { discovery, allowInsecureRequests, clockTolerance, ...methods } = await client();
    const metadata = { client_secret: clientSecret, [clockTolerance]: CLOCK_TOLERANCE_SECONDS };
    const options = { timeout: TIMEOUT_SECONDS, execute: issuer.protocol === 'http:' ? [allowInsecureRequests] : [] };
    const authenticate = secretSender(clientSecret, methods);
    known ??= discovery(issuer, clientId, metadata, authenticate, options).catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };
  /**
   * The claims of the scopes `email` and `profile`: those of the ID token and, unless it contains a verified address,
   * of the UserInfo endpoint, where providers return them in this flow (OpenID Connect Core 1.0, section 5.4).
   */
  const describedPerson = async (claims: IDToken, accessToken: string): Promise<readonly Claims[]> => {
    const known = await configuration();
    const isComplete = 'address' in verifiedEmail([claims], { trustsEmail: false });
    if (isComplete || known.serverMetadata().userinfo_endpoint === undefined) return [claims];
    const { fetchUserInfo } = await client();
    return [claims, await fetchUserInfo(known, accessToken, claims.sub)];
  };
  return {
    label: issuer.hostname,
    begin: async (redirectUri) => {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge, ...random } = await client();
      const verifier = random.randomPKCECodeVerifier();
      const checks: Checks = { verifier, state: random.randomState(), nonce: random.randomNonce() };
      const url = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state: checks.state,
        nonce: checks.nonce,
      });
      return { location: url.href, state: checks.state, checks: JSON.stringify(checks) };
    },
    finish: async (url, checks) => {
      const { authorizationCodeGrant } = await client();
      const { verifier, state, nonce } = JSON.parse(checks) as Checks;
      const expected = {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      };
      const tokens = await authorizationCodeGrant(await configuration(), url, expected);
      const claims = tokens.claims();
      if (!claims) throw new Error('the provider answered without an ID token');
      const sources = await describedPerson(claims, tokens.access_token);
      return {
        subject: `${claims.iss} ${claims.sub}`,
        email: verifiedEmail(sources, { trustsEmail }),
        name: sources.map((source) => filledText(source['name'])).find((name) => name !== null) ?? null,
      };
    },
  };
}
