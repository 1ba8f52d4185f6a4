import { type SQL, sql } from 'drizzle-orm';
import { newId } from '../../kernel/ids';
import { ID } from '../db/samples';
import { statement } from '../db/statement';

export const insertCountedMail = statement(
  [[ID, 'x']],
  (entityId: string, to: string) => sql`
    insert into counted_mails (id, entity_id, address, created_at)
    values (${newId()}, ${entityId}, ${to}, clock_timestamp())`,
);

export const secondsUntilAllowed = statement(
  [
    ['day', sql`entity_id = ${ID}`, 1],
    ['hour', sql`address = ${'a@example.com'}`, 1],
  ],
  (window: 'day' | 'hour', counts: SQL, limit: number) => sql<{ seconds: number }>`
      select ceil(extract(epoch from created_at - clock_timestamp() + ${`1 ${window}`}::interval))::int as seconds
      from counted_mails where ${counts} and created_at > clock_timestamp() - ${`1 ${window}`}::interval
      order by created_at desc offset ${limit - 1} limit 1`,
);

export const lockSubject = statement(
  [['x']],
  (subject: string) => sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`,
);
