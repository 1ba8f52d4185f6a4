const dateOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** Ranges of days that are asked for often, from a day of the business: the same that its reports mean by these names. */
export function dayPresets(today: string): readonly { label: string; from: string; to: string }[] {
  const at = new Date(`${today}T00:00:00Z`);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  const sinceMonday = (at.getUTCDay() + 6) % 7;
  return [
    { label: 'Today', from: today, to: today },
    { label: 'This week', from: dateOf(year, month, day - sinceMonday), to: today },
    { label: 'This month', from: dateOf(year, month, 1), to: today },
    { label: 'Last month', from: dateOf(year, month - 1, 1), to: dateOf(year, month, 0) },
    { label: 'This quarter', from: dateOf(year, month - (month % 3), 1), to: today },
  ];
}
