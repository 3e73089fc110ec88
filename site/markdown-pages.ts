// The site for programs that read Markdown: a Markdown file for each page, and llms.txt, the list of them
// (https://llmstxt.org).
import type { LinkResolver } from './page-links.ts';
import type { SitePage, SiteSection } from './pages.ts';

/** The Markdown file of a page. */
export function markdownFile({ target }: SitePage): string {
  return target.replace(/\.html$/, '.md');
}

/** The source of a page with links between Markdown files of the site. */
export function markdownPage(page: SitePage, source: string, resolve: LinkResolver): string {
  return source.replace(/(?<=\]\()([^)\s]+)(?=\))/g, (link) => {
    const target = resolve(page, link);
    return target === null || /^[a-z]+:/.test(target) ? link : target.replace(/\.html(?=$|#)/, '.md');
  });
}

/** The list of all pages. `describe`: title and first sentence of a page. */
export function llmsText(
  sections: readonly SiteSection[],
  describe: (page: SitePage) => { readonly title: string; readonly summary: string },
): string {
  const lists = sections.map(({ title, pages }) => {
    const lines = pages.map((page) => {
      const { title: name, summary } = describe(page);
      return `- [${name}](/docs/${markdownFile(page)})${summary === '' ? '' : `: ${summary}`}`;
    });
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  return `# Cardfile

> A self-hosted business look-up API over your own people, company and job data. Every call has an API key in the header
> \`x-api-key\` and costs credits only if it succeeds. Agents call it by MCP at \`/mcp\` with the same key.

The exact contract is [openapi.json](/openapi.json). Invalid input is a 422 that names each field and the nearest allowed value.

${lists.join('\n')}`;
}

/** The first sentence below the title of a page. */
export function firstSentence(source: string): string {
  const paragraph = source
    .split(/\n{2,}/)
    .slice(1)
    .find((text) => /^[A-Z]/.test(text));
  const sentence = /^.*?\.(?=\s|$)/s.exec(paragraph ?? '')?.[0] ?? '';
  return sentence.replaceAll(/\s+/g, ' ').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}
