// The files in observability/ and docs/operations.md match the metrics of a running server, and their sums are right.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { Metrics } from '../src/ops/monitoring/metrics.ts';
import { ProcessMetrics } from '../src/ops/monitoring/process-metrics.ts';
import { call, endServers, serve, succeed } from './support/program.ts';
import { missingFrom, namesIn, type Series, sampleOf, seriesOf } from './support/promql.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const { groups } = parseYaml(read('observability/alerts.yml')) as { groups: { name: string; rules: AlertRule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(read('observability/grafana-dashboard.json')) as {
  readonly schemaVersion: number;
  readonly templating: { readonly list: readonly { readonly name: string; readonly definition?: string }[] };
  readonly panels: readonly Panel[];
};
const panels = dashboard.panels.filter((panel) => panel.type !== 'row');
const targets = panels.flatMap((panel) => (panel.targets ?? []).map((target) => ({ title: panel.title, ...target })));

const folder = mkdtempSync(join(tmpdir(), 'cardfile-observability-'));
const CALLS = 24;
const UTC = { region: 'UTC' };
let text = '';
let series: Series;

beforeAll(async () => {
  const data = join(folder, 'data');
  await succeed('generate', '--people', '200', '--out', folder);
  await succeed('import', 'people', join(folder, 'people.jsonl'), '--data', data);
  await succeed('plans', 'set', 'small', '--credits', String(CALLS), '--rps', '1000', '--data', data);
  await succeed('accounts', 'create', 'acme', '--plan', 'small', '--data', data);
  const key = (await succeed('keys', 'create', '--account', 'acme', '--data', data)).trim();
  const server = await serve('--data', data, '--workers', '2');
  await Promise.all(Array.from({ length: CALLS }, () => call(server.base, key, '/v2/utils/current-date', UTC)));
  await call(server.base, key, '/v2/utils/current-date', UTC);
  await call(server.base, `${key}x`, '/v2/utils/current-date', UTC);
  await call(server.base, key, '/v2/utils/jane.doe', UTC);
  text = await (await fetch(`${server.base}/metrics`)).text();
  series = seriesOf(text);
  await server.end('SIGTERM');
});
afterAll(() => {
  endServers();
  rmSync(folder, { recursive: true });
});

