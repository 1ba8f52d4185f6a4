import { sql } from 'drizzle-orm';
import type { Premises } from '../../../kernel/premises';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { premises } from '../../entities/locations/queries.sql';
import { entities, locations } from '../../entities/tables';
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

/** The seller of an order, and the state that its goods go to. */
export const sellerOfOrder = statement(
  [[ID]],
  (orderId: string) => sql<{
    name: string;
    timezone: string;
    sameStateOnly: boolean;
    minDaysAtDelivery: number;
    state: string;
    day: string | null;
  }>`
    select e.name, e.timezone, e.same_state_only as "sameStateOnly", e.min_days_at_delivery as "minDaysAtDelivery",
      l.state, o.delivery_date::text as day from ${orders} o join ${entities} e on e.id = o.wholesaler_id
      join ${locations} l on l.id = o.receiving_location_id where o.id = ${orderId}`,
);
