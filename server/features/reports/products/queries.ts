import type { z } from 'zod';
import { addDays, lastDays } from '../../../kernel/clock';
import { toDollars } from '../../../kernel/money';
import { listedIds } from '../../../kernel/params';
import { SELLERS } from '../../../kernel/permissions';
import { lengthOf } from '../../../kernel/ranges';
import { amountAlike, amountIn, stepsAlike } from '../../../kernel/weights';
import type { ReadContext } from '../../../operation/context';
import { pageOf } from '../../../platform/db/listing';
import { getProduct } from '../../products/queries';
import { buyersOfProduct, productFigures, weeksOfProduct } from './queries.sql';
import {
  PRODUCT_DAYS,
  type ProductFigures,
  type ProductFiguresQuery,
  type ProductSales,
  type ProductSalesQuery,
} from './schema';

const SOLD_DAYS = 30;

/** Reads stock and sales of the products of a page, in the member's locations. */
export async function getProductFigures(
  { db, actor }: ReadContext,
  { ids }: z.infer<typeof ProductFiguresQuery>,
): Promise<ProductFigures> {
  const days = lastDays(actor.entity.timezone, SOLD_DAYS);
  const knowsSales = !SELLERS.includes(actor.entity.type) || actor.permissions.includes('read:orders');
  const known = <T>(sold: T) => (knowsSales ? sold : null);
  const rows = await productFigures(db, actor, listedIds(ids), days);
  return {
    data: rows.map(({ variants, product_id, on_hand, sellable, sold, ...goods }) => ({
      product_id,
      on_hand,
      sellable,
      sold_30_days: known(sold),
      ...stepsAlike(goods),
      on_hand_amount: amountAlike(on_hand, goods),
      sellable_amount: amountAlike(sellable, goods),
      sold_30_days_amount: known(amountAlike(sold, goods)),
      variants: variants.map(({ sold: ofVariant, ...variant }) => ({
        ...variant,
        sold_30_days: known(ofVariant),
        sellable_amount: amountIn(variant.sellable, variant.step),
        sold_30_days_amount: known(amountIn(ofVariant, variant.step)),
      })),
    })),
  };
}

/**
 * Reads who bought a product of the caller, and when; of a retailer, no one.
 * @throws AppError NOT_FOUND when the product is absent or not visible
 */
export async function getProductSales(
  ctx: ReadContext,
  { id, ...page }: z.infer<typeof ProductSalesQuery>,
): Promise<ProductSales> {
  const { db, actor } = ctx;
  await getProduct(ctx, id);
  const { start, end } = lastDays(actor.entity.timezone, PRODUCT_DAYS);
  const days = { start, end };
  const [buyers, sold] = await Promise.all([
    buyersOfProduct(db, actor, id, days, page),
    weeksOfProduct(db, actor, id, days),
  ]);
  const byWeek = new Map(sold.map((row) => [row.week, row]));
  const sum = (of: 'units' | 'cents') => sold.reduce((total, row) => total + row[of], 0);
  const weeks = Math.ceil(PRODUCT_DAYS / 7);
  const goods = buyers[0] ?? { alike: false, unit: null, step: null };
  const counted = (units: number) => ({ units, amount: amountAlike(units, goods) });
  return {
    period: { ...days, days: lengthOf(days) },
    ...counted(Math.max(0, sum('units'))),
    value: toDollars(sum('cents')),
    ...stepsAlike(goods),
    weeks: Array.from({ length: weeks }, (_, n) => {
      const ago = weeks - 1 - n;
      const first = addDays(end, -7 * ago - 6);
      const { units = 0, cents = 0 } = byWeek.get(ago) ?? {};
      return { start: n === 0 ? start : first, ...counted(Math.max(0, units)), value: toDollars(cents) };
    }),
    data: buyers.flatMap(({ id, name, last_ordered_on, units, cents }) =>
      id === null || name === null || last_ordered_on === null
        ? []
        : { id, name, ...counted(units), value: toDollars(cents), last_ordered_on },
    ),
    pagination: pageOf(page, buyers[0]?.rows ?? 0),
  };
}
