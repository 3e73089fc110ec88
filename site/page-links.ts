// Converts links between files of the repository to links between pages of the site.
import { posix } from 'node:path';
import { SITE_FILES, type SitePage } from './pages.ts';

/** The overview of the repository is the start page of the site. */
const START: SitePage = { source: 'README.md', target: 'index.html' };

/** The address of a link on the site; null if the target is not part of the site. */
export type LinkResolver = (page: SitePage, link: string) => string | null;

export function linkResolver(pages: readonly SitePage[]): LinkResolver {
  const targets = new Map([START, ...pages].map(({ source, target }) => [source, target]));
  for (const [source, target] of Object.entries(SITE_FILES)) targets.set(source, target);
  return (page, link) => {
    if (/^(https?|mailto):/.test(link)) return link;
    const [path = '', anchor] = link.split('#', 2);
    const end = anchor === undefined ? '' : `#${anchor}`;
    if (path === '') return end;
    const target = targets.get(posix.join(posix.dirname(page.source), path));
    return target === undefined ? null : `${relativeTo(page, target)}${end}`;
  };
}

/** The path of a file of the site, relative to a page: the site works below any address and from a disk. */
export function relativeTo({ target }: SitePage, file: string): string {
  return posix.relative(posix.dirname(target), file);
}

/** The anchor of a heading, generated like on GitHub. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}
