/** Days ahead in which a batch counts as expiring. */
export const EXPIRING_DAYS = 30;

const DAY_MS = 86_400_000;

/** Calendar days from one day to another (YYYY-MM-DD). */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** The calendar day so many days after another. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How close a batch is to its last day of sale: `expired` from the day after, `soon` within 30 days. */
export function expiryOf(expiresOn: string | null, today: string): 'none' | 'later' | 'soon' | 'expired' {
  if (!expiresOn) return 'none';
  const days = daysBetween(today, expiresOn);
  if (days < 0) return 'expired';
  return days <= EXPIRING_DAYS ? 'soon' : 'later';
}

/** "Expired 3 days ago", "Expires today", "12 days left". */
export function expiryText(expiresOn: string, today: string): string {
  const days = daysBetween(today, expiresOn);
  if (days === 0) return 'Expires today';
  const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`;
  return days < 0 ? `Expired ${count} ago` : `${count} left`;
}
