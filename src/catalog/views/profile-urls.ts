// Profile URLs inside JSON text that is ready to send.

// Exact: a quote inside a JSON string is always escaped, so these bytes occur only where the member itself stands.
const PROFILE_URL = /"((?:company_)?network_url)":"https:\/\/[^/"]+\//g;
const OWN_URL_START = '{"network_url":"';

/** Puts `networkHost` in the place of the host of each profile URL in a JSON text; null leaves all as they are. */
export function urlRewriter(networkHost: string | null): (json: string) => string {
  if (networkHost === null) return (json) => json;
  return (json) => json.replace(PROFILE_URL, (_, member: string) => `"${member}":"https://${networkHost}/`);
}

/** The record's own profile URL, the first member of its wire object; percent-encoded, so that no character of it is escaped. */
export function networkUrlOf(json: string): string {
  return json.slice(OWN_URL_START.length, json.indexOf('"', OWN_URL_START.length));
}
