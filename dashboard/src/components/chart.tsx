// Values over time as stacked bars, with the same numbers in an accessible table. A tooltip shows the numbers of the
// bar under the pointer; the colours do not change.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatCount, formatDay, formatShort, formatTimeShort } from '../format.ts';
import { CHART_TEXTS } from '../texts/component-texts.ts';
import { Button } from './button.tsx';
import { areDays, barsOf, niceTop, type Stack, timeLabels } from './chart-scale.ts';
import { Table } from './table.tsx';

export interface Series {
  readonly name: string;
  /** One value per time; null if there is none. */
  readonly values: readonly (number | null)[];
  /** Name of a colour variable in styles/tokens.css, such as `--chart-1`. */
  readonly colour: string;
}

interface ChartProps {
  /** Name of the chart. */
  readonly title: string;
  /** Epoch milliseconds, ascending, at equal intervals. */
  readonly times: readonly number[];
  /** Stacked in this order, from bottom to top. */
  readonly series: readonly Series[];
  readonly height?: number;
}

export function Chart({ title, times, series, height = 220 }: ChartProps) {
  const [isTable, setTable] = useState(false);
  return (
    <figure class="chart" aria-label={title}>
      {isTable ? <ChartTable {...{ title, times, series }} /> : <Drawing {...{ title, times, series, height }} />}
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
          {CHART_TEXTS.asTable}
        </Button>
      </figcaption>
    </figure>
  );
}

/** Formats a time: as a day in UTC, by which usage is counted, or as a moment. */
const timeTextOf = (times: readonly number[]) => (areDays(times) ? utcDayText : formatTimeShort);
const utcDayText = (at: number) => formatDay(new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length));

function ChartTable({ title, times, series }: Omit<ChartProps, 'height'>) {
  const timeText = timeTextOf(times);
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
          title: CHART_TEXTS.time,
          value: ({ at }) => new Date(at).toISOString(),
          cell: ({ at }) => timeText(at),
        },
        ...series.map(({ name }, index) => ({
          key: name,
          title: name,
          isNumber: true,
          value: ({ values }: (typeof rows)[number]) => values[index] ?? null,
          cell: ({ values }: (typeof rows)[number]) => formatCount(values[index] ?? 0),
        })),
      ]}
    />
  );
}

/** Pixels around the bars, for the value labels on the left and the time labels below. */
const [LEFT, RIGHT, TOP, BOTTOM] = [44, 8, 8, 22];
const LINES = 4;
const WIDTH_FIRST = 640;

/** Observes the width of an element. */
function useWidth() {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(WIDTH_FIRST);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    setWidth(element.clientWidth || WIDTH_FIRST);
    const resized = new ResizeObserver(([entry]) => {
      if (entry) setWidth(entry.contentRect.width);
    });
    resized.observe(element);
    return () => resized.disconnect();
  }, []);
  return { place, width };
}

function Drawing({ title, times, series, height = 220 }: ChartProps) {
  const { place, width } = useWidth();
  const [pointed, setPointed] = useState<number | null>(null);
  const timeText = timeTextOf(times);
  const [inner, base] = [Math.max(1, width - LEFT - RIGHT), height - BOTTOM];
  const band = inner / Math.max(1, times.length);
  const sums = times.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
  const top = niceTop(Math.max(...sums), LINES);
  const y = (value: number) => base - (value / top) * (base - TOP);
  const onMove = (event: PointerEvent) => {
    const left = place.current?.getBoundingClientRect().left ?? 0;
    const index = Math.floor((event.clientX - left - LEFT) / band);
    setPointed(index >= 0 && index < times.length ? index : null);
  };
  return (
    <div ref={place} class="chart-drawing" onPointerMove={onMove} onPointerLeave={() => setPointed(null)}>
      <svg width={width} height={height} role="img" aria-label={CHART_TEXTS.drawing(title)}>
        {Array.from({ length: LINES + 1 }, (_, line) => (top / LINES) * line).map((value) => (
          <g key={value}>
            <line class="chart-line" x1={LEFT} x2={width - RIGHT} y1={y(value)} y2={y(value)} />
            <text class="chart-text" x={LEFT - 8} y={y(value)} dy="0.32em" text-anchor="end">
              {formatShort(value)}
            </text>
          </g>
        ))}
        {pointed !== null && (
          <rect class="chart-pointed" x={LEFT + pointed * band} y={TOP} width={band} height={base - TOP} />
        )}
        {barsOf(series, { left: LEFT, band, y }).map(({ colour, d }) => (
          <path key={colour} d={d} style={{ fill: `var(${colour})` }} />
        ))}
        {timeLabels(times, inner).map(({ index, text }) => (
          <text
            key={index}
            class="chart-text"
            x={LEFT + (index + 0.5) * band}
            y={height - 6}
            text-anchor={index === 0 && band < 40 ? 'start' : 'middle'}
          >
            {text}
          </text>
        ))}
      </svg>
      {pointed !== null && (
        <Tip {...{ series, pointed, width }} time={timeText(times[pointed] ?? 0)} x={LEFT + (pointed + 0.5) * band} />
      )}
    </div>
  );
}

interface TipProps {
  readonly series: readonly Series[];
  readonly pointed: number;
  readonly time: string;
  readonly x: number;
  readonly width: number;
}

/** The tooltip at the hovered bar, on the side with more space. */
function Tip({ series, pointed, time, x, width }: TipProps) {
  const side = x < width / 2 ? { left: `${x + 12}px` } : { right: `${width - x + 12}px` };
  const values: Stack = series.map(({ values: all }) => all[pointed] ?? 0);
  return (
    <div class="chart-tip number" style={side} aria-hidden="true">
      <strong>{time}</strong>
      {series.map(({ name, colour }, index) => (
        <span key={name}>
          <span class="legend-mark" style={{ backgroundColor: `var(${colour})` }} />
          {name}
          <span class="chart-value">{formatCount(values[index] ?? 0)}</span>
        </span>
      ))}
    </div>
  );
}
