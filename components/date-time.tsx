import { formatDateTime, formatRelative, formatUtc, UNKNOWN } from './format';

/** An instant in the business's timezone, UTC on hover; `relative` says how long ago instead. */
export function DateTime({
  value,
  timezone,
  relative = false,
}: {
  value: string | null | undefined;
  timezone: string;
  relative?: boolean;
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
      {relative ? formatRelative(date, timezone) : full}
    </time>
  );
}
