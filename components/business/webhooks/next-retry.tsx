import { formatDateTime, formatRelative, formatUtc, UNKNOWN } from '@/components/ui/format';

/** When it is tried next, in words: "in 5 minutes", "now". */
export function NextRetry({ at, timezone }: { at: string | null; timezone: string }) {
  if (!at) return UNKNOWN;
  return (
    <time
      dateTime={at}
      title={`${formatDateTime(at, timezone)} · ${formatUtc(at)}`}
      // The server and the browser may render it a minute apart.
      suppressHydrationWarning
    >
      {Date.parse(at) <= Date.now() ? 'now' : formatRelative(at, timezone)}
    </time>
  );
}
