import { sql } from 'drizzle-orm';
import type { Db } from '../db/client';

/** Counts a request of `subject`. @returns true beyond `limit` requests within an hour of the first */
export async function isBeyond(db: Db, subject: string, limit: number): Promise<boolean> {
  const [row] = await db.execute<{ requests: number }>(sql`
    insert into reset_requests as r (subject, window_start, requests) values (${subject}, now(), 1)
    on conflict (subject) do update set
      requests = case when r.window_start < now() - interval '1 hour' then 1 else least(r.requests + 1, 1000000) end,
      window_start = case when r.window_start < now() - interval '1 hour' then now() else r.window_start end
    returning requests`);
  return (row?.requests ?? 0) > limit;
}
