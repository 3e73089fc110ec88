// Builds the documentation site into site/dist: static files that Cardfile serves at /docs/ and that any host can
// publish. A broken link fails the build. Run by `npm run build` and after an installation; --out names another folder.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve as absolute, dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import Eleventy, { type EleventyConfig, type MarkdownToken } from '@11ty/eleventy';
import { build } from 'vite';
import { firstSentence, llmsText, markdownFile, markdownPage } from './markdown-pages.ts';
import { escapeHtml, pageHtml } from './page-html.ts';
import { anchorOf, linkResolver } from './page-links.ts';
import { endpointNames, INTERACTIVE, SITE_FILES, type SitePage, siteSections } from './pages.ts';
import { type SearchedSection, searchIndex } from './search-index.ts';

const root = join(import.meta.dirname, '..');
// An installation imports this file without arguments.
const { values } = parseArgs({ options: { out: { type: 'string' } } });
const out = absolute(values.out ?? join(import.meta.dirname, 'dist'));

const referenceNames = readdirSync(join(root, 'docs/reference'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.slice(0, -'.md'.length));
const sections = siteSections(endpointNames(referenceNames));
const pages = sections.flatMap((section) => section.pages);
const resolve = linkResolver(pages);
const readJson = (source: string) => JSON.parse(readFileSync(join(root, source), 'utf8')) as unknown;
const text = (page: SitePage) => readFileSync(join(root, page.source), 'utf8');
const titles = new Map(pages.map((page) => [page.target, /^# (.+)$/m.exec(text(page))?.[1] ?? page.target]));

const broken: string[] = [];
const searched: SearchedSection[] = [];

/** Adds anchors to headings, resolves the targets of links, and collects the text for the search. */
function linkPage(tokens: readonly MarkdownToken[], page: SitePage): void {
  let section: SearchedSection = { id: page.target, page: titles.get(page.target) ?? '', heading: '', text: '' };
  tokens.forEach((token, index) => {
    if (token.tag === 'td' || token.tag === 'th') alignCell(token);
    const inline = token.type === 'heading_open' ? tokens[index + 1]?.children : null;
    if (inline) {
      const heading = inline.map(({ content }) => content).join('');
      token.attrSet('id', anchorOf(heading));
      if (section.heading !== '') searched.push(section);
      section = { ...section, id: `${page.target}#${anchorOf(heading)}`, heading, text: '' };
    } else if (token.children || token.type === 'fence') section.text += `${token.content}\n`;
    for (const child of token.children ?? []) linkTarget(child, page);
  });
  if (section.heading !== '') searched.push(section);
}

/** The style sheet of the site aligns columns: the Content-Security-Policy forbids inline styles. */
function alignCell(token: MarkdownToken): void {
  const isRight = token.attrs?.some(([name, value]) => name === 'style' && value.includes('right')) ?? false;
  token.attrs = token.attrs?.filter(([name]) => name !== 'style') ?? null;
  if (isRight) token.attrSet('class', 'right');
}

function linkTarget(token: MarkdownToken, page: SitePage): void {
  if (token.type === 'image')
    broken.push(`${page.source}: ${token.attrGet('src')} is a picture, which the site has not`);
  if (token.type !== 'link_open') return;
  const link = token.attrGet('href') ?? '';
  const target = resolve(page, link);
  if (target === null) broken.push(`${page.source}: ${link} is not in the site; see site/pages.ts`);
  else token.attrSet('href', target);
}

function configure(config: EleventyConfig): object {
  config.setUseGitIgnore(false);
  config.amendLibrary('md', (parser) => {
    parser.set({ html: false, linkify: false });
    parser.core.ruler.push('site', ({ tokens, env }) => linkPage(tokens, env['sitePage'] as SitePage));
    // Wide tables and code blocks scroll within themselves, also by keyboard.
    const code = (blocks: readonly MarkdownToken[], index: number) =>
      `<pre tabindex="0"><code>${escapeHtml(blocks[index]?.content ?? '')}</code></pre>\n`;
    parser.renderer.rules['fence'] = code;
    parser.renderer.rules['code_block'] = code;
    parser.renderer.rules['table_open'] = () => '<div class="table" tabindex="0">\n<table>\n';
    parser.renderer.rules['table_close'] = () => '</table>\n</div>\n';
  });
  for (const page of pages) {
    config.addTemplate(`${page.target}.md`, text(page), { sitePage: page, permalink: page.target });
  }
  config.addTransform('frame', function frame(content) {
    const page = pageOf(relative(out, absolute(this.page.outputPath)));
    return pageHtml({ page, title: titles.get(page.target) ?? '', content }, sections, titles);
  });
  return { markdownTemplateEngine: false, htmlTemplateEngine: false };
}

function pageOf(target: string): SitePage {
  const page = pages.find((one) => one.target === target);
  if (page === undefined) throw new Error(`site/pages.ts has no page ${target}`);
  return page;
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out);
// `configure` adds all templates, so the folder of templates is empty.
const empty = mkdtempSync(join(tmpdir(), 'cardfile-site-'));
await new Eleventy(empty, out, { quietMode: true, configPath: null, config: configure }).write();
rmSync(empty, { recursive: true });
if (broken.length > 0) throw new Error(`broken links:\n${broken.join('\n')}`);

const script = { entry: join(import.meta.dirname, 'browser.js'), formats: ['iife' as const], name: 'site' };
await build({
  configFile: false,
  logLevel: 'warn',
  build: { outDir: out, emptyOutDir: false, lib: { ...script, fileName: () => 'site.js' } },
});
writeFileSync(join(out, 'search-index.js'), `cardfileSearchIndex(${searchIndex(searched)});\n`);
const tokens = readFileSync(join(root, 'dashboard/src/styles/tokens.css'), 'utf8');
writeFileSync(join(out, 'site.css'), `${tokens}\n${readFileSync(join(import.meta.dirname, 'site.css'), 'utf8')}`);
for (const page of pages) writeFileSync(join(out, markdownFile(page)), markdownPage(page, text(page), resolve));
const describe = (page: SitePage) => ({
  title: titles.get(page.target) ?? page.target,
  summary: firstSentence(text(page)),
});
writeFileSync(join(out, 'llms.txt'), llmsText(sections, describe));
for (const [source, target] of Object.entries(SITE_FILES)) {
  mkdirSync(dirname(join(out, target)), { recursive: true });
  // Only programs read this file: without white space it is half as long.
  if (target === 'reference/openapi.json') writeFileSync(join(out, target), JSON.stringify(readJson(source)));
  else cpSync(join(root, source), join(out, target));
}
const interactive = `<h1>Interactive reference</h1>
<p>A running server of Cardfile has it at <code>/docs/${escapeHtml(INTERACTIVE)}</code>: calls can be tried there. The
<a href="reference/index.html">reference</a> has the same content.</p>`;
const page = { source: '', target: INTERACTIVE };
writeFileSync(
  join(out, INTERACTIVE),
  pageHtml({ page, title: 'Interactive reference', content: interactive }, sections, titles),
);
// Of these files, the package contains the compressed form only.
for (const file of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
  if (!/\.(html|md|json)$|^search-index\.js$/.test(file)) continue;
  writeFileSync(join(out, `${file}.br`), brotliCompressSync(readFileSync(join(out, file))));
}
console.error(`cardfile: the documentation site is built: ${pages.length + 1} pages.`);
