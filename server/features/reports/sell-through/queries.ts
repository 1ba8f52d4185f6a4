import { toDollars } from '../../../kernel/money';
import { daysOf, lengthOf } from '../../../kernel/ranges';
import { amountAlike, stepsAlike } from '../../../kernel/weights';
import type { Context, ReadContext } from '../../../operation/context';
import { pageAsked, pageOf } from '../../../platform/db/listing';
import { summing } from '../../../platform/db/summing.sql';
import { soldPeriod } from './period';
import { sellThroughPage } from './queries.sql';
import type { SELL_THROUGH_SORTS, SellThroughQuery, SellThroughReport } from './schema';

/**
 * Reads how fast the stock of the member's locations sells, by the ledger.
 * @throws AppError INVALID_REQUEST for days that are no range
 */
export async function getSellThrough(
  { db, actor, allRows }: ReadContext & Pick<Context, 'allRows'>,
  query: SellThroughQuery,
): Promise<SellThroughReport> {
  const { by = 'product', sort = '-sell_through' } = query;
  const asked = pageAsked(query, allRows);
  const days = daysOf(query, actor.entity.timezone);
  const length = lengthOf(days);
  const descending = sort.startsWith('-');
  const column = (descending ? sort.slice(1) : sort) as (typeof SELL_THROUGH_SORTS)[number];
  const rows = await summing(db, (tx) =>
    sellThroughPage(tx, actor, {
      sold: soldPeriod(days, actor.entity.timezone),
      length,
      by,
      sort: column,
      descending,
      ...asked,
    }),
  );
  return {
    by,
    period: { ...days, days: length },
    data: rows
      .filter(({ key }) => key !== null)
      .map(({ key, name, sku, cents, rows: _, alike, unit, step, ...figures }) => ({
        id: by === 'product' || by === 'variant' ? key : null,
        name: name || 'No brand',
        sku,
        ...figures,
        ...stepsAlike({ alike, unit, step }),
        sold_amount: amountAlike(figures.sold_units, { alike, step }),
        on_hand_amount: amountAlike(figures.on_hand, { alike, step }),
        value: toDollars(cents),
      })),
    pagination: pageOf(asked, rows[0]?.rows ?? 0),
  };
}
