// Values over time: stacked bars or lines by uPlot, with the same numbers as an accessible table. A range is zoomed
// closer by dragging over it, or with the buttons below; uPlot itself is loaded when the first chart appears.
import { useEffect, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { formatCount, formatTimeShort } from '../format.ts';
import { shownTheme } from '../theme.ts';
import { Button } from './button.tsx';
import { Table } from './table.tsx';

export interface Series {
  readonly name: string;
  /** One value for each time; null where there is none. */
  readonly values: readonly (number | null)[];
  /** Name of a colour of styles/tokens.css, such as `--chart-1`. */
  readonly colour: string;
}

interface ChartProps {
  /** Name of the chart. */
  readonly title: string;
  /** Milliseconds, ascending, at equal distances. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  /** Bars are stacked in the order of the series. */
  readonly kind: 'bars' | 'lines';
  readonly height?: number;
  readonly formatValue?: (value: number) => string;
}

export function Chart({ title, times, series, kind, height = 220, formatValue = formatCount }: ChartProps) {
  const [isTable, setTable] = useState(false);
  return (
    <figure class="chart" aria-label={title}>
      {isTable ? (
        <ChartTable {...{ title, times, series, formatValue }} />
      ) : (
        <Drawing {...{ title, times, series, kind, height, formatValue }} />
      )}
      <figcaption class="chart-foot">
        <ul class="legend">
          {series.map(({ name, colour }) => (
            <li key={name}>
              <span class="legend-mark" style={{ backgroundColor: `var(${colour})` }} aria-hidden="true" />
              {name}
            </li>
          ))}
        </ul>
        <Button kind="quiet" isPressed={isTable} onClick={() => setTable(!isTable)}>
          As table
        </Button>
      </figcaption>
    </figure>
  );
}

type DrawingProps = Required<Omit<ChartProps, 'isBare'>>;

function ChartTable({ title, times, series, formatValue }: Omit<DrawingProps, 'kind' | 'height'>) {
  const rows = times
    .map((at, index) => ({ at, values: series.map(({ values }) => values[index] ?? null) }))
    .filter(({ values }) => values.some((value) => value !== null && value !== 0));
  return (
    <Table
      caption={title}
      rows={rows}
      rowKey={({ at }) => at}
      columns={[
        {
          key: 'time',
          title: 'Time',
          value: ({ at }) => new Date(at).toISOString(),
          cell: ({ at }) => formatTimeShort(at),
        },
        ...series.map(({ name }, index) => ({
          key: name,
          title: name,
          isNumber: true,
          value: ({ values }: (typeof rows)[number]) => values[index] ?? null,
          cell: ({ values }: (typeof rows)[number]) => formatValue(values[index] ?? 0),
        })),
      ]}
    />
  );
}

/** Each series on top of those before it. */
function stacked(series: readonly Series[]): (number | null)[][] {
  const sums: number[] = [];
  return series.map(({ values }) =>
    values.map((value, index) => {
      sums[index] = (sums[index] ?? 0) + (value ?? 0);
      return sums[index] ?? 0;
    }),
  );
}

function Drawing(props: DrawingProps) {
  const { title, times, series, height } = props;
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const [isZoomed, setZoomed] = useState(false);
  const [pointed, setPointed] = useState<number | null>(null);
  const theme = shownTheme.value;
  useEffect(() => {
    let isGone = false;
    const resized = new ResizeObserver(([entry]) => {
      if (entry) plot.current?.setSize({ width: entry.contentRect.width, height });
    });
    void import('./draw-chart.ts').then(({ drawChart }) => {
      if (isGone || !place.current) return;
      plot.current = drawChart(
        { ...props, values: props.kind === 'bars' ? stacked(series) : series.map(({ values }) => [...values]) },
        place.current,
        {
          onPoint: setPointed,
          onZoom: setZoomed,
        },
      );
      resized.observe(place.current);
    });
    return () => {
      isGone = true;
      resized.disconnect();
      plot.current?.destroy();
      plot.current = null;
    };
  }, [times, series, props.kind, theme, height]);

  const at = pointed === null ? undefined : times[pointed];
  return (
    <div class="chart-drawing">
      <div
        ref={place}
        class="chart-place"
        role="img"
        aria-label={`${title}: chart. The numbers are in the table.`}
        style={{ height: `${height}px` }}
      />
      <div class="chart-point number" aria-hidden="true">
        {at === undefined || pointed === null ? (
          <span class="muted">Drag over a range to zoom in</span>
        ) : (
          <>
            <span>{formatTimeShort(at)}</span>
            {series.map(({ name, values, colour }) => (
              <span key={name}>
                <span class="legend-mark" style={{ backgroundColor: `var(${colour})` }} /> {name}{' '}
                {props.formatValue(values[pointed] ?? 0)}
              </span>
            ))}
          </>
        )}
      </div>
      {isZoomed && (
        <Button class="chart-reset" onClick={() => resetZoom(plot.current, times)}>
          Whole range
        </Button>
      )}
    </div>
  );
}

function resetZoom(plot: uPlot | null, times: readonly number[]): void {
  const [first = 0, second = first + 3_600_000] = times;
  const half = (second - first) / 2000;
  plot?.setScale('x', { min: first / 1000 - half, max: (times.at(-1) ?? first) / 1000 + half });
}
