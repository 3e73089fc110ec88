// Which website makes a domain: not a page on a social network, in an app store or on a site builder (platform-hosts.json).
import { parseDomain } from '../../identity/domain.ts';
import { parseNetworkUrl } from '../../identity/network-url.ts';
import platformHosts from './platform-hosts.json' with { type: 'json' };

const PLATFORMS = new Set(platformHosts);
const NUMBERED_WWW = /^www?\d{1,2}\./;
const ROOT = /^(?:https?:\/\/)?[^/?#]+\/?$/i;

/**
 * The domain that a website stands for; null where it is none, or a page or sub-host of a platform. The front page of a platform
 * itself is that company's own website.
 */
export function websiteDomain(website: string): string | null {
  const host = parseDomain(website)?.replace(NUMBERED_WWW, '') ?? null;
  if (host === null || parseNetworkUrl(website, 'company') !== null || parseNetworkUrl(website, 'person') !== null) {
    return null;
  }
  if (PLATFORMS.has(host)) return ROOT.test(website.trim()) ? host : null;
  return isBelowPlatform(host) ? null : host;
}

function isBelowPlatform(host: string): boolean {
  for (let dot = host.indexOf('.'); dot !== -1; dot = host.indexOf('.', dot + 1)) {
    if (PLATFORMS.has(host.slice(dot + 1))) return true;
  }
  return false;
}
