import { sql } from 'drizzle-orm';
import { statement } from '../db/statement';

export const countRequest = statement(
  [['x']],
  (subject: string) => sql<{ requests: number }>`
    insert into reset_requests as r (subject, window_start, requests) values (${subject}, now(), 1)
    on conflict (subject) do update set
      requests = case when r.window_start < now() - interval '1 hour' then 1 else least(r.requests + 1, 1000000) end,
      window_start = case when r.window_start < now() - interval '1 hour' then now() else r.window_start end
    returning requests`,
);
