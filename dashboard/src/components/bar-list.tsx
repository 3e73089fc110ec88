// Named values as bars: coverage of fields, countries, industries. Screen readers read a list of names and numbers.
import { formatCount, formatShare } from '../format.ts';

export interface Bar {
  readonly name: string;
  readonly count: number;
  /**
   * Length of the bar from 0 to 1, shown as a percentage. If it is omitted, the length is relative to the largest
   * count, and only the count is shown.
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
