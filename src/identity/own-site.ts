// Decides which sites can be a company's own. Excludes sites of mail providers and hosts for everyone, unless the
// company has the name of the host. Such hosts are also dropped from imported websites; stored domains may still
// contain them.
import { fold, splitWords } from '../words/words.ts';
import { registeredLabel, siteOf } from './domain.ts';
import freeMailHosts from './free-mail-hosts.json' with { type: 'json' };
import platformHosts from './platform-hosts.json' with { type: 'json' };
import { romanize, withoutDigraphs } from './romanize.ts';

/** Hosts on which everyone can have pages: networks, app stores, directories, site builders, link shorteners. */
export const PLATFORMS: ReadonlySet<string> = new Set(platformHosts);
const MAIL_PROVIDERS: ReadonlySet<string> = new Set(freeMailHosts);
/** RFC 2606 reserves the first three for examples; the others occur in forms and templates. */
const EXAMPLES: ReadonlySet<string> = new Set(
  'example.com example.net example.org none.com n-a.com domain.com yourdomain.com yourcompany.com website.com'.split(
    ' ',
  ),
);

/** Providers whose company name differs from their host. */
const COMPANY_OF_PROVIDER: Readonly<Record<string, RegExp>> = {
  '126.com': /netease|网易/i,
  '163.com': /netease|网易/i,
  '189.cn': /china telecom|中国电信/i,
  '139.com': /china mobile|中国移动/i,
  'daum.net': /kakao|daum/i,
  'qq.com': /tencent|腾讯/i,
  'mail.ru': /\bvk\b|mail/i,
  'web.de': /web\.?de|1\s*&\s*1|united internet/i,
  'gmx.net': /gmx|1\s*&\s*1|united internet/i,
  'gmx.de': /gmx|1\s*&\s*1|united internet/i,
  '1und1.de': /1\s*(?:&|und)\s*1|ionos|united internet/i,
  'docomo.ne.jp': /docomo/i,
  'btinternet.com': /\bbt\b|british telecom/i,
  'att.net': /at\s*&\s*t/i,
};

/** True if a host is used by everyone, so that it identifies only the company with its name. */
export function isHostOfMany(host: string): boolean {
  return PLATFORMS.has(host) || MAIL_PROVIDERS.has(host) || EXAMPLES.has(host);
}

/** Whether a name contains the registered word of a host: Facebook, Inc. and facebook.com. */
export function isNamedLike(name: string, host: string): boolean {
  const letters = fold(name).replace(/[^a-z0-9]/g, '');
  const word = registeredLabel(host);
  if (COMPANY_OF_PROVIDER[host]?.test(name) === true) return true;
  return word.length < 3 ? letters.startsWith(word) : letters.includes(word.replaceAll('-', ''));
}

/** The part of a site before its first dot, without hyphens. */
export function siteLabel(site: string): string {
  return site.slice(0, Math.max(0, site.indexOf('.'))).replaceAll('-', '');
}

const NAME_WORD = 4;

/** Whether the label of a site contains a longer word of a name, its initials, or the beginning of it. */
export function isSiteOfName(name: string, site: string): boolean {
  const words = splitWords(withoutDigraphs(romanize(name)));
  const plain = withoutDigraphs(siteLabel(site));
  if (plain.length >= NAME_WORD && words.join('').includes(plain)) return true;
  const initials = words.map((word) => word.charAt(0)).join('');
  if (plain.length > 1 && initials.startsWith(plain)) return true;
  return words.some(
    (word, index) => (word.length >= NAME_WORD || index === 0) && word.length > 1 && plain.includes(word),
  );
}

/** The sites of these domains that can be the company's own. */
export function ownSites(name: string, domains: readonly string[]): string[] {
  const sites = new Set(domains.map(siteOf));
  return [...sites].filter((site) => !isHostOfMany(site) || isNamedLike(name, site));
}
