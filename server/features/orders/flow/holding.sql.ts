import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import { ID, LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { complianceSites } from '../../compliance/tables';
import { type Credit, stageOf } from '../../entities/customers/credit/queries.sql';
import { accounts } from '../../entities/customers/tables';
import { entities } from '../../entities/tables';
import { batches, lots } from '../../lots/tables';
import type { Adjustment, TaxRule } from '../../pricing/document';
import { backorders } from '../backorders/tables';
import { isUnclaimed, visibleOrders } from '../queries.sql';
import { orderAllocations, orders } from '../tables';

const seller = sql`(select p.wholesaler_id from parties p)`;
const buyer = sql`(select p.retailer_id from parties p)`;
const after = (rows: SQL) => sql`(select count(*) from ${rows}) >= 0`;

/** SQL: whether an order that was waited for has the parties that were held, and their account; else the work begins again. */
export const isSame = sql`(o.wholesaler_id = ${seller} and o.retailer_id = ${buyer} and exists (select from held_account))`;

/** SQL: the account of the parties, as it is once it is held: one whose limit was set or lifted meanwhile isn't found. */
const heldAccount = (which: SQL): SQL => sql`
    select a.seller_id, a.credit_limit_cents, a.credit_check, a.on_hold from ${accounts} a
    where a.seller_id = ${seller} and a.buyer_id = ${buyer} and ${which} and ${after(sql`held_parties`)}`;

/** SQL: true once everything before the order is held. */
export const isHeld = after(sql`held_batches`);

/**
 * SQL: what a step or an edit of an order (alias `o`) holds before the order itself, in the order of all writers (decision 453): its
 * parties, their account, what is on backorder, which it cancels with the order, and the batches.
 */
export const holding = (which: SQL, cancels: boolean): SQL => sql`
  parties as materialized (select o.wholesaler_id, o.retailer_id from ${orders} o where ${which}),
  held_parties as materialized (
    select e.id from ${entities} e where e.id = any(array[${seller}, ${buyer}]) order by e.id for key share
  ), held_free as materialized (${heldAccount(sql`a.credit_limit_cents is null`)} for key share
  ), held_limited as materialized (${heldAccount(sql`a.credit_limit_cents is not null`)} for no key update
  ), held_account as materialized (select * from held_free union all select * from held_limited), held_backorders as materialized (${
    cancels
      ? sql`select b.id from ${backorders} b where b.order_id = (select o.id from ${orders} o where ${which}) and b.status = 'open'
        and ${after(sql`held_account`)} order by b.id for no key update`
      : sql`select from held_account`
  }), held_batches as materialized (
    select b.id from ${batches} b where b.id in (select l.batch_id from ${orders} o
      join ${orderAllocations} r on r.order_id = o.id join ${lots} l on l.id = r.lot_id where ${which})
      and ${after(sql`held_backorders`)} order by b.id for share
  )`;

export const lockInTurn = statement(
  [
    [ID, OWNER, false],
    [ID, LIMITED, false],
    [ID, OWNER, true],
  ],
  (id: string, actor: Actor, cancels: boolean) => {
    const mine = sql`o.id = ${id} and ${visibleOrders(actor)}`;
    return sql<{
      tax_rate_bps: number;
      tax_rules: TaxRule[] | null;
      adjustments: Adjustment[] | null;
      unclaimed: boolean;
      credit: Pick<Credit, 'limitCents' | 'stage' | 'onHold'>;
      same: boolean;
      tells: boolean;
    }>`
      with ${holding(mine, cancels)}
      select o.tax_rate_bps, o.tax_rules, o.adjustments, ${isUnclaimed} as unclaimed, ${isSame} as same,
        exists (select from ${complianceSites} cs where cs.entity_id = o.wholesaler_id) as tells,
        (select json_build_object('limitCents', a.credit_limit_cents, 'stage', ${stageOf}, 'onHold', a.on_hold) from held_account a) as credit
      from ${orders} o
      where ${mine} and ${isHeld} for no key update of o`;
  },
);
