import { sql } from 'drizzle-orm';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import type { Merging } from '../entities/service';
import { productReach } from './tables';

export const moveProductReach = statement(
  [[{ from: ID, to: ID, sellerId: ID, disputed: [] }]],
  ({ from, to }: Merging) => sql`
    with gone as (delete from ${productReach} where entity_id = ${from} returning product_id)
    insert into ${productReach} (entity_id, product_id) select ${to}, product_id from gone on conflict do nothing`,
);
