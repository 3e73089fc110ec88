// A small line chart below a figure, with its values over the period. It is hidden from screen readers, because the
// large chart has the same numbers.

/** Points at equal intervals. Renders nothing for fewer than two values, or if all are zero. */
export function Sparkline({ values }: { readonly values: readonly number[] }) {
  const top = Math.max(...values);
  if (values.length < 2 || top <= 0) return null;
  const step = WIDTH / (values.length - 1);
  const points = values.map(
    (value, at) => `${(at * step).toFixed(1)},${(HEIGHT - 1 - (value / top) * (HEIGHT - 2)).toFixed(1)}`,
  );
  return (
    <svg class="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points.join(' ')} vector-effect="non-scaling-stroke" />
    </svg>
  );
}

const WIDTH = 100;
const HEIGHT = 20;
