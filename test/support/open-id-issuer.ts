// An OpenID provider for tests: discovery, keys, authorization and token endpoint, on a free port of this machine.
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The person who is signed in at the provider, and wrong claims for a test. */
export interface Claims {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  /** Values that replace the true ones. */
  readonly overrides?: Readonly<Record<string, unknown>>;
  /** Claims of the UserInfo endpoint; without them the provider has no such endpoint. */
  readonly userInfo?: Readonly<Record<string, unknown>>;
}

/** Where the secret of the client is accepted. */
export type SecretMethod = 'client_secret_basic' | 'client_secret_post';

export interface OpenIdIssuer {
  readonly url: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  claims: Claims;
  /** The URL to which the provider redirects a browser from `location`. */
  authorize(location: string): URL;
  close(): Promise<void>;
}

interface Grant {
  readonly nonce: string;
  readonly challenge: string;
  readonly redirectUri: string;
}

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** `methods` are the methods that the provider lists and accepts; without them it lists none and accepts the header. */
export async function startIssuer(claims: Claims, methods?: readonly SecretMethod[]): Promise<OpenIdIssuer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const grants = new Map<string, Grant>();
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const issuer = url.origin;

  function idToken(nonce: string): string {
    const { overrides = {}, userInfo: _, ...own } = made.claims;
    const now = Math.floor(Date.now() / 1000);
    const payload = { iss: issuer, aud: made.clientId, iat: now, exp: now + 60, nonce, ...own, ...overrides };
    const text = `${base64url({ alg: 'RS256', kid: 'one' })}.${base64url(payload)}`;
    return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey).toString('base64url')}`;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/.well-known/openid-configuration') {
      const endpoints = { authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` };
      const userInfo = made.claims.userInfo ? { userinfo_endpoint: `${issuer}/userinfo` } : {};
      const listed = methods ? { token_endpoint_auth_methods_supported: methods } : {};
      const metadata = { issuer, jwks_uri: `${issuer}/keys`, response_types_supported: ['code'] };
      return void send(200, { ...metadata, ...endpoints, ...userInfo, ...listed });
    }
    if (request.url?.startsWith('/authorize?'))
      return void response.writeHead(302, { location: made.authorize(`${issuer}${request.url}`).href }).end();
    if (request.url === '/userinfo')
      return void send(request.headers.authorization === 'Bearer x' ? 200 : 401, { ...made.claims.userInfo });
    if (request.url === '/keys')
      return void send(200, {
        keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
      });
    const form = new URLSearchParams((await request.toArray()).map(String).join(''));
    const grant = grants.get(form.get('code') ?? '');
    grants.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const basic = Buffer.from(request.headers.authorization?.slice('Basic '.length) ?? '', 'base64').toString();
    const inHeader = new URLSearchParams(`secret=${basic.split(':')[1]}`).get('secret');
    const isInBody = methods?.includes('client_secret_post') ?? false;
    const isInHeader = methods?.includes('client_secret_basic') ?? true;
    const secret = (isInBody ? form.get('client_secret') : null) ?? (isInHeader ? inHeader : null);
    const isGood = grant?.challenge === challenge && grant.redirectUri === form.get('redirect_uri');
    if (!grant || !isGood || secret !== made.clientSecret) return void send(400, { error: 'invalid_grant' });
    return void send(200, { access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token: idToken(grant.nonce) });
  }

  const made: OpenIdIssuer = {
    ...{ url, claims, clientId: 'cardfile', clientSecret: 'a secret' },
    authorize: (location) => {
      const { searchParams } = new URL(location);
      const redirectUri = searchParams.get('redirect_uri') ?? '';
      const code = randomBytes(8).toString('hex');
      const challenge = searchParams.get('code_challenge') ?? '';
      grants.set(code, { nonce: searchParams.get('nonce') ?? '', challenge, redirectUri });
      const back = new URL(redirectUri);
      back.searchParams.set('code', code);
      back.searchParams.set('state', searchParams.get('state') ?? '');
      back.searchParams.set('iss', issuer);
      return back;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return made;
}
