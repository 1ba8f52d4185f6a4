import type { Sheet } from './schema';

/** What stands where nothing is known. */
export const UNKNOWN = '—';

const count = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 });
export const number = (amount: number): string => count.format(amount);

export const left = (label: string, width: number) => ({ label, align: 'left' as const, width });
export const right = (label: string, width: number) => ({ label, align: 'right' as const, width });

const calendar = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** A calendar date as "Mar 4, 2026". */
export function day(date: string | null): string {
  return date ? calendar.format(new Date(`${date}T00:00:00Z`)) : UNKNOWN;
}

export function moment(at: string | null, timezone: string): string {
  if (!at) return UNKNOWN;
  return new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timezone,
  }).format(new Date(at));
}

/** Sums by category in the order of the lines. */
export function byCategory<Line>(
  lines: readonly Line[],
  categoryOf: (line: Line) => string,
  sumOf: (lines: Line[]) => string,
): Sheet['categories'] {
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    const category = categoryOf(line);
    const group = groups.get(category);
    if (group) group.push(line);
    else groups.set(category, [line]);
  }
  return [...groups].map(([category, group]) => ({ label: titleCase(category), value: sumOf(group) }));
}

const titleCase = (category: string) =>
  category.charAt(0).toUpperCase() + category.slice(1).replaceAll('_', ' ');