describe('the metrics of two threads', () => {
  const requests = (path: string, status: number) =>
    sampleOf(text, 'cardfile_requests_total', { path, status: String(status) });

  it('are the sum of the counts of both', () => {
    expect(requests('/v2/utils/current-date', 200)).toBe(CALLS);
    expect(requests('/v2/utils/current-date', 402)).toBe(1);
    expect(requests('/v2/utils/current-date', 401)).toBe(1);
    expect(sampleOf(text, 'cardfile_request_seconds_count', { path: '/v2/utils/current-date' })).toBe(CALLS + 2);
    expect(sampleOf(text, 'cardfile_credits_charged_total')).toBe(CALLS);
    // Marks of events and usage counts (each second) are also written. If charges were counted twice, they alone would
    // be 48.
    const writes = sampleOf(text, 'cardfile_commit_writes_sum');
    expect(writes).toBeGreaterThanOrEqual(CALLS);
    expect(writes).toBeLessThan(2 * CALLS);
    expect(sampleOf(text, 'cardfile_commit_seconds_count')).toBe(sampleOf(text, 'cardfile_commit_writes_count'));
    expect(sampleOf(text, 'cardfile_serving_threads')).toBe(2);
  });

  it('count paths that are no endpoint as one', () => {
    expect(requests('unknown', 404)).toBe(1);
    expect(text).not.toContain('jane');
  });

  it('report shared values once per process', () => {
    expect(sampleOf(text, 'cardfile_edition_documents', { kind: 'people' })).toBe(200);
    expect(sampleOf(text, 'cardfile_catalog_records', { kind: 'people' })).toBe(200);
    expect(sampleOf(text, 'cardfile_build_info')).toBe(1);
    expect(sampleOf(text, 'cardfile_edition_generation')).toBe(sampleOf(text, 'cardfile_catalog_generation'));
    expect(sampleOf(text, 'cardfile_edition_generation')).toBeGreaterThan(0);
    expect(sampleOf(text, 'cardfile_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(sampleOf(text, 'cardfile_store_bytes', { store: 'catalog' })).toBeGreaterThan(10_000);
    expect(sampleOf(text, 'cardfile_disk_free_bytes')).toBeGreaterThan(0);
    const age = Date.now() / 1000 - (sampleOf(text, 'cardfile_edition_written_timestamp_seconds') ?? 0);
    expect(age).toBeGreaterThanOrEqual(-1);
    expect(age).toBeLessThan(300);
  });
});

describe('the alert rules', () => {
  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    '%s uses only existing metrics, and has a remedy',
    (_name, rule) => {
      expect(missingFrom(series, rule.expr)).toEqual([]);
      expect(['critical', 'warning', 'info']).toContain(rule.labels.severity);
      expect(rule.for ?? '1m').toMatch(/^\d+[mh]$/);
      expect(rule.annotations.summary).toContain('{{ $labels.instance }}');
      expect(rule.annotations.description.length).toBeGreaterThan(60);
    },
  );

  it('have unique names and a line in docs/operations.md', () => {
    expect(new Set(rules.map((rule) => rule.alert)).size).toBe(rules.length);
    const listed = [...read('docs/operations.md').matchAll(/^\| `(Cardfile\w+)` \| (\w+) \|/gm)].map(
      ([, name, severity]) => [name, severity],
    );
    expect(listed).toEqual(rules.map((rule) => [rule.alert, rule.labels.severity]));
  });
});

describe('the dashboard', () => {
  it.each(targets.map((target) => [target.title, target] as const))(
    '%s uses only existing metrics',
    (_title, { expr, legendFormat }) => {
      expect(missingFrom(series, expr)).toEqual([]);
      const { matched, metrics, grouped } = namesIn(expr);
      expect(matched.filter(({ label }) => label === 'instance')).toHaveLength(metrics.length);
      const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
      const isAggregated = /\b(sum|max|min)\b/.test(expr);
      expect(
        shown.filter((label) => label !== 'instance' || isAggregated).filter((label) => !grouped.includes(label ?? '')),
      ).toEqual([]);
    },
  );

  it('shows every metric', () => {
    const named = new Set(
      targets.flatMap(({ expr }) => namesIn(expr).metrics.map((name) => name.replace(/_(bucket|sum|count)$/, ''))),
    );
    expect([...named].sort()).toEqual(
      metricsOfRegistries()
        .map((metric) => metric.name)
        .sort(),
    );
  });

  it('lays out its panels without overlap, each with a unique id', () => {
    expect(dashboard.schemaVersion).toBe(42);
    expect(new Set(dashboard.panels.map((panel) => panel.id)).size).toBe(dashboard.panels.length);
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(Math.max(...dashboard.panels.map(({ gridPos }) => gridPos.x + gridPos.w))).toBe(24);
  });

  it('selects instances by an existing metric', () => {
    expect(dashboard.templating.list.map((variable) => variable.name)).toEqual(['datasource', 'instance']);
    expect(missingFrom(series, dashboard.templating.list[1]?.definition ?? '')).toEqual([]);
  });
});

interface Described {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly labelNames: readonly string[];
}

function metricsOfRegistries(): Described[] {
  const readData = () => Promise.reject(new Error('no request'));
  const registries = [new Metrics().registry, new ProcessMetrics({ version: '0.0.0', readData }).registry];
  return registries.flatMap((registry) => registry.getMetricsAsArray() as unknown as Described[]);
}

it('docs/operations.md lists every metric as the registries describe it', () => {
  const listed = read('docs/operations.md')
    .split('\n')
    .filter((line) => line.startsWith('| `cardfile_'));
  expect(listed).toEqual(
    metricsOfRegistries().map(
      ({ name, type, labelNames, help }) =>
        `| \`${name}\` | ${type} | ${labelNames.map((label) => `\`${label}\``).join(', ') || '-'} | ${help} |`,
    ),
  );
});

it('an unknown metric is reported', () => {
  expect(missingFrom(series, 'rate(cardfile_request_total{state="200"}[5m])')).toEqual([
    'cardfile_request_total',
    'state of cardfile_request_total',
  ]);
  expect(missingFrom(series, 'sum by (endpoint) (cardfile_requests_total{status=~"5.."})')).toEqual([
    'endpoint (grouped)',
  ]);
  expect(missingFrom(series, 'vector(1)')).toEqual(['no metric at all']);
});
