import { type SQL, sql } from 'drizzle-orm';
import { newId } from '../../kernel/ids';
import { ID } from '../db/samples';
import { statement } from '../db/statement';

/** Mails that may be sent within a window, by the limits of decision 93. */
export const MAIL_LIMITS = { day: 200, hour: 20 };

/** SQL: how many mails may be sent now for an entity (a day) and to an address (an hour). @param share of the limits */
export function mailsLeft(entityId: SQL, address: SQL, share: number): SQL {
  const left = (window: keyof typeof MAIL_LIMITS, counts: SQL) => {
    const limit = MAIL_LIMITS[window] * share;
    return sql`${limit}::int - (select count(*) from (
      select from counted_mails c where ${counts} and c.created_at > clock_timestamp() - ${`1 ${window}`}::interval limit ${limit}) c)`;
  };
  return sql`least(${left('day', sql`c.entity_id = ${entityId}`)}, ${left('hour', sql`c.address = ${address}`)})`;
}

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
