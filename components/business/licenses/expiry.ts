import { formatDate } from '@/components/ui/format';

const DAY_MS = 86_400_000;
/** Days before a license expires at which it gets a warning; within `URGENT` it is a danger. */
const SOON = 60;
const URGENT = 30;

/** How near the end of a license is; both dates as YYYY-MM-DD. Valid through its last day. */
export function expiryOf(
  expiry: string | null,
  today: string,
): { tone: 'warning' | 'danger'; text: string } | null {
  if (!expiry) return null;
  const days = Math.round((Date.parse(expiry) - Date.parse(today)) / DAY_MS);
  if (days < 0) return { tone: 'danger', text: `Expired on ${formatDate(expiry)}` };
  if (days > SOON) return null;
  const left = days === 0 ? 'Expires today' : `Expires in ${days} ${days === 1 ? 'day' : 'days'}`;
  return { tone: days > URGENT ? 'warning' : 'danger', text: left };
}
