import { formatDateTime, formatRelative, formatUtc, UNKNOWN } from './format';

/**
 * An instant in the business's timezone, UTC on hover; `relative` says how long ago instead, with a capital ("Yesterday")
 * unless it is inside a sentence (`inline`).
 */
export function DateTime({
  value,
  timezone,
  relative = false,
}: {
  value: string | null | undefined;
  timezone: string;
  relative?: boolean | 'inline';
}) {
  if (!value) return UNKNOWN;
  const date = new Date(value);
  const full = formatDateTime(date, timezone);
  // The server and the browser may render "5 minutes ago" a minute apart.
  return (
    <time
      dateTime={value}
      title={relative ? `${full} · ${formatUtc(date)}` : formatUtc(date)}
      suppressHydrationWarning
    >
      {relative ? relativeText(date, timezone, relative === 'inline') : full}
    </time>
  );
}

function relativeText(date: Date, timezone: string, inline: boolean): string {
  const text = formatRelative(date, timezone);
  return inline ? text : text.charAt(0).toUpperCase() + text.slice(1);
}
