// The settings of sign-in by OpenID Connect.
import type { Setting } from './setting.ts';
import { issuer, onOrOff } from './setting-values.ts';

export interface OpenIdConfig {
  /** All three or none. */
  readonly oidcIssuer: string | null;
  readonly oidcClientId: string | null;
  readonly oidcClientSecret: string | null;
  /** Whether addresses of the provider count as verified if it does not send the claim `email_verified`. */
  readonly oidcTrustEmail: boolean;
}

export const OPEN_ID_SETTINGS: { readonly [Name in keyof OpenIdConfig]: Setting<OpenIdConfig[Name]> } = {
  oidcIssuer: {
    environment: 'CARDFILE_OIDC_ISSUER',
    fallback: null,
    description: 'issuer URL of the OpenID provider for sign-in',
    read: issuer,
    form: 'an https address',
  },
  oidcClientId: {
    environment: 'CARDFILE_OIDC_CLIENT_ID',
    fallback: null,
    description: 'client id at the OpenID provider',
    read: (text) => text,
    form: 'a text',
  },
  oidcClientSecret: {
    environment: 'CARDFILE_OIDC_CLIENT_SECRET',
    fallback: null,
    description: 'client secret at the OpenID provider',
    secret: true,
    read: (text) => text,
    form: 'a text',
  },
  oidcTrustEmail: {
    environment: 'CARDFILE_OIDC_TRUST_EMAIL',
    fallback: false,
    description: 'accept addresses of an OpenID provider that does not send email_verified',
    read: onOrOff,
    form: 'on or off',
  },
};

/** Endpoints of Microsoft Entra ID that sign in people of every tenant, and the tenant of personal accounts. */
const SHARED_TENANTS = ['common', 'organizations', 'consumers', '9188040d-6c67-4c5b-b112-36a304b66dad'];

/** Whether anyone can register an account with this issuer, and choose its address without proof. */
export function isSharedIssuer({ hostname, pathname }: URL): boolean {
  const [, tenant = ''] = pathname.split('/');
  return hostname === 'login.microsoftonline.com' && SHARED_TENANTS.includes(tenant.toLowerCase());
}
