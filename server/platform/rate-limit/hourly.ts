import type { Db } from '../db/client';
import { countRequest } from './hourly.sql';

/** Counts a request of `subject`. @returns true beyond `limit` requests within `hours`, at most 24, of the first */
export async function isBeyond(db: Db, subject: string, limit: number, hours = 1): Promise<boolean> {
  const [row] = await countRequest(db, subject, hours);
  return (row?.requests ?? 0) > limit;
}
