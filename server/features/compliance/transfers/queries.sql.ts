import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import { Id } from '../../../kernel/params';
import { among, equals, filter } from '../../../platform/db/collection';
import { texts } from '../../../platform/db/listing';
import { paged } from '../../../platform/db/paged.sql';
import { rowsWhere } from '../../../platform/db/rows.sql';
import { ID, LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { lots } from '../../lots/tables';
import { orderAllocations, orders } from '../../orders/tables';
import { withinLocations } from '../connections/queries.sql';
import { complianceTransfer } from '../resource';
import { DirectionName } from '../schema';
import { complianceTransfers, type TransferPackage } from '../tables';

/** SQL: transfers (alias `t`) that a member may see: those of their locations. */
export const visibleTransfers = (actor: Actor) =>
  sql`t.entity_id = ${actor.entity.id} and ${withinLocations(actor, sql`t.location_id`)}`;

export const TRANSFERS = paged(complianceTransfer, {
  visible: visibleTransfers,
  sorts: { created_at: sql`t.created_at` },
  order: sql`t.created_at desc`,
  filters: {
    direction: among(sql`t.direction`, DirectionName),
    location_id: equals(sql`t.location_id`, Id.meta({ description: 'Only this location' }), ID),
    order_id: equals(sql`t.order_id`, Id.meta({ description: 'Only this order' }), ID),
    accepted: filter(
      z.enum(['true', 'false']).meta({ description: 'Only those that were accepted here, or not' }),
      'true',
      (value) => (value === 'true' ? sql`t.accepted_at is not null` : sql`t.accepted_at is null`),
    ),
  },
  viewers: [OWNER, LIMITED],
});

export const transferOf = (id: string, actor: Actor) => sql`t.id = ${id} and ${visibleTransfers(actor)}`;
export const readTransfersById = rowsWhere(complianceTransfer, [
  [transferOf(ID, OWNER)],
  [transferOf(ID, LIMITED)],
  [sql`t.id = ${ID}`],
]);

/** A delivery that is being accepted. */
export interface Accepting {
  id: string;
  location_id: string;
  direction: 'incoming' | 'outgoing';
  manifest_number: string | null;
  shipper_name: string | null;
  shipper_license: string | null;
  voided: boolean;
  packages: TransferPackage[];
  accepted_tags: string[];
  notes: string[];
}

export const lockTransfer = statement(
  [
    [ID, OWNER],
    [ID, LIMITED],
  ],
  (id: string, actor: Actor) => sql<Accepting>`
    select t.id, t.location_id, t.direction, t.manifest_number, t.shipper_name, t.shipper_license, t.voided, t.packages, t.accepted_tags, t.notes
    from ${complianceTransfers} t where ${transferOf(id, actor)} for update`,
);

/** Orders that a business bought and that bring some of these tags, each with those that it brings. */
export const ordersBringing = statement(
  [[ID, ['x']]],
  (entityId: string, tags: readonly string[]) => sql<{
    order_id: string;
    status: string;
    receiving_location_id: string;
    tags: string[];
  }>`
    select o.id as order_id, o.status, o.receiving_location_id, array_agg(distinct l.package_tag) as tags
    from ${lots} l join ${orderAllocations} a on a.lot_id = l.id join ${orders} o on o.id = a.order_id
    where l.package_tag = any(${texts(tags)}) and o.retailer_id = ${entityId} and o.status in ('shipped', 'delivered')
    group by o.id order by o.id desc`,
);
