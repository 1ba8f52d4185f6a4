import { sql } from 'drizzle-orm';
import { texts } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { lots } from '../../lots/tables';
import { orderAllocations, orders } from '../../orders/tables';
import { complianceJobs, complianceTransfers, type TransferPackage } from '../tables';

/** A delivery as it is kept. */
export interface SeenDelivery {
  direction: 'incoming' | 'outgoing';
  transferId: string;
  deliveryId: string;
  templateId: string | null;
  manifestNumber: string | null;
  shipperName: string | null;
  shipperLicense: string | null;
  recipientName: string | null;
  recipientLicense: string | null;
  typeName: string | null;
  departsAt: string | null;
  arrivesAt: string | null;
  receivedAt: string | null;
  voided: boolean;
  modified: string | null;
  packages: TransferPackage[];
  orderId: string | null;
}

const SAMPLE: SeenDelivery = {
  ...{ direction: 'incoming', transferId: 'x', deliveryId: 'x', templateId: null, manifestNumber: null },
  ...{ shipperName: null, shipperLicense: null, recipientName: null, recipientLicense: null, typeName: null },
  ...{
    departsAt: null,
    arrivesAt: null,
    receivedAt: null,
    voided: false,
    modified: null,
    packages: [],
    orderId: null,
  },
};

/** Keeps a delivery. @returns its id where it is new or has changed */
export const lockAndKeepDelivery = statement(
  [[ID, ID, ID, SAMPLE]],
  (id: string, locationId: string, entityId: string, one: SeenDelivery) => sql<{ id: string }>`
    insert into ${complianceTransfers} as t (id, entity_id, location_id, direction, remote_id, delivery_id, template_id, manifest_number,
      shipper_name, shipper_license, recipient_name, recipient_license, type_name, departs_at, arrives_at, received_at, voided, packages,
      changed_at, order_id)
    values (${id}, ${entityId}, ${locationId}, ${one.direction}, ${one.transferId}, ${one.deliveryId}, ${one.templateId}, ${one.manifestNumber},
      ${one.shipperName}, ${one.shipperLicense}, ${one.recipientName}, ${one.recipientLicense}, ${one.typeName}, ${one.departsAt},
      ${one.arrivesAt}, ${one.receivedAt}, ${one.voided}, ${JSON.stringify(one.packages)}::jsonb, ${one.modified}, ${one.orderId})
    on conflict (location_id, direction, delivery_id) do update set template_id = excluded.template_id,
      manifest_number = excluded.manifest_number, shipper_name = excluded.shipper_name, shipper_license = excluded.shipper_license,
      recipient_name = excluded.recipient_name, recipient_license = excluded.recipient_license, type_name = excluded.type_name,
      departs_at = excluded.departs_at, arrives_at = excluded.arrives_at, received_at = excluded.received_at, voided = excluded.voided,
      packages = excluded.packages, changed_at = excluded.changed_at, order_id = coalesce(t.order_id, excluded.order_id)
    where (t.template_id, t.manifest_number, t.recipient_license, t.departs_at, t.arrives_at, t.received_at, t.voided, t.packages, t.order_id)
      is distinct from (excluded.template_id, excluded.manifest_number, excluded.recipient_license, excluded.departs_at, excluded.arrives_at,
        excluded.received_at, excluded.voided, excluded.packages, coalesce(t.order_id, excluded.order_id))
    returning t.id`,
);

/** The order of the template that a transfer was made of. */
export const orderOfTemplate = statement(
  [[ID, 'x']],
  (connectionId: string, templateId: string) => sql<{ order_id: string }>`
    select j.order_id from ${complianceJobs} j where j.connection_id = ${connectionId} and j.remote_id = ${templateId}
      and j.order_id is not null order by j.position desc limit 1`,
);

/** The order of the location that shipped exactly these tags. */
export const orderOfTags = statement(
  [[ID, ['x']]],
  (entityId: string, tags: readonly string[]) => sql<{ order_id: string }>`
    select a.order_id from ${orderAllocations} a join ${lots} l on l.id = a.lot_id join ${orders} o on o.id = a.order_id
    where o.wholesaler_id = ${entityId} and o.status in ('preparing', 'shipped', 'delivered') and a.order_id in (
      select b.order_id from ${orderAllocations} b join ${lots} m on m.id = b.lot_id where m.package_tag = any(${texts(tags)}))
    group by a.order_id
    having array_agg(distinct l.package_tag order by l.package_tag) = (select array_agg(distinct u order by u) from unnest(${texts(tags)}) u)
    order by a.order_id desc limit 1`,
);
