import { sql } from 'drizzle-orm';
import { texts, uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { accounts } from '../../entities/customers/tables';
import { externalIds } from '../../entities/external-ids/tables';
import { entities } from '../../entities/tables';

/** Customers by what lines call them: at most two of each, so that an ambiguous name is seen. */
export const buyersNamed = statement(
  [[ID, ['x']]],
  (sellerId: string, names: readonly string[]) => sql<{ name: string; ids: string[] }>`
    select g.name, array(select a.buyer_id from ${accounts} a where a.seller_id = ${sellerId}
      and g.name in (lower(a.name), lower(a.nickname), lower(a.license_number)) limit 2) as ids
    from unnest(${texts(names)}::text[]) as g (name)`,
);

/** What entering orders of customers asks: whether they are on board, and on hold. */
export const buyersOf = statement(
  [[ID, [ID]]],
  (sellerId: string, ids: readonly string[]) => sql<{
    id: string;
    name: string;
    on_board: boolean;
    on_hold: boolean;
    price_list_id: string | null;
  }>`
    select e.id, e.name, e.managed_by is null as on_board, a.on_hold, a.price_list_id from ${accounts} a
      join ${entities} e on e.id = a.buyer_id
    where a.seller_id = ${sellerId} and a.buyer_id = any(${uuids(ids)})`,
);

/** Orders of a business that have ids of a system. */
export const ordersNamed = statement(
  [[ID, 'leaflink', ['x']]],
  (entityId: string, system: string, values: readonly string[]) => sql<{ id: string; value: string }>`
    select n.object_id as id, n.value from ${externalIds} n
    where n.entity_id = ${entityId} and n.object_type = 'order' and n.system = ${system} and n.value = any(${texts(values)})`,
);
