import { sql } from 'drizzle-orm';
import { iso } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { entities, locations } from '../../entities/tables';
import { inventoryItems, inventoryLots } from '../../inventory/tables';
import { lots } from '../../lots/tables';
import { drivers } from '../../orders/fleet/tables';
import { orderAllocations, orderItems, orders } from '../../orders/tables';
import { licenseOf, SITES } from '../connections/queries.sql';
import { isUndecided } from '../jobs/undecided';
import type { StateCode } from '../states';
import { complianceJobs, type TransferType } from '../tables';
import type { JobKind, JobStatus, Mode } from '../words';
import type { TemplateFacts } from './template';

export interface ShippingSite extends Omit<TemplateFacts, 'packages'> {
  connection_id: string;
  location_id: string;
  entity_id: string;
  state: StateCode;
  mode: Mode;
  transfer_type: string | null;
  transfer_types: TransferType[] | null;
  packages: Array<{ tag: string; cents: number; whole: boolean }> | null;
}

/** Premises of the seller that an order leaves and that tell the state of it, each with what leaves there. */
export const shippingSites = statement(
  [[ID]],
  (orderId: string) => sql<ShippingSite>`
    with taken as (
      select i.location_id, l.package_tag as tag, a.lot_id, a.quantity, a.shipped_at,
        x.unit_price_cents::numeric * a.quantity * coalesce(x.step, 10000) / 10000 as cents
      from ${orderAllocations} a join ${orderItems} x on x.id = a.order_item_id
        join ${inventoryItems} i on i.id = a.inventory_item_id left join ${lots} l on l.id = a.lot_id
      where a.order_id = ${orderId}
    ), packed as (
      select t.location_id, t.tag, round(sum(t.cents))::float8 as cents,
        sum(t.quantity) >= coalesce((select sum(s.quantity) from ${inventoryLots} s join ${inventoryItems} si on si.id = s.inventory_item_id
          where s.lot_id = t.lot_id and si.location_id = t.location_id), 0)
          + coalesce(sum(t.quantity) filter (where t.shipped_at is not null), 0) as whole
      from taken t where t.tag is not null group by t.location_id, t.tag, t.lot_id
    )
    select s.id as connection_id, s.location_id, s.entity_id, s.state, c.config #>> '{mode,transfer_template}' as mode,
      c.config ->> 'transfer_type' as transfer_type, s.transfer_types, o.order_number,
      (select coalesce(rl.license_number, re.license_number) from ${locations} rl join ${entities} re on re.id = rl.entity_id
        where rl.id = o.receiving_location_id) as recipient_license,
      ${licenseOf} as transporter_license, o.planned_route, ${iso(sql`o.departed_at`)} as departs_at,
      ${iso(sql`o.estimated_arrival`)} as arrives_at, e.timezone,
      case when o.driver is not null then json_build_object('name', o.driver ->> 'name', 'license_number', o.driver ->> 'license_number',
        'employee_id', d.employee_id, 'phone', d.phone) end as driver,
      case when o.vehicle is not null then json_build_object('make', o.vehicle ->> 'make', 'model', o.vehicle ->> 'model',
        'plate', o.vehicle ->> 'plate') end as vehicle,
      (select json_agg(json_build_object('tag', p.tag, 'cents', p.cents, 'whole', p.whole) order by p.tag) from packed p
        where p.location_id = s.location_id) as packages,
      (select coalesce(sum(t.quantity), 0)::float8 from taken t where t.location_id = s.location_id and t.tag is null) as untagged
    from ${orders} o join (${SITES}) on s.entity_id = o.wholesaler_id and c.status <> 'off'
      left join ${drivers} d on d.id = o.driver_id
    where o.id = ${orderId} and exists (select from taken t where t.location_id = s.location_id)`,
);

export interface TemplateJob {
  id: string;
  connection_id: string;
  location_id: string;
  entity_id: string;
  subject: string;
  kind: JobKind;
  status: JobStatus;
  revision: number;
  facts: TemplateFacts;
  mode: Mode;
  undecided: boolean;
}

/** Jobs of an order, as they arose, whose connection is still there. */
export const lockTemplateJobs = statement(
  [[ID]],
  (orderId: string) => sql<TemplateJob>`
    select j.id, j.connection_id, j.location_id, j.entity_id, j.subject, j.kind, j.status, j.revision, j.facts,
      c.config #>> '{mode,transfer_template}' as mode, ${isUndecided} as undecided
    from ${complianceJobs} j join (${SITES}) on s.id = j.connection_id
    where j.order_id = ${orderId} order by j.position for update of j`,
);
