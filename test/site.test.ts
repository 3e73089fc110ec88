// The documentation site, built into a separate folder: its links, its search, and the code blocks of its sources.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import MiniSearch from 'minisearch';
import { afterAll, describe, expect, it } from 'vitest';
import { linkResolver } from '../site/page-links.ts';
import { endpointNames, siteSections } from '../site/pages.ts';
import { run } from './support/program.ts';

const ROOT = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'cardfile-site-'));
afterAll(() => rmSync(folder, { recursive: true }));

execFileSync(process.execPath, [join(ROOT, 'site/build.ts'), '--out', folder], { stdio: 'ignore' });
const built = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const valuesOf = (html: string, attribute: string) =>
  [...html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) =>
    value.replaceAll('&amp;', '&'),
  );

const reference = readdirSync(join(ROOT, 'docs/reference')).filter((name) => name.endsWith('.md'));
const pages = siteSections(endpointNames(reference.map((name) => name.slice(0, -3)))).flatMap(
  (section) => section.pages,
);

describe('the site', () => {
  it('has a page for each Markdown file of docs', () => {
    const sources = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`);
    expect(
      pages
        .map(({ source }) => source)
        .filter((source) => source.startsWith('docs/'))
        .sort(),
    ).toEqual(sources.sort());
    expect(built.sort()).toEqual([...pages.map(({ target }) => target), 'api.html'].sort());
  });

  it('has no link to a missing file or heading', () => {
    const broken = built.flatMap((name) =>
      [...valuesOf(read(name), 'href'), ...valuesOf(read(name), 'src')]
        .filter((link) => !/^(https?:|data:)/.test(link))
        .filter((link) => {
          const [path = '', anchor] = link.split('#', 2);
          const file = path === '' ? name : relative(folder, join(folder, dirname(name), path));
          if (!existsSync(join(folder, file))) return true;
          return anchor !== undefined && !valuesOf(read(file), 'id').includes(decodeURIComponent(anchor));
        })
        .map((link) => `${name}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('rejects a link without a target in its build', () => {
    const resolve = linkResolver(pages);
    const page = { source: 'docs/operations.md', target: 'operations.html' };
    expect(resolve(page, 'reference/errors.md#422')).toBe('reference/errors.html#422');
    expect(resolve({ source: 'docs/reference/email.md', target: 'reference/email.html' }, '../glossary.md')).toBe(
      '../glossary.html',
    );
    expect(resolve(page, 'nowhere.md')).toBeNull();
    expect(resolve(page, '../src/cli/main.ts')).toBeNull();
  });

  it('has each page as Markdown, listed by llms.txt, without broken links', () => {
    const list = read('llms.txt');
    const listed = [...list.matchAll(/\]\(\/docs\/([^)]+)\)/g)].map(([, name = '']) => name);
    expect(listed.sort()).toEqual(pages.map(({ target }) => target.replace(/html$/, 'md')).sort());
    for (const name of listed) {
      const links = [...read(name).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link.split('#')[0] ?? '');
      const files = links.filter((link) => link !== '' && !/^[a-z]+:/.test(link));
      expect(
        files.filter((link) => !existsSync(join(folder, dirname(name), link))),
        name,
      ).toEqual([]);
    }
    expect(list).toMatch(/^- \[Agents: MCP\]\(\/docs\/guides-agents\.md\): A running server is an MCP server/m);
  });

  it('loads nothing from other hosts, and has no inline script or style', () => {
    for (const name of built) {
      const html = read(name);
      expect([name, html.match(/<script(?![^>]* src=)|<style|\sstyle=|\son[a-z]+=|<(img|iframe)/g)]).toEqual([
        name,
        null,
      ]);
      expect([name, valuesOf(html, 'src').filter((source) => /^(https?:)?\/\//.test(source))]).toEqual([name, []]);
    }
  });

  it('finds a section by the words of its heading and of its text', () => {
    const [, json = ''] = /^cardfileSearchIndex\((.*)\);\n$/s.exec(read('search-index.js')) ?? [];
    const { index, options } = JSON.parse(json);
    const search = MiniSearch.loadJS(index, options);
    const first = (text: string) =>
      search
        .search(text)
        .slice(0, 3)
        .map(({ id }) => id);
    expect(first('reverse proxy')).toContain('operations.html#tls-and-a-reverse-proxy');
    expect(first('backup verif')).toContain('operations.html#backup');
    expect(first('retry same answer')).toContain('reference/keys-credits-limits.html#repeated-calls');
    expect(first('xylophone')).toEqual([]);
  });
});

interface Block {
  readonly place: string;
  readonly language: string;
  readonly text: string;
}

const SOURCES = ['README.md', ...pages.map(({ source }) => source)];
const blocks: readonly Block[] = SOURCES.flatMap((source) =>
  [...readFileSync(join(ROOT, source), 'utf8').matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', text = ''], index) => ({ place: `${source}, block ${index + 1}`, language, text }),
  ),
);
const blocksIn = (language: string) => blocks.filter((block) => block.language === language);

describe('code blocks', () => {
  it('state their language', () => {
    expect(blocks.length).toBeGreaterThan(50);
    expect(
      blocks
        .filter(({ language }) => !/^(sh|json|jsonc|text|yaml|ts|python)$/.test(language))
        .map(({ place }) => place),
    ).toEqual([]);
  });

  it('in shell and JSON are valid', () => {
    for (const { place, text } of blocksIn('sh')) {
      const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' });
      expect([place, status, stderr]).toEqual([place, 0, '']);
    }
    for (const { place, text } of blocksIn('json')) expect(() => JSON.parse(text), place).not.toThrow();
  });

  it('use existing commands and options', async () => {
    const lines = blocksIn('sh').flatMap(({ place, text }) =>
      [...text.replaceAll('\\\n', ' ').matchAll(/(?<=^|[\s|;(])cardfile (?!cardfile )([a-z][^#|>\n]*)/gm)].map(
        ([, line = '']) => ({ place, words: line.trim().split(/\s+/) }),
      ),
    );
    expect(lines.length).toBeGreaterThan(40);
    const help = new Map<string, string>();
    for (const { place, words } of lines) {
      const command = words.slice(0, words.findIndex((word) => !/^[a-z-]+$/.test(word) || word.startsWith('-')) >>> 0);
      // The last words may be arguments: the longest existing command counts.
      const path = command.slice(0, 2).join(' ');
      if (!help.has(path)) help.set(path, (await run(...command.slice(0, 2), '--help')).stdout);
      const usage = help.get(path) ?? '';
      expect([place, words.join(' '), /^Usage: cardfile [a-z]/.test(usage)]).toEqual([place, words.join(' '), true]);
      const known = `${usage} --data --host --port --network-host --log-level --log-format --json --help`;
      for (const flag of words.filter((word) => /^--[a-z]/.test(word)))
        expect(known, `${place}: ${words.join(' ')}`).toContain(flag);
    }
  });
});
