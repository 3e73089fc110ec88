// Named shares as bars: coverage of fields, countries, industries. A list of words and numbers to screen readers.
import { formatCount, formatShare } from '../format.ts';

export interface Bar {
  readonly name: string;
  readonly count: number;
  /**
   * Length of the bar, from 0 to 1; also shown. If omitted, the length is relative to the largest, and the count is
   * shown alone.
   */
  readonly share?: number;
}

export function BarList({ bars, label }: { readonly bars: readonly Bar[]; readonly label: string }) {
  const largest = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul class="bars" aria-label={label}>
      {bars.map(({ name, count, share }) => (
        <li class="bar" key={name}>
          <span class="bar-name">{name}</span>
          <span class="bar-count number">
            {share === undefined ? formatCount(count) : formatShare(share)}
            {share !== undefined && <span class="muted"> {formatCount(count)}</span>}
          </span>
          <span class="bar-track" aria-hidden="true">
            <span class="bar-fill" style={{ width: `${(share ?? count / largest) * 100}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}
