// Changes profile URLs within JSON text that is ready to send.

// This match is exact: a quote within a JSON string is always escaped, so these bytes occur only as the member.
const PROFILE_URL = /"((?:company_)?network_url)":"https:\/\/[^/"]+\//g;
const OWN_URL_START = '{"network_url":"';

/** Replaces the host of each profile URL in a JSON text by `networkHost`; null changes nothing. */
export function urlRewriter(networkHost: string | null): (json: string) => string {
  if (networkHost === null) return (json) => json;
  return (json) => json.replace(PROFILE_URL, (_, member: string) => `"${member}":"https://${networkHost}/`);
}

/**
 * The same for a JSON text in UTF-8. All searched and replaced bytes are ASCII, so the other bytes can be treated as
 * Latin-1.
 */
export function urlRewriterOfBytes(networkHost: string | null): (json: Buffer) => Buffer {
  if (networkHost === null) return (json) => json;
  const rewrite = urlRewriter(networkHost);
  return (json) => Buffer.from(rewrite(json.toString('latin1')), 'latin1');
}

/**
 * The profile URL of the record, which is the first member of its wire object. It is percent-encoded, so no character
 * is escaped.
 */
export function networkUrlOf(json: string): string {
  return json.slice(OWN_URL_START.length, json.indexOf('"', OWN_URL_START.length));
}

/** As networkUrlOf, for a wire object in UTF-8. */
export function networkUrlOfBytes(json: Buffer): string {
  return json.toString('latin1', OWN_URL_START.length, json.indexOf('"', OWN_URL_START.length));
}
