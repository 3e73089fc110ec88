// The manifest of the reconciliation service: its capabilities and addresses.
import { RECONCILE_PATH } from '../contract/reconcile-path.ts';
import type { JsonObject } from '../http/body/read-body.ts';
import { PREVIEW_SIZE } from './preview.ts';
import { RECORD_TYPES, shownType } from './record-types.ts';

/** Number of queries that a client should send in one request; the service accepts as many as a bulk call. */
const BATCH_SIZE = 50;

export interface ManifestOptions {
  /** Address of the server, without a path. */
  readonly origin: string;
  /** The key in the path of the service; null: the client sends it in a header. */
  readonly key: string | null;
  readonly version: string;
}

export function serviceManifest({ origin, key, version }: ManifestOptions): JsonObject {
  const service = `${origin}${RECONCILE_PATH}${key === null ? '' : `/${key}`}`;
  const at = (path: string) => ({ service_url: service, service_path: path });
  return {
    versions: ['0.1', '0.2'],
    name: 'Cardfile',
    identifierSpace: 'https://schema.org/url',
    schemaSpace: 'https://schema.org/',
    defaultTypes: RECORD_TYPES.map(shownType),
    documentation: `${origin}/docs/`,
    serviceVersion: version,
    // Identifiers are profile URLs.
    view: { url: '{{id}}' },
    preview: { url: `${service}/preview?id={{id}}`, ...PREVIEW_SIZE },
    suggest: { entity: at('/suggest/entity'), property: at('/suggest/property'), type: at('/suggest/type') },
    extend: { propose_properties: at('/properties'), property_settings: [] },
    batchSize: BATCH_SIZE,
    ...(key === null ? { authentication: { type: 'apiKey', name: 'x-api-key', in: 'header' } } : {}),
  };
}
