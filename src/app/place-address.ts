// The address of a place of editions, from its text in the settings.

/** `own`: the data folder of the builder, from which nodes fetch over HTTP. */
export type PlaceAddress =
  | { readonly kind: 'own' }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'builder'; readonly url: string }
  | {
      readonly kind: 'bucket';
      readonly url: string;
      readonly region: string;
      readonly accessKey: string;
      readonly secretKey: string;
    };

const DEFAULT_REGION = 'us-east-1';

/** A folder, the address of the builder, or a bucket; undefined for any other text. */
export function placeAddress(text: string): PlaceAddress | undefined {
  if (/^https?:/i.test(text)) return builderAddress(text);
  if (/^s3\+https?:/i.test(text)) return bucketAddress(text.slice('s3+'.length));
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) || text === 'http' ? undefined : { kind: 'folder', path: text };
}

function builderAddress(text: string): PlaceAddress | undefined {
  const url = URL.parse(text);
  const isPlain = url !== null && url.username === '' && url.pathname === '/' && url.search === '' && url.hash === '';
  return isPlain ? { kind: 'builder', url: url.origin } : undefined;
}

function bucketAddress(text: string): PlaceAddress | undefined {
  const url = URL.parse(text);
  if (url === null || url.username === '' || url.password === '' || url.pathname.length < 2) return undefined;
  return {
    kind: 'bucket',
    url: `${url.origin}${url.pathname.replace(/\/+$/, '')}`,
    region: url.searchParams.get('region') ?? DEFAULT_REGION,
    accessKey: decodeURIComponent(url.username),
    secretKey: decodeURIComponent(url.password),
  };
}
