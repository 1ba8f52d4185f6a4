// Other features import this file.
import { addDays, dateIn, startOfDay } from '../../kernel/clock';
import { WEEKDAYS } from '../../kernel/delivery-days';
import type { Schedule } from './schema';

const MINUTE = 60_000;

/** The minutes since midnight in a timezone at an instant. */
function minuteIn(timezone: string, at: Date): number {
  const text = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
  }).format(at);
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The next moment of a schedule after an instant, at its time of day in the timezone of the business. */
export function nextSend(
  { weekday, time }: Pick<Schedule, 'weekday' | 'time'>,
  timezone: string,
  after: Date,
): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const wanted = hours * 60 + minutes;
  const first = dateIn(timezone, after);
  for (let n = 0; ; n++) {
    const day = addDays(first, n);
    const index = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
    if (WEEKDAYS[index] !== weekday) continue;
    const at = new Date(startOfDay(timezone, day).getTime() + wanted * MINUTE);
    // A change of the clock within the day moves it by the difference.
    const off = wanted - minuteIn(timezone, at);
    const corrected = Math.abs(off) <= 120 ? new Date(at.getTime() + off * MINUTE) : at;
    if (corrected > after) return corrected;
  }
}
