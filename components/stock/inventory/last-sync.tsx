import { DateTime } from '@/components/ui/date-time';

/** When a POS sync last reported a row. */
export function LastSync({ at, timezone }: { at: string | null; timezone: string }) {
  return at === null ? 'Never synced' : <DateTime relative value={at} timezone={timezone} />;
}
