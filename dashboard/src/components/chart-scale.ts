// The geometry of a stacked bar chart: scale, shapes of the segments, positions of the time labels. Pure.
import { MS_PER_DAY } from '../../../src/contract/days.ts';

/** The values of one bar, from bottom to top. */
export type Stack = readonly number[];

interface Layer {
  readonly values: readonly (number | null)[];
  readonly colour: string;
}

interface Scale {
  readonly left: number;
  /** Width of a bar with its gap. */
  readonly band: number;
  /** Maps a value to its y coordinate. */
  readonly y: (value: number) => number;
}

/** A wider bar would look like an area. */
const BAR_PX_MAX = 64;

const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The smallest round number at or above `max` that is `lines` times a round number; at least `lines`. */
export function niceTop(max: number, lines: number): number {
  const step = Math.max(1, max / lines);
  const power = 10 ** Math.floor(Math.log10(step));
  const round = STEPS.map((each) => each * power).find((each) => each >= step && Number.isInteger(each));
  return (round ?? 10 * power) * lines;
}

/** One path per layer, with a rectangle for each value, stacked on the layers before. */
export function barsOf(layers: readonly Layer[], { left, band, y }: Scale): { colour: string; d: string }[] {
  const sums: number[] = [];
  const gap = band > 3 ? Math.max(Math.min(6, band * 0.25), band - BAR_PX_MAX) : 0;
  return layers.map(({ values, colour }) => {
    const parts = values.flatMap((value, index) => {
      const [from, size] = [sums[index] ?? 0, value ?? 0];
      sums[index] = from + size;
      if (size === 0) return [];
      const [x, top, bottom] = [left + index * band + gap / 2, y(from + size), y(from)];
      // The smallest value stays visible.
      const height = Math.max(1, bottom - top);
      return [
        `M${x.toFixed(2)} ${(bottom - height).toFixed(2)}h${(band - gap).toFixed(2)}v${height.toFixed(2)}h${(gap - band).toFixed(2)}z`,
      ];
    });
    return { colour, d: parts.join('') };
  });
}

const LABEL_PX = 68;
const hour = new Intl.DateTimeFormat(globalThis.navigator?.languages, { hour: 'numeric', minute: '2-digit' });
const dayParts = { day: 'numeric', month: 'short' } as const;
const day = new Intl.DateTimeFormat(globalThis.navigator?.languages, dayParts);
const utcDay = new Intl.DateTimeFormat(globalThis.navigator?.languages, { ...dayParts, timeZone: 'UTC' });

function isMidnight(at: number): boolean {
  const date = new Date(at);
  return date.getHours() === 0 && date.getMinutes() === 0;
}

/** Whether the times are days, which begin at midnight UTC. */
export function areDays([first = 0, second = 0]: readonly number[]): boolean {
  return second - first >= MS_PER_DAY;
}

/** Time labels without overlap: days in UTC; hours in the time zone of the viewer, with the day at midnight. */
export function timeLabels(times: readonly number[], width: number): { index: number; text: string }[] {
  const isDaily = areDays(times);
  const every = Math.max(1, Math.ceil(LABEL_PX / (width / Math.max(1, times.length))));
  // Hours repeat at the same times every day.
  const stride = isDaily ? every : ([1, 2, 3, 6, 12, 24].find((each) => each >= every) ?? Math.ceil(every / 24) * 24);
  const start = isDaily
    ? 0
    : Math.max(
        0,
        times.findIndex((at) => new Date(at).getHours() % Math.min(24, stride) === 0),
      );
  return times.flatMap((at, index) => {
    const isLast = (times.length - index) * (width / times.length) < LABEL_PX / 3;
    if ((index - start) % stride !== 0 || isLast) return [];
    return [{ index, text: isDaily ? utcDay.format(at) : isMidnight(at) ? day.format(at) : hour.format(at) }];
  });
}

/**
 * Index of the first time to show: just before the first count above zero, but with at least `least` times shown, so
 * that a few bars do not sit among empty ones.
 */
export function firstUsed(counts: readonly number[], least: number): number {
  const first = counts.findIndex((count) => count > 0);
  return first < 0 ? 0 : Math.max(0, Math.min(first - 1, counts.length - least));
}
