// The frame around the content of a page: menu, search, title. It has no inline script or style, and refers to no other
// host.

import { relativeTo } from './page-links.ts';
import { INTERACTIVE, type SitePage, type SiteSection } from './pages.ts';

export interface FramedPage {
  readonly page: SitePage;
  readonly title: string;
  readonly content: string;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The whole page. `titles` has the title of each page by its target. */
export function pageHtml(
  { page, title, content }: FramedPage,
  sections: readonly SiteSection[],
  titles: ReadonlyMap<string, string>,
): string {
  const to = (file: string) => relativeTo(page, file);
  const item = (target: string, text: string) => {
    const current = target === page.target ? ' aria-current="page"' : '';
    return `<li><a href="${to(target)}"${current}>${escapeHtml(text)}</a></li>`;
  };
  const menu = sections.map((section) => {
    const items = section.pages.map(({ target }) => item(target, titles.get(target) ?? target));
    const interactive = section.title === 'API reference' ? [item(INTERACTIVE, 'Interactive reference')] : [];
    return `<h2>${escapeHtml(section.title)}</h2>\n<ul>\n${[...interactive, ...items].join('\n')}\n</ul>`;
  });
  const name = page.target === 'index.html' ? 'Cardfile' : `${title} - Cardfile`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(name)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${to('site.css')}">
<script src="${to('site.js')}" data-index="${to('search-index.js')}" data-root="${to('index.html').slice(0, -'index.html'.length)}" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="brand" href="${to('index.html')}">Cardfile</a>
<div class="search" role="search">
<input id="search" type="search" placeholder="Search" aria-label="Search the documentation" aria-controls="found" autocomplete="off" disabled>
<ol id="found" hidden></ol>
</div>
</header>
<nav aria-label="Pages">
<details open>
<summary>Pages</summary>
${menu.join('\n')}
</details>
</nav>
<main id="content" tabindex="-1">
${content}
</main>
</body>
</html>
`;
}
