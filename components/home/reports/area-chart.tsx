'use client';
import { type PointerEvent, useState } from 'react';
import { labelIndexes, ticksTo } from './ticks';

export type Point = {
  key: string;
  /** Short, for the axis. */
  label: string;
  value: number;
  /** The same of the period before, drawn behind it. */
  before?: number;
  /** Lines of the tooltip. */
  lines: readonly string[];
};

/** Units of the drawing; it is stretched to its place, and its strokes are not. */
const WIDTH = 1000;
const HEIGHT = 100;
const LABELS = 4;

/** Values over time as an area. A sentence and a table carry its content, so the drawing is one image. */
export function AreaChart({
  points,
  label,
  legend,
  ticks = ticksTo(Math.max(...points.map(({ value, before = 0 }) => Math.max(value, before)))),
  tickLabels,
}: {
  points: readonly Point[];
  label: string;
  /** What the area is, and the line behind it. */
  legend?: readonly [string, string];
  ticks?: readonly number[];
  /** The ticks as they are read, from the lowest. */
  tickLabels: readonly string[];
}) {
  const [shown, setShown] = useState<number | null>(null);
  const most = ticks.at(-1) ?? 1;
  const last = points.length - 1;
  const left = (index: number) => (last === 0 ? 50 : (100 * index) / last);
  const top = (value: number) => 100 - (100 * value) / most;
  const lineOf = (values: readonly number[]) =>
    values.map((value, index) => `${(left(index) * WIDTH) / 100},${(top(value) * HEIGHT) / 100}`).join(' ');
  const line = lineOf(points.map(({ value }) => value));
  const behind = points.flatMap(({ before }) => before ?? []);
  const find = ({ clientX, currentTarget }: PointerEvent) => {
    const { left: start, width } = currentTarget.getBoundingClientRect();
    setShown(Math.round(Math.min(1, Math.max(0, (clientX - start) / width)) * last));
  };
  const point = shown === null ? undefined : points[shown];
  return (
    <div className="flex min-h-64 flex-1 flex-col text-muted text-xs tabular-nums">
      {legend && behind.length === points.length && (
        <ul aria-label="Legend" className="mb-4 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {legend.map((text, place) => (
            <li key={text} className="flex items-center gap-2">
              <span
                aria-hidden
                className={
                  place === 0
                    ? 'w-5 border-chart-1 border-t-2'
                    : 'w-5 border-control border-t-2 border-dashed'
                }
              />
              {text}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-1">
        <div aria-hidden className="relative w-13 shrink-0">
          {ticks.map((tick, index) => (
            <span
              key={tick}
              className="absolute right-2 -translate-y-1/2 whitespace-nowrap"
              style={{ top: `${top(tick)}%` }}
            >
              {tickLabels[index]}
            </span>
          ))}
        </div>
        <div
          role="img"
          aria-label={label}
          className="relative flex-1"
          onPointerMove={find}
          onPointerDown={find}
          onPointerLeave={() => setShown(null)}
        >
          {ticks.map((tick) => (
            <div
              key={tick}
              className="absolute inset-x-0 border-border border-t"
              style={{ top: `${top(tick)}%` }}
            />
          ))}
          <svg
            aria-hidden="true"
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
          >
            {behind.length === points.length && (
              <polyline
                points={lineOf(behind)}
                className="fill-none stroke-control opacity-70"
                strokeWidth={1.5}
                strokeDasharray="4 4"
                strokeLinejoin="round"
                vectorEffect="non-scaling-stroke"
              />
            )}
            <polygon points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`} className="fill-chart-1 opacity-15" />
            <polyline
              points={line}
              className="fill-none stroke-chart-1"
              strokeWidth={2}
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          {point && shown !== null && (
            <>
              <div
                className="absolute inset-y-0 border-control border-l"
                style={{ left: `${left(shown)}%` }}
              />
              <div
                className="absolute size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-surface bg-chart-1"
                style={{ left: `${left(shown)}%`, top: `${top(point.value)}%` }}
              />
              <div
                className="pointer-events-none absolute top-2 z-10 whitespace-nowrap rounded-md border border-border bg-raised px-3 py-2 text-sm shadow-md"
                style={
                  left(shown) > 50
                    ? { right: `calc(${100 - left(shown)}% + 0.5rem)` }
                    : { left: `calc(${left(shown)}% + 0.5rem)` }
                }
              >
                {point.lines.map((text, index) => (
                  <p key={text} className={index === 1 ? 'font-medium text-text' : undefined}>
                    {text}
                  </p>
                ))}
              </div>
            </>
          )}
        </div>
      </div>
      <div aria-hidden className="relative mt-1.5 ml-13 h-4">
        {labelIndexes(points.length, LABELS).map((index) => (
          <span
            key={points[index]?.key}
            className="nth-last-[2n]:max-sm:hidden absolute -translate-x-1/2 whitespace-nowrap last:-translate-x-full"
            style={{ left: `${left(index)}%` }}
          >
            {points[index]?.label}
          </span>
        ))}
      </div>
    </div>
  );
}
