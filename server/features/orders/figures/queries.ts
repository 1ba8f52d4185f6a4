import type { z } from 'zod';
import { lastDays } from '../../../kernel/clock';
import { notFound } from '../../../kernel/errors';
import { toDollars } from '../../../kernel/money';
import { byStatus } from '../../../kernel/order-statuses';
import { listedIds } from '../../../kernel/params';
import type { ReadContext } from '../../../operation/context';
import { anyBetween } from '../../entities/connections/queries.sql';
import { currentId } from '../../entities/customers/queries';
import {
  type OrderCounts,
  PARTNER_DAYS,
  type PartnerId,
  type PartnerIds,
  type PartnerTotals,
  type PartnerTrends,
  TREND_DAYS,
  TREND_WEEKS,
} from '../schema';
import type { SideQuery } from '../shapes/flow.schema';
import { tradeWith, tradeWithEach } from './queries.sql';
import { countByStatus } from './totals.sql';

/** Order counts by status. */
export async function countOrders(
  { db, actor }: ReadContext,
  { side }: z.infer<typeof SideQuery>,
): Promise<z.infer<typeof OrderCounts>> {
  const rows = await countByStatus(db, actor.entity.id, side);
  const counts = { all: 0, ...byStatus(() => 0) };
  for (const { status, count } of rows) {
    counts[status] = count;
    counts.all += count;
  }
  return counts;
}

/** Adds up the trade with a partner, on either side or on one; zeros where there is none. @throws AppError NOT_FOUND */
export async function partnerTotals(
  { db, actor: { entity } }: ReadContext,
  { id: given, side }: z.infer<typeof PartnerId>,
): Promise<z.infer<typeof PartnerTotals>> {
  const id = await currentId(db, entity.id, given);
  const { since } = lastDays(entity.timezone, PARTNER_DAYS);
  const [row] = await tradeWith(db, entity.id, id, since, side);
  const isKnown = async () =>
    (await anyBetween(db, entity.id, id)).length > 0 ||
    Boolean(side && (await tradeWith(db, entity.id, id, since))[0]?.last_ordered_at);
  if (!row?.last_ordered_at && !(await isKnown())) throw notFound();
  const { cents = 0, ...counted } = row ?? { open_orders: 0, orders: 0, last_ordered_at: null };
  return { ...counted, days: PARTNER_DAYS, total: toDollars(cents) };
}

/** Adds up the trade with each of several businesses on one side; zeros where there is none, known or not. */
export async function partnerTrends(
  { db, actor: { entity } }: ReadContext,
  { ids, side }: z.infer<typeof PartnerIds>,
): Promise<z.infer<typeof PartnerTrends>> {
  const { since } = lastDays(entity.timezone, TREND_DAYS);
  const rows = await tradeWithEach(db, entity.id, listedIds(ids), since, side, TREND_WEEKS);
  return {
    days: TREND_DAYS,
    data: rows.map(({ weeks, ...row }) => {
      const cents = Array.from({ length: TREND_WEEKS }, (_, week) => weeks[week] ?? 0);
      return {
        ...row,
        total: toDollars(cents.reduce((sum, one) => sum + one, 0)),
        weeks: cents.map(toDollars),
      };
    }),
  };
}
