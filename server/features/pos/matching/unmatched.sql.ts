import { sql } from 'drizzle-orm';
import { texts } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { posUnmatched } from '../tables';
import type { PosItem } from '../vendors/connector';
import { keyOf } from './match';

export const deleteMatched = statement(
  [[ID, ['x']]],
  (connectionId: string, keys: readonly string[]) => sql`
    delete from ${posUnmatched} where connection_id = ${connectionId} and key = any(${texts(keys)})`,
);

export const lockUnmatched = statement(
  [[ID, ['x']]],
  (connectionId: string, keys: readonly string[]) => sql<{ key: string; run_id: string }>`
    select key, run_id from ${posUnmatched}
    where connection_id = ${connectionId} and key = any(${texts(keys)}) order by key for update`,
);

export const storeUnmatched = statement(
  [[ID, ID, []]],
  (connectionId: string, runId: string, items: readonly PosItem[]) => {
    const column = (of: (item: PosItem) => string | null) => texts(items.map(of));
    return sql`
    insert into ${posUnmatched} (connection_id, key, external_id, sku, name, quantity, run_id)
    select ${connectionId}, u.key, u.external_id, u.sku, u.name, u.quantity::float8, ${runId}
    from unnest(${column(keyOf)}, ${column((item) => item.externalId)}, ${column((item) => item.sku)},
      ${column((item) => item.name)}, ${column((item) => String(item.quantity))})
      as u (key, external_id, sku, name, quantity)
    on conflict (connection_id, key) do update set external_id = excluded.external_id, sku = excluded.sku,
      name = excluded.name, quantity = excluded.quantity, run_id = excluded.run_id, seen_at = now()`;
  },
);
