import { sql } from 'drizzle-orm';
import { DAY } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { entities } from '../entities/tables';
import { inventoryLots } from '../inventory/tables';
import { batches, batchNotices, lots } from './tables';

interface Due {
  batch_id: string;
  entity_id: string;
  expires_on: string;
  days: number;
}

/** Notes who is to be notified of which batch; each once for each of the three distances. */
export const insertDueNotices = statement(
  [
    [DAY, 1],
    [null, 1],
  ],
  (date: string | null, limit: number) => sql<Due>`
    with near as (
      select distinct b.id as batch_id, x.entity_id, b.expires_on,
        b.expires_on - coalesce(${date}::date, (now() at time zone e.timezone)::date) as left_days
      from ${batches} b join ${lots} l on l.batch_id = b.id join ${inventoryLots} x on x.lot_id = l.id and x.quantity > 0
        join ${entities} e on e.id = x.entity_id and e.deleted_at is null
      where b.expires_on between coalesce(${date}::date, current_date - 1) and coalesce(${date}::date, current_date + 1) + 30
    ), due as (
      select batch_id, entity_id, expires_on, case when left_days <= 0 then 0 when left_days <= 7 then 7 else 30 end as days
      from near where left_days between 0 and 30
    )
    insert into ${batchNotices} (batch_id, entity_id, expires_on, days)
    select d.batch_id, d.entity_id, d.expires_on, d.days from due d where not exists (
      select from ${batchNotices} n where n.batch_id = d.batch_id and n.entity_id = d.entity_id
        and n.expires_on = d.expires_on and n.days = d.days)
    order by 1, 2, 3, 4 limit ${limit}
    on conflict do nothing returning batch_id, entity_id, expires_on::text as expires_on, days`,
);
