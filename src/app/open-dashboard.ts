// The dashboard of a serving thread: the services that its routes are answered from, opened for it.
import { join } from 'node:path';
import type { ServingEdition } from '../api/serving-edition.ts';
import { openIdProvider, type SignInProvider } from '../console/open-id.ts';
import { dashboardSite } from '../console/site.ts';
import type { Site } from '../http/server.ts';
import { systemClock } from '../ops/clock.ts';
import type { Log } from '../ops/log.ts';
import { type Config, ConfigError } from './config.ts';
import { Desk } from './desk.ts';
import { latencyOf } from './latency.ts';
import { recordsDesk } from './records-desk.ts';
import { UploadDesk } from './upload-desk.ts';
import { VERSION } from './version.ts';

/** What `npm run build` makes. */
const BUILT_APP = join(import.meta.dirname, '../../dashboard/dist');

interface DashboardOptions {
  readonly config: Config;
  readonly log: Log;
  readonly serving: Pick<ServingEdition, 'current'>;
  /** The metrics of all threads. */
  readonly metricsText: () => Promise<string>;
}

/** Throws a ConfigError where the settings contradict each other. `close` after the server has closed. */
export function openDashboard({ config, log, serving, metricsText }: DashboardOptions) {
  const openId = providerOf(config);
  const desk = new Desk(config);
  const uploads = new UploadDesk(config);
  const context = {
    ...{ store: desk.store, admin: desk.admin, uploads, openId, clock: systemClock, version: VERSION },
    records: recordsDesk(config, serving),
    latency: async () => latencyOf(await metricsText()),
    publicUrl: config.publicUrl === null ? null : new URL(config.publicUrl),
    onFault: (error: unknown, route: string) => log.error({ err: error, route }, 'a route of the dashboard failed'),
  };
  const site: Site = dashboardSite(context, BUILT_APP);
  const close = async () => {
    await uploads.close();
    await desk.close();
  };
  return { site, close };
}

function providerOf({ oidcIssuer, oidcClientId, oidcClientSecret }: Config): SignInProvider | null {
  if (oidcIssuer === null && oidcClientId === null && oidcClientSecret === null) return null;
  if (oidcIssuer === null || oidcClientId === null || oidcClientSecret === null) {
    throw new ConfigError(
      'sign-in by OpenID Connect needs CARDFILE_OIDC_ISSUER, CARDFILE_OIDC_CLIENT_ID and CARDFILE_OIDC_CLIENT_SECRET; set all three or none',
    );
  }
  return openIdProvider({ issuer: new URL(oidcIssuer), clientId: oidcClientId, clientSecret: oidcClientSecret });
}
