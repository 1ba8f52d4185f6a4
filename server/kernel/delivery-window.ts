// Pages import this file.
/** A time of day on the 12-hour clock: "8 AM", "8:30 AM". */
function clockOf(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const past = minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`;
  return `${hours % 12 || 12}${past} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** A timezone as it is written after a time: "PT", "UTC". */
export function zoneName(timezone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    timeZoneName: 'shortGeneric',
  }).formatToParts(new Date(0));
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timezone;
  return /^GMT(\+0)?$/.test(name) ? 'UTC' : name;
}

/** A window as "8–11 AM PT" or "9 AM–12 PM PT"; free text from the API stays as entered. */
export function windowText(value: string, timezone: string): string {
  const [, start, end] =
    /^([01]\d:[0-5]\d|2[0-3]:[0-5]\d)-([01]\d:[0-5]\d|2[0-3]:[0-5]\d)$/.exec(value) ?? [];
  if (start === undefined || end === undefined) return value;
  const [from, to] = [clockOf(start), clockOf(end)];
  return `${from.slice(-2) === to.slice(-2) ? from.slice(0, -3) : from}–${to} ${zoneName(timezone)}`;
}
