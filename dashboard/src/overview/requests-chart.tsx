// Calls over time by outcome.
import { useMemo } from 'preact/hooks';
import { Chart } from '../components/chart.tsx';
import { firstUsed } from '../components/chart-scale.ts';
import { Card } from '../components/page.tsx';
import { Empty } from '../components/states.tsx';
import { CALL_FIGURE_TEXTS } from '../texts/overview-texts.ts';
import type { OverviewAnswer } from './overview-answer.ts';

type Requests = OverviewAnswer['requests'];

const GROUPS = [
  { name: CALL_FIGURE_TEXTS.groups.successful, colour: '--chart-1', holds: (status: number) => status < 400 },
  { name: CALL_FIGURE_TEXTS.groups.notFound, colour: '--chart-2', holds: (status: number) => status === 404 },
  {
    name: CALL_FIGURE_TEXTS.groups.rejected,
    colour: '--chart-3',
    holds: (status: number) => status >= 400 && status < 500 && status !== 404,
  },
  { name: CALL_FIGURE_TEXTS.groups.failed, colour: '--chart-4', holds: (status: number) => status >= 500 },
] as const;

/** Minimum number of hours or days that the chart shows. */
const SHOWN_LEAST = { hour: 8, day: 7 } as const;

const STEP_MS = { hour: 3_600_000, day: 86_400_000 } as const;

export function RequestsChart({ requests }: { readonly requests: OverviewAnswer['requests'] }) {
  // The answer is polled every few seconds; the chart is computed again only if its content has changed.
  const { times, series } = useMemo(() => charted(requests), [JSON.stringify(requests)]);
  return (
    <Card title={CALL_FIGURE_TEXTS.perStep[requests.step]}>
      {requests.rows.length === 0 ? (
        <Empty title={CALL_FIGURE_TEXTS.none} icon="overview">
          {CALL_FIGURE_TEXTS.noneHint}
        </Empty>
      ) : (
        <Chart title={CALL_FIGURE_TEXTS.perStep[requests.step]} times={times} series={series} />
      )}
    </Card>
  );
}

/** The start times of the steps. */
function timesOf({ step, from, to }: Requests): number[] {
  const first = Date.parse(from);
  const count = Math.max(1, Math.round((Date.parse(to) - first) / STEP_MS[step]));
  return Array.from({ length: count }, (_, index) => first + index * STEP_MS[step]);
}

/** One number per step, from just before the first calls. */
export function trendOf(requests: Requests, numberOf: (row: Requests['rows'][number]) => number): number[] {
  const times = timesOf(requests);
  const places = new Map(times.map((at, index) => [at, index]));
  const [values, calls] = [new Array<number>(times.length).fill(0), new Array<number>(times.length).fill(0)];
  for (const row of requests.rows) {
    const place = places.get(Date.parse(row.at));
    if (place === undefined) continue;
    values[place] = (values[place] ?? 0) + numberOf(row);
    calls[place] = (calls[place] ?? 0) + row.calls;
  }
  return values.slice(firstUsed(calls, SHOWN_LEAST[requests.step]));
}

function charted(requests: Requests) {
  const { step, rows } = requests;
  const times = timesOf(requests);
  const places = new Map(times.map((at, index) => [at, index]));
  const all = GROUPS.map(({ name, colour, holds }) => {
    const values = new Array<number>(times.length).fill(0);
    for (const row of rows) {
      const place = places.get(Date.parse(row.at));
      if (place !== undefined && holds(row.status)) values[place] = (values[place] ?? 0) + row.calls;
    }
    return { name, colour, values };
  });
  const sums = times.map((_, place) => all.reduce((sum, { values }) => sum + (values[place] ?? 0), 0));
  const start = firstUsed(sums, SHOWN_LEAST[step]);
  return {
    times: times.slice(start),
    series: all
      .filter(({ values }, index) => index === 0 || values.some((value) => value > 0))
      .map((each) => ({ ...each, values: each.values.slice(start) })),
  };
}
