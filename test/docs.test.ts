// The reference in docs/reference equals the contract and is complete.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { siteSections } from '../site/pages.ts';
import { SETTING_NAMES, SETTINGS } from '../src/app/config.ts';
import { ENDPOINTS, OPERATIONS } from '../src/contract/endpoints/endpoints.ts';
import { personUrl } from '../src/contract/endpoints/examples.ts';
import { ApiError, ERRORS, type ErrorName } from '../src/contract/errors.ts';
import { FILTERS, type Filter } from '../src/contract/fields.ts';
import { LIMITS } from '../src/contract/limits.ts';
import { ABBREVIATIONS } from '../src/contract/vocabularies/abbreviations.ts';
import { LISTS } from '../src/contract/vocabularies/values.ts';
import { COUNTRIES } from '../src/contract/vocabularies/vocabularies.ts';
import { generatePeople } from '../src/generate/generate.ts';
import { referenceFiles } from '../src/reference/reference-files.ts';

const folder = join(import.meta.dirname, '../docs/reference');
const committed = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
const fresh = referenceFiles();

function pageText(name: string): string {
  const text = committed.get(name);
  if (text === undefined) throw new Error(`docs/reference/${name} is missing`);
  return text;
}

function filterPaths(filters: readonly Filter[], prefix = ''): string[] {
  return filters.flatMap((filter) => {
    const path = prefix + filter.name;
    return filter.shape === 'group' ? [path, ...filterPaths(filter.filters, `${path}.`)] : [path];
  });
}

describe('the committed reference', () => {
  it('has exactly the files of a fresh generation (else: npm run generate)', () => {
    expect([...committed.keys()].sort()).toEqual([...fresh.keys()].sort());
  });

  it.each([...fresh.keys()])('%s equals a fresh generation (else: npm run generate)', (name) => {
    expect(committed.get(name)).toBe(fresh.get(name));
  });
});

describe('each endpoint', () => {
  it.each(OPERATIONS)('%s has its page and a row in the table of endpoints', (operation) => {
    const { method, path, summary } = ENDPOINTS[operation];
    const text = pageText(`${operation}.md`);
    expect(text).toContain(`# ${summary}\n`);
    expect(text).toContain(`\`${method} ${path}\``);
    expect(pageText('README.md')).toContain(`[${summary}](${operation}.md) | \`${method} ${path}\``);
  });

  it.each(OPERATIONS)('%s documents every field of its body and every error', (operation) => {
    const { body, errors } = ENDPOINTS[operation];
    const text = pageText(`${operation}.md`);
    for (const name of Object.keys(body?.properties ?? {})) expect(text).toContain(`| \`${name}\` |`);
    for (const name of errors) {
      expect(text).toContain(`| ${ERRORS[name].status} | \`${new ApiError(name, '').wireCode}\` |`);
    }
  });
});

it.each(Object.keys(ERRORS) as ErrorName[])('the error %s is documented', (name) => {
  expect(pageText('errors.md')).toContain(`\n## ${ERRORS[name].status} ${new ApiError(name, '').wireCode}\n`);
});

it.each(Object.entries(LIMITS))('the limit %s is documented with its value', (name, value) => {
  expect(pageText('limits.md')).toMatch(new RegExp(`\\| ${value} [^|]+\\| \`${name}\` \\|`));
});

it.each(SETTING_NAMES)('the setting %s is documented with its variable', (name) => {
  expect(pageText('settings.md')).toContain(`| \`${SETTINGS[name].environment}\` | \`${name}\` |`);
});

it('every filter is documented', () => {
  const text = pageText('filters.md');
  for (const path of Object.values(FILTERS).flatMap((filters) => filterPaths(filters))) {
    expect(text).toContain(`| \`${path}\` |`);
  }
});

it('every abbreviation is documented with its long forms', () => {
  const text = pageText('filters.md');
  for (const [short, longs] of ABBREVIATIONS) {
    expect(text).toContain(`| \`${short}\` | ${longs.map((long) => `\`${long}\``).join(' or ')} |`);
  }
});

it('every value of every closed list is documented', () => {
  const lines = new Set(
    pageText('values.md')
      .split('\n')
      .flatMap((line) => line.split(/^\| | \||^- /)),
  );
  for (const value of Object.values(LISTS).flat()) {
    expect(lines.has(value) || lines.has(`\`${value}\``), value).toBe(true);
  }
});

