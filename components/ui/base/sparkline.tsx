const WIDTH = 64;
const HEIGHT = 20;
/** Room for the stroke at the edges. */
const EDGE = 1.5;

/** A small line without words, beside the figure that it belongs to. @param values oldest first */
export function Sparkline({ values }: { values: readonly number[] }) {
  const most = Math.max(...values);
  if (values.length < 2 || most <= 0) return null;
  const points = values.map((value, index) => {
    const x = EDGE + (index / (values.length - 1)) * (WIDTH - 2 * EDGE);
    const y = HEIGHT - EDGE - (value / most) * (HEIGHT - 2 * EDGE);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg
      aria-hidden="true"
      width={WIDTH}
      height={HEIGHT}
      className="shrink-0 fill-none stroke-chart-1"
      strokeWidth={1.5}
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <polyline points={points.join(' ')} />
    </svg>
  );
}
