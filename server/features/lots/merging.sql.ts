import { sql } from 'drizzle-orm';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import type { Merging } from '../entities/service';
import { batchNotices, batchReach, lotReach } from './tables';

export const moveBatchReach = statement(
  [[{ from: ID, to: ID, sellerId: ID, disputed: [] }]],
  ({ from, to }: Merging) => sql`
    with gone as (delete from ${batchReach} where entity_id = ${from} returning batch_id, batch_number, expires_on, created_at)
    insert into ${batchReach} (entity_id, batch_id, batch_number, expires_on, created_at)
    select ${to}, batch_id, batch_number, expires_on, created_at from gone on conflict do nothing`,
);

export const moveLotReach = statement(
  [[{ from: ID, to: ID, sellerId: ID, disputed: [] }]],
  ({ from, to }: Merging) => sql`
    with gone as (delete from ${lotReach} where entity_id = ${from} returning lot_id, created_at)
    insert into ${lotReach} (entity_id, lot_id, created_at) select ${to}, lot_id, created_at from gone on conflict do nothing`,
);

export const moveNotices = statement(
  [[{ from: ID, to: ID, sellerId: ID, disputed: [] }]],
  ({ from, to }: Merging) => sql`
    with gone as (delete from ${batchNotices} where entity_id = ${from} returning batch_id, expires_on, days, created_at)
    insert into ${batchNotices} (entity_id, batch_id, expires_on, days, created_at)
    select ${to}, batch_id, expires_on, days, created_at from gone on conflict do nothing`,
);