it('every country is documented with its continent and sales region', () => {
  const text = pageText('values.md');
  for (const { code, name, continent, sales_region } of COUNTRIES) {
    expect(text).toContain(`| \`${code}\` | ${name} | ${continent} | ${sales_region ?? 'none'} |`);
  }
});

it('every link of the reference leads to an existing page and heading', () => {
  const headings = (name: string) =>
    [...pageText(name).matchAll(/^#+ (.+)$/gm)].map((match) => match[1]?.toLowerCase().replaceAll(' ', '-'));
  const pages = [...committed].filter(([name]) => name.endsWith('.md'));
  const links = pages.flatMap(([from, text]) =>
    [...text.matchAll(/\]\(([^)#\s]*)(?:#([^)]*))?\)/g)].map(([, to, anchor]) => ({ to: to || from, anchor })),
  );
  expect(links.length).toBeGreaterThan(100);
  for (const { to, anchor } of links) {
    expect(committed.has(to), to).toBe(true);
    if (anchor !== undefined) expect(headings(to)).toContain(anchor);
  }
});

const root = join(import.meta.dirname, '..');
const PAGES = [
  ...['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'bench/RESULTS.md'],
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** The anchors that GitHub makes of the headings of a page. */
function anchorsOf(path: string): string[] {
  const headings = readFileSync(join(root, path), 'utf8').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\d\s-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

it.each(PAGES)('the links of %s lead to existing files and headings', (path) => {
  const text = readFileSync(join(root, path), 'utf8').replace(/```[\s\S]*?```/g, '');
  const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)]*))?\)/g)];
  const broken = links
    .map(([, to, anchor]) => ({ to: to ? join(dirname(path), to) : path, anchor }))
    .filter(
      ({ to, anchor }) =>
        !existsSync(join(root, to)) || (anchor !== undefined && to.endsWith('.md') && !anchorsOf(to).includes(anchor)),
    );
  expect(broken).toEqual([]);
});

const guides = readdirSync(join(root, 'docs/guides')).map((name) => `docs/guides/${name}`);

it('the front pages lead to each page of the menu', () => {
  const menu = siteSections([]).flatMap(({ pages }) => pages.map(({ source }) => source));
  const shown = menu.filter((source) => source.startsWith('docs/') && source !== 'docs/index.md');
  expect(shown.length).toBeGreaterThan(30);
  for (const front of ['README.md', 'docs/index.md', 'docs/reference/README.md']) {
    const links = readFileSync(join(root, front), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*)/g);
    const linked = [...links].map(([, to = '']) => join(dirname(front), to));
    const isOwn = (source: string) => source.startsWith('docs/reference/') === (front === 'docs/reference/README.md');
    expect(shown.filter((source) => isOwn(source) && !linked.includes(source) && source !== front)).toEqual([]);
  }
});

it.each([...PAGES, ...guides])('%s names keys by their ids', (path) => {
  const commands = readFileSync(join(root, path), 'utf8').matchAll(/^cardfile keys (?:rotate|revoke) (\S+)/gm);
  for (const [, id] of commands) expect(id).toMatch(/^i?key_[0-9A-Za-z]{16}$/);
});

it('README.md shows the commands that start and test the product', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  expect(readme).toMatch(/^npm ci && npm start\b/m);
  expect(readme).toMatch(/^npm ci && npm test\b/m);
});

it('README.md shows the e-mail answer of a demo loaded on the day that it states', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [, asOf, answer] = /POST \/v2\/enrichment\/email, demo loaded on (\S+):[^{]*(\{.*?\]\})/s.exec(readme) ?? [];
  const demo = { people: 50_000, companies: 2_000, jobs: 5_000, seed: 1, asOf };
  const person = [...generatePeople(demo, { end: 200 })].find(
    ({ network_url }) => network_url === personUrl.person_network_url,
  );
  const emails = person?.emails.map(({ email, status, verified_at }) => ({ email, status, verified_at }));
  expect(JSON.parse(answer ?? 'null')).toEqual({ found: true, ...emails?.[0], all_emails: emails });
  const ageDays = (Date.parse(asOf ?? '') - Date.parse(emails?.[0]?.verified_at ?? '')) / 86_400_000;
  expect(ageDays).toBeLessThan(60);
});
