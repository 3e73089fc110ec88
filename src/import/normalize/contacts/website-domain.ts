// The domain of a website, unless the website is a page on a social network, in an app store, in a directory or on a
// site builder, the host of a mail provider (own-site.ts), or a host under a generic top-level domain below which, by
// the public suffix list, anyone can register a name.
import { parse } from 'tldts';
import { parseDomain } from '../../../identity/domain.ts';
import { parseNetworkUrl } from '../../../identity/network-url.ts';
import { isHostOfMany, isNamedLike, PLATFORMS } from '../../../identity/own-site.ts';
import { withoutMarkdown } from '../markdown-link.ts';

/** Private companies that sell names as registries do: a host below their domains is an independent site. */
const REGISTRIES = new Set(
  `ae.org africa.com biz.ua co.business co.education co.events co.financial co.network co.place co.technology br.com cn.com co.at co.ca co.com co.cz co.nl co.no co.pl co.ua com.de com.se de.com eu.com eu.org gb.net
gr.com hu.net in.net jp.net jpn.com ltd.ua mex.com msk.ru or.at pp.ua ru.com sa.com se.net spb.ru uk.com uk.net us.com us.org za.com`.split(
    /\s+/,
  ),
);
const NUMBERED_WWW = /^www?\d{1,2}\./;
const FRONT_PAGE = /^(?:https?:\/\/)?[^/?#]+\/?$/i;

const SEPARATORS = /[\s,;|]+|(?<!\/)(?=https?:\/\/)/i;
const WRAPPING = /^[<("'[]+|[>)"'\],;]+$/g;
const SCHEME = /^(?:https?:?[/\\]*(?=https?[:/\\])|(?:htt?ps?|hhtps?|httpss?):?[/\\]+)+/i;
const URL_SHAPE = /^(?:https?:\/\/)?[^\s/.@()<>"'[\]:]+\.[^\s@]+$/i;

/**
 * The web addresses in a text, in order; repaired if the intended address is certain (`http//`, two schemes, brackets).
 */
export function websitesIn(text: string): string[] {
  const isOne = URL_SHAPE.test(text);
  if (isOne && !/[,;|\\]|:\/\/.*:\/\//.test(text)) return [text];
  const websites = withoutMarkdown(text)
    .split(SEPARATORS)
    .map((part) => part.replace(WRAPPING, ''))
    .map((part) => part.replace(SCHEME, (schemes) => (/https[^s]*$/i.test(schemes) ? 'https://' : 'http://')))
    .filter((part) => URL_SHAPE.test(part));
  // A comma within a path belongs to it.
  return isOne && websites.length === 1 ? [text] : websites;
}

/**
 * The domain of a company's website; null if the website is invalid, or a page or sub-host of a platform. The host of
 * the platform is the domain only of the company with the name of the platform: other companies have it because a
 * program truncated their address.
 */
export function websiteDomain(website: string, companyName: string): string | null {
  const host = parseDomain(website)?.replace(NUMBERED_WWW, '') ?? null;
  if (host === null || parseNetworkUrl(website, 'company') !== null || parseNetworkUrl(website, 'person') !== null) {
    return null;
  }
  const isFrontPage = FRONT_PAGE.test(website.trim());
  if (isHostOfMany(host)) return isFrontPage && isNamedLike(companyName, host) ? host : null;
  const platform = platformAbove(host);
  if (platform === null) return host;
  const isOwn = OWN_LABELS.has(host.slice(0, -platform.length - 1)) && isNamedLike(companyName, platform);
  return isOwn ? platform : null;
}

/** Whether a host is a name below a private suffix of the public suffix list, which its operator gives to customers. */
export function isBelowPrivateSuffix(host: string): boolean {
  const { isPrivate, domain } = parse(host, { allowPrivateDomains: true, extractHostname: false });
  return isPrivate === true && domain !== null;
}

/** Hosts below a platform that belong to the company of the platform: `about.gitlab.com`. */
const OWN_LABELS: ReadonlySet<string> = new Set(
  'about corp corporate company careers group investor investors ir home newsroom press en'.split(' '),
);

/** The platform above a host; null if the host is an independent site. */
function platformAbove(host: string): string | null {
  for (let dot = host.indexOf('.'); dot !== -1; dot = host.indexOf('.', dot + 1)) {
    if (PLATFORMS.has(host.slice(dot + 1))) return host.slice(dot + 1);
  }
  const { isPrivate, publicSuffix } = parse(host, { allowPrivateDomains: true, extractHostname: false });
  const isShared = isPrivate === true && publicSuffix !== null && GENERIC_END.test(publicSuffix);
  return isShared && !REGISTRIES.has(publicSuffix) ? publicSuffix : null;
}

/** Under country-code domains, the list also names cities, universities and registries (`krakow.pl`). */
const GENERIC_END = /\.(?:[a-z]{3,}|io|me|ai|sh|to|ly)$/;
