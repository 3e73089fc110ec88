// Settings of the dashboard that are valid only together.
import { type Config, ConfigError } from './config.ts';
import { isSharedIssuer } from './open-id-settings.ts';

/** Throws a ConfigError if settings contradict each other. Called before anything starts, so that nothing is left. */
export function checkDashboardSettings(config: Config): void {
  if (!config.dashboard) return;
  openIdSettings(config);
  mailSettings(config);
}

/** Null if sign-in by OpenID Connect is not configured. */
export function openIdSettings({ oidcIssuer, oidcClientId, oidcClientSecret, oidcTrustEmail }: Config) {
  if (oidcIssuer === null && oidcClientId === null && oidcClientSecret === null) return null;
  if (oidcIssuer === null || oidcClientId === null || oidcClientSecret === null) {
    throw new ConfigError(
      'sign-in by OpenID Connect needs CARDFILE_OIDC_ISSUER, CARDFILE_OIDC_CLIENT_ID and ' +
        'CARDFILE_OIDC_CLIENT_SECRET; set all three or none',
    );
  }
  const issuer = new URL(oidcIssuer);
  if (oidcTrustEmail && isSharedIssuer(issuer)) {
    throw new ConfigError(
      'CARDFILE_OIDC_TRUST_EMAIL=on needs a CARDFILE_OIDC_ISSUER of one tenant, such as ' +
        `https://${issuer.hostname}/TENANT_ID/v2.0: at this one, anyone can sign in with any address`,
    );
  }
  return { issuer, clientId: oidcClientId, clientSecret: oidcClientSecret, trustsEmail: oidcTrustEmail };
}

/**
 * Null if no mail server is configured. Links in mail need a configured public address: the address of a request may be
 * forged.
 */
export function mailSettings({ smtpUrl, mailFrom, publicUrl }: Config) {
  if (smtpUrl === null && mailFrom === null) return null;
  if (smtpUrl === null || mailFrom === null || publicUrl === null) {
    throw new ConfigError(
      'mail needs CARDFILE_SMTP_URL, CARDFILE_MAIL_FROM and CARDFILE_PUBLIC_URL; set all three, or neither of the first two',
    );
  }
  return { smtpUrl, mailFrom };
}
