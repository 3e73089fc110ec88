// The address of an object store, from its text in the settings.
import { serviceUrl } from './setting-values.ts';

/**
 * `own`: the data folder of a builder, from which nodes fetch over HTTP at `url`; null: at its host and port.
 * `builder`: the address of the builder; null: the address of the builder that publishes.
 */
export type ObjectStoreAddress =
  | { readonly kind: 'own'; readonly url: string | null }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'builder'; readonly url: string | null }
  | {
      readonly kind: 'bucket';
      readonly url: string;
      readonly region: string;
      readonly accessKey: string;
      readonly secretKey: string;
    };

/** An address of another kind, or a kind without an address. */
const NO_FOLDER = /^([a-z][a-z0-9+.-]*:\/\/|(https?|s3|s3\+https?|redis|postgres)$|\s*$)/i;
const DEFAULT_REGION = 'us-east-1';

/** Where a builder publishes: its own address, a folder, or a bucket; undefined for any other text. */
export function publishAddress(text: string): ObjectStoreAddress | undefined {
  if (text === 'http') return { kind: 'own', url: null };
  const address = editionsAddress(text);
  return address?.kind === 'builder' ? { ...address, kind: 'own' } : address;
}

/** Where a node reads: a builder, a folder, or a bucket; undefined for any other text. */
export function editionsAddress(text: string): ObjectStoreAddress | undefined {
  if (text === 'http') return { kind: 'builder', url: null };
  if (/^https?:/i.test(text)) return builderAddress(text);
  if (/^s3\+https?:/i.test(text)) return bucketAddress(text.slice('s3+'.length));
  return NO_FOLDER.test(text) ? undefined : { kind: 'folder', path: text };
}

function builderAddress(text: string): ObjectStoreAddress | undefined {
  const url = URL.parse(text);
  const isPlain = url !== null && url.username === '' && url.pathname === '/' && url.search === '' && url.hash === '';
  return isPlain ? { kind: 'builder', url: url.origin } : undefined;
}

function bucketAddress(text: string): ObjectStoreAddress | undefined {
  const url = serviceUrl(text);
  if (url === null || url.username === '' || url.password === '' || url.pathname.length < 2) return undefined;
  const isKnown = [...url.searchParams.keys()].every((name) => name === 'region');
  if (!isKnown || url.hash !== '') return undefined;
  return {
    kind: 'bucket',
    url: `${url.origin}${url.pathname.replace(/\/+$/, '')}`,
    region: url.searchParams.get('region') ?? DEFAULT_REGION,
    accessKey: decodeURIComponent(url.username),
    secretKey: decodeURIComponent(url.password),
  };
}
