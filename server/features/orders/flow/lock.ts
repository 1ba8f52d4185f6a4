import { sql } from 'drizzle-orm';
import { notFound } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import { RetryTransaction } from '../../../operation/unit-of-work';
import { pipelined } from '../../../platform/db/pipelined';
import { rejectWhileMerging } from '../../entities/claims/queries';
import type { Credit } from '../../entities/customers/credit/queries.sql';
import { type KeptLine, keptLines, type SaleTerms, saleTerms } from '../money/kept.sql';
import type { OrderTerms } from '../money/pricing';
import { type OrderView, readOrders, visibleOrders } from '../queries.sql';
import type { Side } from '../shapes/flow.schema';
import { lockInTurn } from './holding.sql';

/** Fields of an order that writes need besides the resource. */
export interface LockedOrder {
  order: OrderView;
  side: Side;
  /** Whether its buyer isn't on board: the seller takes the buyer's steps, too. */
  unclaimed: boolean;
  /** Whether its seller tells the state what leaves premises of its own. */
  tells: boolean;
  /** What its money is worked out with, beside its lines. */
  terms: OrderTerms;
  /** What its seller allows its buyer to owe. */
  credit: Pick<Credit, 'limitCents' | 'stage' | 'onHold'>;
}

/** The same with its lines as they are priced. */
export interface PricedOrder extends LockedOrder {
  lines: KeptLine[];
  sale: SaleTerms;
}

/**
 * Locks an order of the caller's against other writers until the transaction ends, after what is locked before orders.
 * @param options.cancels whether the order may be canceled, and what it left on backorder with it
 * @throws AppError NOT_FOUND, RetryTransaction where a merge has changed its parties meanwhile
 */
export async function lockOrder(
  { db, actor }: ReadContext,
  id: string,
  { cancels = false } = {},
): Promise<LockedOrder> {
  const [[row], [order]] = await pipelined([
    lockInTurn(db, id, actor, cancels),
    readOrders(db, sql`o.id = ${id} and ${visibleOrders(actor)}`, actor),
  ]);
  const locked = lockedAs(actor, row, order);
  if (locked.unclaimed) await rejectWhileMerging(db, locked.order.retailer.id);
  return locked;
}

/** The same, for a change of its money. @throws as `lockOrder` */
export async function lockPriced({ db, actor }: ReadContext, id: string): Promise<PricedOrder> {
  // One list, so that the lines are read behind the lock.
  const [[row], [order], lines, [sale]] = await pipelined([
    lockInTurn(db, id, actor, false),
    readOrders(db, sql`o.id = ${id} and ${visibleOrders(actor)}`, actor),
    keptLines(db, id),
    saleTerms(db, id),
  ]);
  if (!sale) throw notFound();
  const locked = lockedAs(actor, row, order);
  if (locked.unclaimed) await rejectWhileMerging(db, locked.order.retailer.id);
  return { ...locked, lines, sale };
}

/** A locked order for a change of which no condition asks for its lines. */
export async function withSale({ db }: ReadContext, locked: LockedOrder): Promise<PricedOrder> {
  const [sale] = await saleTerms(db, locked.order.id);
  if (!sale) throw notFound();
  return { ...locked, sale, lines: [] };
}

function lockedAs(
  { entity }: ReadContext['actor'],
  row: Awaited<ReturnType<typeof lockInTurn>>[number] | undefined,
  order: OrderView | undefined,
): LockedOrder {
  if (row && !row.same) throw new RetryTransaction('the parties of the order have changed');
  if (!row || !order) throw notFound();
  return {
    order,
    side: order.retailer.id === entity.id ? 'retailer' : 'wholesaler',
    unclaimed: row.unclaimed,
    tells: row.tells,
    credit: row.credit,
    terms: { taxRateBps: row.tax_rate_bps, taxRules: row.tax_rules, adjustments: row.adjustments },
  };
}
