import type { Db } from '../db/client';
import { countRequest } from './hourly.sql';

/** Counts a request of `subject`. @returns true beyond `limit` requests within `hours`, at most 24, of the first */
export async function isBeyond(db: Db, subject: string, limit: number, hours = 1): Promise<boolean> {
  return (await secondsBeyond(db, subject, limit, hours)) !== null;
}

/** Counts likewise, several at once where it says so. @returns the seconds until the count begins again; null within the limit */
export async function secondsBeyond(
  db: Db,
  subject: string,
  limit: number,
  hours = 1,
  times = 1,
): Promise<number | null> {
  const [row] = await countRequest(db, subject, hours, times);
  return row && row.requests > limit ? Math.max(1, row.seconds) : null;
}
