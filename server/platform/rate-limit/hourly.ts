import type { Db } from '../db/client';
import { countRequest } from './hourly.sql';

/** Counts a request of `subject`. @returns true beyond `limit` requests within an hour of the first */
export async function isBeyond(db: Db, subject: string, limit: number): Promise<boolean> {
  const [row] = await countRequest(db, subject);
  return (row?.requests ?? 0) > limit;
}
