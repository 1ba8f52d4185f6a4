import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { auditLog, auditSeals, auditTotals } from '../../platform/audit-log/tables';
import { allOf, fromDayOn, iso, texts, untilDayOn, uuids } from '../../platform/db/listing';
import { DAY, ID, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import type { NearRows } from '../../platform/db/walk';
import { users } from '../auth/tables';
import { invoices } from '../billing/invoices/tables';
import { accounts } from '../entities/customers/tables';
import { entities, locations } from '../entities/tables';
import { inventoryItems } from '../inventory/tables';
import { batches } from '../lots/tables';
import { orders } from '../orders/tables';
import { priceLists } from '../pricing/lists/tables';
import { taxRules } from '../pricing/taxes/tables';
import { products, productVariants } from '../products/tables';
import { recalls } from '../recalls/tables';
import type { AuditEntry } from './schema';

/** Types of objects that members limited to locations have no access to, unless a row names locations (decisions 271, 690 and 760). */
const HIDDEN = [
  'accounting_accounts',
  'accounting_export',
  'api_key',
  'dispute',
  'payment',
  'remittance',
  'webhook',
];

export const countAudit = statement(
  [[auditConditions(OWNER.entity, [ID], ID, 'x', 'x', ID, DAY, DAY)]],
  (where: SQL) => sql<{ total: number }>`select count(*)::int as total from ${auditLog} a where ${where}`,
);

/** Counts an entity's log, or its rows of an action: what was counted when it was sealed, and what came since. */
export const countWholeAudit = statement(
  [
    [ID, 'x'],
    [ID, undefined],
  ],
  (entityId: string, action: string | undefined) => sql<{ total: number }>`
    select (coalesce((select sum(t.rows) from ${auditTotals} t
      where t.entity_id = ${entityId} ${action ? sql`and ${hasAction(sql`t.action`, action)}` : sql``}), 0) + (
      select count(*) from ${auditLog} a where a.entity_id = ${entityId} ${action ? sql`and ${hasAction(sql`a.action`, action)}` : sql``}
        and a.position > coalesce((select max(s.through) from ${auditSeals} s where s.sealed_at is not null), 0)
    ))::int as total`,
);

/** SQL: whether an action is the one asked for, such as `order.created`, or of that resource. */
function hasAction(column: SQL, action: string): SQL {
  return sql`(${column} = ${action} or split_part(${column}, '.', 1) = ${action})`;
}

const NEWEST = sql`a.created_at desc nulls last, a.id desc nulls last`;
const OLDEST = sql`a.created_at nulls first, a.id nulls first`;

/** SQL: the name of a business that another one sells to or buys from; null for any other. */
const partnerName = (
  id: SQL,
  own: SQL,
): SQL => sql`(select e.name from ${entities} e where e.id = ${id} and exists (
  select from ${accounts} c where (c.seller_id, c.buyer_id) in ((${own}, e.id), (e.id, ${own}))))`;

/** SQL: what the object of a row is called today (decision 265); null where it has no name. Each kind is one look-up by key. */
const OBJECT_NAME = sql`case a.object_type
    when 'inventory_item' then (select concat_ws(' ', i.product_name, v.name) || ' (' || i.sku || ')'
      from ${inventoryItems} i join ${productVariants} v on v.id = i.variant_id where i.id = a.object_id)
    when 'variant' then (select concat_ws(' ', p.name, v.name) || ' (' || v.sku || ')'
      from ${productVariants} v join ${products} p on p.id = v.product_id where v.id = a.object_id)
    when 'product' then (select p.name from ${products} p where p.id = a.object_id)
    when 'customer' then ${partnerName(sql`a.object_id`, sql`a.entity_id`)}
    when 'supplier' then ${partnerName(sql`a.object_id`, sql`a.entity_id`)}
    when 'price_list' then (select l.name from ${priceLists} l where l.id = a.object_id)
    when 'invoice' then (select i.number from ${invoices} i where i.id = a.object_id)
    when 'order' then (select o.order_number from ${orders} o where o.id = a.object_id)
    when 'location' then (select l.name from ${locations} l where l.id = a.object_id)
    when 'batch' then (select b.batch_id from ${batches} b where b.id = a.object_id)
    when 'recall' then (select b.batch_id from ${recalls} r join ${batches} b on b.id = r.batch_id where r.id = a.object_id)
  end`;

/** What ids that rows mention are called today, each looked up by key; without those that are no name of the entity's. */
export const namesOfIds = statement(
  [[ID, [ID]]],
  (entityId: string, ids: readonly string[]) => sql<{ id: string; name: string }>`
    select x.id, n.name from unnest(${uuids(ids)}) x(id) cross join lateral (
      select u.name from ${users} u where u.id = x.id and u.entity_id = ${entityId}
      union all select l.name from ${locations} l where l.id = x.id and l.entity_id = ${entityId}
      union all select l.name from ${priceLists} l where l.id = x.id and l.entity_id = ${entityId}
      union all select r.name from ${taxRules} r where r.id = x.id and r.entity_id = ${entityId}
      union all select ${partnerName(sql`x.id`, sql`${entityId}::uuid`)}
    ) n(name) where n.name is not null`,
);

/**
 * The page's ids are chosen first: what a row shows is built for the page alone, not for the rows before it.
 */
export const auditPage = statement(
  [
    [
      auditConditions(OWNER.entity, [ID], ID, 'x', 'x', ID, DAY, DAY),
      { limit: 1, skipped: 1, backward: false },
    ],
    [
      auditConditions(OWNER.entity, [ID], ID, 'x', 'x', ID, DAY, DAY),
      { limit: 1, skipped: 1, backward: true },
    ],
  ],
  (where: SQL, { limit, skipped, backward }: NearRows) => sql<Omit<z.infer<typeof AuditEntry>, 'names'>>`
      select a.id, ${iso(sql`a.created_at`)} as created_at,
        jsonb_build_object('id', a.actor_id, 'name', a.actor_name) as actor, a.action,
        jsonb_build_object('type', a.object_type, 'id', a.object_id, 'name', ${OBJECT_NAME}) as object,
        a.location_ids,
        -- Imports once recorded a list in place of fields.
        case jsonb_typeof(a.before) when 'array' then jsonb_build_object('items', a.before) else a.before end as before,
        a.after, a.request_id, a.address
      from (select a.id from ${auditLog} a where ${where} order by ${backward ? OLDEST : NEWEST}
          limit ${limit} offset ${skipped}) page
        join ${auditLog} a on a.id = page.id order by ${NEWEST}`,
);

export function auditConditions(
  { id: entityId, timezone }: Actor['entity'],
  locationLimit: readonly string[] | null,
  actorId: string | undefined,
  action: string | undefined,
  objectType: string | undefined,
  objectId: string | undefined,
  startDate: string | undefined,
  endDate: string | undefined,
): SQL {
  return allOf([
    sql`a.entity_id = ${entityId}`,
    locationLimit === null
      ? undefined
      : sql`(a.location_ids <@ ${uuids(locationLimit)}
          or a.location_ids is null and a.object_type <> all (${texts(HIDDEN)})
            and a.action <> 'statement.sent')`,
    actorId ? sql`a.actor_id = ${actorId}` : undefined,
    action ? hasAction(sql`a.action`, action) : undefined,
    objectType ? sql`a.object_type = ${objectType}` : undefined,
    objectId ? sql`a.object_id = ${objectId}` : undefined,
    startDate ? fromDayOn(sql`a.created_at`, startDate, timezone) : undefined,
    endDate ? untilDayOn(sql`a.created_at`, endDate, timezone) : undefined,
  ]);
}
