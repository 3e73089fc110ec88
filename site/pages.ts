// The pages of the documentation site in the order of their menu, each with its source in this repository.

export interface SitePage {
  /** Path from the root of the repository. */
  readonly source: string;
  /**
   * Path in the site. The site is flat except for the reference, so that links work below any address and from a disk.
   */
  readonly target: string;
}

export interface SiteSection {
  readonly title: string;
  readonly pages: readonly SitePage[];
}

const docs = (...names: string[]): SitePage[] =>
  names.map((name) => ({ source: `docs/${name}.md`, target: `${name.replaceAll('/', '-')}.html` }));

const reference = (...names: string[]): SitePage[] =>
  names.map((name) => ({
    source: `docs/reference/${name}.md`,
    target: `reference/${name === 'README' ? 'index' : name}.html`,
  }));

/** The page in whose place a running server serves the interactive reference. */
export const INTERACTIVE = 'api.html';

/** Pages of the reference that do not describe an endpoint. */
const REFERENCE_PAGES = [
  ...['README', 'filters', 'records', 'values', 'errors', 'paging-and-order'],
  ...['keys-credits-limits', 'limits', 'import-form', 'settings'],
];

/** The menu. `endpoints` has the names of the endpoint pages in docs/reference. */
export function siteSections(endpoints: readonly string[]): SiteSection[] {
  return [
    { title: 'Start', pages: [{ source: 'docs/index.md', target: 'index.html' }, ...docs('quick-start', 'concepts')] },
    {
      title: 'Guides',
      pages: [
        ...docs('guides/own-data', 'guides/push-changes', 'guides/clients', 'guides/agents', 'guides/reconciliation'),
        ...docs('guides/integrations', 'bulk-and-batches', 'webhooks', 'watches'),
        ...docs('guides/keys-and-credits', 'guides/privacy-requests', 'dashboard'),
      ],
    },
    { title: 'API reference', pages: reference(...REFERENCE_PAGES) },
    { title: 'Endpoints', pages: reference(...endpoints) },
    { title: 'Operations', pages: docs('operations', 'postgres', 'nodes', 'sizing', 'scaling') },
    {
      title: 'Internals',
      pages: [
        { source: 'ARCHITECTURE.md', target: 'architecture.html' },
        ...docs('identity', 'normalizing', 'titles'),
        { source: 'bench/RESULTS.md', target: 'measurements.html' },
        { source: 'bench/QUALITY.md', target: 'quality.html' },
      ],
    },
    {
      title: 'About',
      pages: [
        ...docs('comparison', 'glossary'),
        { source: 'CHANGELOG.md', target: 'changelog.html' },
        { source: 'CONTRIBUTING.md', target: 'contributing.html' },
        { source: 'SECURITY.md', target: 'security.html' },
      ],
    },
  ];
}

/** The names of reference pages that describe an endpoint. */
export const endpointNames = (names: readonly string[]): string[] =>
  names.filter((name) => !REFERENCE_PAGES.includes(name)).sort();

/** Files that pages link to, by their source; the site contains them unchanged. */
export const SITE_FILES: Readonly<Record<string, string>> = {
  'docs/reference/openapi.json': 'reference/openapi.json',
  'observability/grafana-dashboard.json': 'files/grafana-dashboard.json',
  'observability/alerts.yml': 'files/alerts.yml',
  'compose.yaml': 'files/compose.yaml',
  'integrations/agent-skill/SKILL.md': 'files/SKILL.md',
  LICENSE: 'files/LICENSE.txt',
};
