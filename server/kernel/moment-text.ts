// Pages import this file.
import { zoneName } from './delivery-window';

/** An instant for readers elsewhere: "Nov 27, 2026, 3:00 PM PT". @param at ISO 8601 */
export function momentText(at: string, timezone: string): string {
  const text = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timezone,
  }).format(new Date(at));
  return `${text} ${zoneName(timezone)}`;
}
