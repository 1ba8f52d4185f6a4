import { sql } from 'drizzle-orm';
import { EACH, type WeightUnit } from '../../../../kernel/weights';
import { iso, uuids } from '../../../../platform/db/listing';
import { ID } from '../../../../platform/db/samples';
import { statement } from '../../../../platform/db/statement';
import { bestLicense } from '../../../entities/licenses/queries.sql';
import { entities, locations } from '../../../entities/tables';
import { inventoryItems } from '../../../inventory/tables';
import { batches, lots } from '../../../lots/tables';
import { productVariants } from '../../../products/tables';
import type { OrderStatus } from '../../shapes/flow.schema';
import { orderAllocations, orderItems, orders } from '../../tables';

export const requiresManifest = statement(
  [[ID]],
  (entityId: string) => sql<{ required: boolean }>`
    select require_manifest as required from ${entities} where id = ${entityId}`,
);

interface PartyRow {
  id: string;
  name: string;
  legal_name: string;
  license_number: string;
  phone: string | null;
}

const party = (
  column: ReturnType<typeof sql>,
) => sql`(select json_build_object('id', e.id, 'name', e.name, 'legal_name',
  e.legal_name, 'license_number', e.license_number, 'phone', e.contact_phone) from ${entities} e where e.id = ${column})`;

export const manifestHead = statement(
  [[ID]],
  (orderId: string) => sql<{
    order_number: string;
    status: OrderStatus;
    shipper: PartyRow;
    receiver: PartyRow;
    receiving_location_id: string;
    driver: { id: string; name: string; license_number: string } | null;
    vehicle: { id: string; make: string; model: string; plate: string } | null;
    departs_at: string | null;
    arrives_at: string | null;
  }>`
    select o.order_number, o.status, ${party(sql`o.wholesaler_id`)} as shipper, ${party(sql`o.retailer_id`)} as receiver,
      o.receiving_location_id, o.driver, o.vehicle,
      ${iso(sql`coalesce(o.departed_at, (select min(r.shipped_at) from ${orderAllocations} r where r.order_id = o.id))`)}
        as departs_at,
      ${iso(sql`o.estimated_arrival`)} as arrives_at
    from ${orders} o where o.id = ${orderId}`,
);

export const manifestLines = statement(
  [[ID]],
  (orderId: string) => sql<{
    item_id: string;
    product_name: string;
    sku: string;
    location_id: string;
    batch_id: string | null;
    package_tag: string | null;
    expires_on: string | null;
    quantity: number;
    unit: WeightUnit | null;
    step: number | null;
    unit_weight: number | null;
    weight_unit: string | null;
  }>`
    select x.id as item_id, x.product_name, x.sku, r.location_id, b.batch_id, l.package_tag,
      b.expires_on::text as expires_on, r.quantity, x.unit, s.step,
      coalesce(s.step, v.weight::float8) as unit_weight, coalesce(x.unit, v.weight_unit) as weight_unit
    from (select a.order_item_id, a.lot_id, i.location_id, sum(a.quantity)::int as quantity
        from ${orderAllocations} a join ${inventoryItems} i on i.id = a.inventory_item_id
        where a.order_id = ${orderId} group by a.order_item_id, a.lot_id, i.location_id) r
      join ${orderItems} x on x.id = r.order_item_id cross join lateral (select x.step::float8 / ${sql.raw(String(EACH))} as step) s
      join ${productVariants} v on v.id = x.variant_id
      left join ${lots} l on l.id = r.lot_id left join ${batches} b on b.id = l.batch_id
    order by x.position, x.id, b.expires_on nulls last, l.created_at nulls last, l.id, r.location_id`,
);

export const premisesOf = statement(
  [[[ID]]],
  (locationIds: readonly string[]) => sql<{
    id: string;
    name: string;
    license_number: string;
    address: { street: string; city: string; state: string; zip: string };
    receiving_hours: string | null;
  }>`
    select l.id, l.name, ${bestLicense(sql`l`)} as license_number,
      json_build_object('street', l.street, 'city', l.city, 'state', l.state, 'zip', l.zip) as address,
      l.receiving_hours
    from ${locations} l where l.id = any(${uuids(locationIds)}) order by l.created_at, l.id`,
);
