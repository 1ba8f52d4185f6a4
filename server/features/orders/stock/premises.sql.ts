import { sql } from 'drizzle-orm';
import type { Premises } from '../../../kernel/premises';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { premises } from '../../entities/locations/queries.sql';
import { locations } from '../../entities/tables';
import { inventoryItems } from '../../inventory/tables';
import type { Side } from '../shapes/flow.schema';
import { orderAllocations, orders } from '../tables';

/** Where the goods of an order arrive, then those that they leave. */
export const premisesOfOrder = statement(
  [[ID]],
  (orderId: string) => sql<Premises & { side: Side }>`
    select 'retailer' as side, ${premises} from ${orders} o join ${locations} l on l.id = o.receiving_location_id where o.id = ${orderId}
    union all
    (select 'wholesaler', ${premises} from ${locations} l where l.id in (
      select i.location_id from ${orderAllocations} r join ${inventoryItems} i on i.id = r.inventory_item_id where r.order_id = ${orderId})
    order by l.id)`,
);
