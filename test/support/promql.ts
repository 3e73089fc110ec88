// Parser for the parts of PromQL and the Prometheus text format that the tests need: the series that an expression
// selects, their labels, and the existing series.

/** Label names of each series in a text. */
export type Series = ReadonlyMap<string, ReadonlySet<string>>;

/** The series of a text in the Prometheus format. */
export function seriesOf(text: string): Series {
  const series = new Map<string, Set<string>>();
  for (const line of text.split('\n')) {
    const [, name, labels = ''] = /^([a-z_]+)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    if (name === undefined) continue;
    const known = series.get(name) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
    series.set(name, known);
  }
  return series;
}

/** The value of one series; `labels` select its line. */
export function sampleOf(text: string, name: string, labels: Readonly<Record<string, string>> = {}): number | null {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const line = text
    .split('\n')
    .find((one) => one.split(/[ {]/, 1)[0] === name && wanted.every((part) => one.includes(part)));
  return line === undefined ? null : Number(line.split(' ').at(-1));
}

interface ExpressionNames {
  readonly metrics: readonly string[];
  /** Matched labels with the metric on which they are matched. */
  readonly matched: readonly { readonly metric: string; readonly label: string }[];
  /** Labels that an aggregation keeps. */
  readonly grouped: readonly string[];
}

/** The metrics of an expression: own metrics and `up`. */
export function namesIn(expression: string): ExpressionNames {
  const selectors = [...expression.matchAll(/\b(cardfile_[a-z_]+|up)\b(?:\{([^}]*)\})?/g)];
  return {
    metrics: selectors.map(([, metric = '']) => metric),
    matched: selectors.flatMap(([, metric = '', matchers = '']) =>
      [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = '']) => ({ metric, label })),
    ),
    grouped: [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/)),
  };
}

/** Labels that Prometheus adds to every series. */
const SCRAPE_LABELS = ['job', 'instance'];

/** Metrics and labels of an expression that do not exist, in words; empty if all exist. */
export function missingFrom(series: Series, expression: string): string[] {
  const { metrics, matched, grouped } = namesIn(expression);
  const has = (metric: string, label: string) =>
    SCRAPE_LABELS.includes(label) || series.get(metric)?.has(label) === true;
  return [
    ...(metrics.length === 0 ? ['no metric at all'] : []),
    ...metrics.filter((metric) => metric !== 'up' && !series.has(metric)),
    ...matched.filter(({ metric, label }) => !has(metric, label)).map(({ metric, label }) => `${label} of ${metric}`),
    ...grouped.filter((label) => !metrics.some((metric) => has(metric, label))).map((label) => `${label} (grouped)`),
  ];
}
