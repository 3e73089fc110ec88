// One drawing by uPlot in the colours of the theme. Sizes and positions are set through the CSSOM, which the Content-Security-Policy allows.
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatShort } from '../format.ts';
import type { Series } from './chart.tsx';

interface Drawn {
  readonly times: readonly number[];
  readonly series: readonly Series[];
  /** Values to draw per series: its own, or the sums with previous series. */
  readonly values: readonly (readonly (number | null)[])[];
  readonly kind: 'bars' | 'lines';
  readonly height: number;
}

interface Listeners {
  /** Index of the time below the pointer; null when it left. */
  readonly onPoint: (index: number | null) => void;
  /** True if the chart shows less than the whole range. */
  readonly onZoom: (isZoomed: boolean) => void;
}

function colour(name: string): string {
  // A colour made by light-dark() is computed only where it is used.
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const settled = getComputedStyle(probe).color;
  probe.remove();
  return settled;
}

const hour = new Intl.DateTimeFormat(navigator.languages, { hour: 'numeric', minute: '2-digit' });
const day = new Intl.DateTimeFormat(navigator.languages, { day: 'numeric', month: 'short' });

/** The hour, or at midnight the day. */
function shownTime(seconds: number): string {
  const at = new Date(seconds * 1000);
  return (at.getHours() === 0 && at.getMinutes() === 0 ? day : hour).format(at);
}

const FONT = '11px system-ui, sans-serif';

/** Draws into the element, as wide as it is. */
export function drawChart(drawn: Drawn, element: HTMLElement, { onPoint, onZoom }: Listeners): uPlot {
  const { times, series, values, kind, height } = drawn;
  const xs = times.map((ms) => ms / 1000);
  const step = (xs[1] ?? (xs[0] ?? 0) + 3600) - (xs[0] ?? 0);
  const [first, last] = [(xs[0] ?? 0) - step / 2, (xs.at(-1) ?? 0) + step / 2];
  const bars = uPlot.paths.bars?.({ size: [0.7, 28], radius: 0.08 });
  const axis = { stroke: colour('--muted'), font: FONT, ticks: { show: false }, gap: 6 };
  // Stacked sums are drawn from the tallest, so that smaller ones cover it.
  const order = series.map((_, index) => (kind === 'bars' ? series.length - 1 - index : index));
  const options: uPlot.Options = {
    width: element.clientWidth,
    height,
    padding: [10, 8, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      points: { show: kind === 'lines' },
      drag: { x: true, y: false, setScale: true },
      focus: { prox: 30 },
    },
    scales: {
      x: { time: true, range: (_, min, max) => (min === max || min === null ? [first, last] : [min, max]) },
      y: { range: (_, __, max) => [0, niceTop(max)] },
    },
    axes: [
      { ...axis, grid: { show: false }, size: 28, space: 64, values: (_, splits) => splits.map(shownTime) },
      {
        ...axis,
        grid: { stroke: colour('--line'), width: 1 },
        size: 46,
        incrs: [
          1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 2e6, 5e6, 1e7, 1e8, 1e9,
        ],
        values: (_, splits) => splits.map((split) => formatShort(split)),
      },
    ],
    series: [
      {},
      ...order.map((index) => ({
        label: series[index]?.name ?? '',
        stroke: colour(series[index]?.colour ?? '--chart-1'),
        ...(kind === 'bars' && bars
          ? { fill: colour(series[index]?.colour ?? '--chart-1'), paths: bars, width: 0, points: { show: false } }
          : { width: 2, points: { show: false } }),
      })),
    ],
    hooks: {
      setCursor: [(plot) => onPoint(plot.cursor.idx ?? null)],
      setScale: [
        (plot, key) => {
          const { min, max } = plot.scales[key] ?? {};
          if (key === 'x' && typeof min === 'number' && typeof max === 'number')
            onZoom(min > first + 1 || max < last - 1);
        },
      ],
    },
  };
  const plot = new uPlot(
    options,
    [xs, ...order.map((index) => [...(values[index] ?? [])])] as uPlot.AlignedData,
    element,
  );
  plot.setScale('x', { min: first, max: last });
  return plot;
}

function niceTop(max: number | null): number {
  return Math.max(4, (max ?? 0) * 1.08);
}
