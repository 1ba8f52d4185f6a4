import { moveDay } from '@/components/ui/format';

/** The month before that of a day, which is what is closed next. @param today as YYYY-MM-DD */
export function lastMonth(today: string): { start_date: string; end_date: string } {
  const end_date = moveDay(`${today.slice(0, 8)}01`, -1);
  return { start_date: `${end_date.slice(0, 8)}01`, end_date };
}
