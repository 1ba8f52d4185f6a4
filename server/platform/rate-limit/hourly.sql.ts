import { sql } from 'drizzle-orm';
import { statement } from '../db/statement';
import { resetRequests } from './tables';

export const countRequest = statement(
  [['x', 1, 1]],
  (subject: string, hours: number, times: number) => sql<{ requests: number; seconds: number }>`
    insert into ${resetRequests} as r (subject, window_start, requests) values (${subject}, now(), ${times})
    on conflict (subject) do update set
      requests = case when r.window_start < now() - make_interval(hours => ${hours}) then ${times}::int else least(r.requests + ${times}::int, 1000000) end,
      window_start = case when r.window_start < now() - make_interval(hours => ${hours}) then now() else r.window_start end
    returning requests,
      ceil(extract(epoch from window_start + make_interval(hours => ${hours}) - clock_timestamp()))::int as seconds`,
);
