import type { Actor } from '../../../kernel/actor';
import { addDays, dateIn } from '../../../kernel/clock';
import { invalidRequest } from '../../../kernel/errors';
import { toDollars } from '../../../kernel/money';
import { NO_BRAND, NO_REPRESENTATIVE } from '../../../kernel/nameless';
import { NIL_ID } from '../../../kernel/params';
import { SELLERS } from '../../../kernel/permissions';
import { type Days, daysOf, endOfMonth, lengthOf } from '../../../kernel/ranges';
import { amountAlike, stepsAlike } from '../../../kernel/weights';
import type { Context, ReadContext } from '../../../operation/context';
import { pageAsked, pageOf } from '../../../platform/db/listing';
import { summing } from '../../../platform/db/summing.sql';
import { MONTHS, THIRDS } from '../../../platform/db/year-sums';
import type { Period } from '../../orders/figures/sales/queries.sql';
import type { OrderSide } from '../../orders/shapes/flow.schema';
import { comparedDays, coverOf } from '../range';
import { salesOfDays, salesPage } from './queries.sql';
import type { Group, SalesQuery, SalesReport, SalesTrend, TrendQuery } from './schema';

type Asked = Pick<SalesQuery, 'range' | 'start_date' | 'end_date' | 'compare' | 'side'> &
  Partial<Pick<SalesQuery, 'by'>>;

/** Which side rows of a kind are on; absent where they may be on either. */
const SIDE_OF: Partial<Record<Group, OrderSide>> = {
  customer: 'selling',
  representative: 'selling',
  supplier: 'buying',
};
const NAMELESS: Partial<Record<Group, string>> = {
  brand: NO_BRAND,
  representative: NO_REPRESENTATIVE,
};
/** Longer trends have months. */
const DAILY = 92;

/**
 * Reads a page of what was sold or bought by product, customer or another group (decision 438).
 * @throws AppError INVALID_REQUEST for a group of the other side, or days that are no range
 */
export async function getSalesReport(
  ctx: ReadContext & Pick<Context, 'allRows'>,
  query: SalesQuery,
): Promise<SalesReport> {
  const { actor } = ctx;
  const asked = pageAsked(query, ctx.allRows);
  const by = query.by ?? 'product';
  const { side, days, before } = checkSales(actor, query);
  const partnerId = query.partner_id ?? null;
  const marks = side === 'selling' && !partnerId ? THIRDS : MONTHS;
  const today = side === 'selling' ? dateIn(actor.entity.timezone) : latestDay();
  const periodOf = (of: Days): Period => ({ ...of, cover: coverOf(of, today, marks) });
  const rows = await summing(ctx.db, (tx) =>
    salesPage(tx, actor, {
      by,
      side,
      partnerId,
      period: periodOf(days),
      compared: before && periodOf(before),
      sort: query.sort ?? '-value',
      costs: actor.permissions.includes('read:inventory'),
      ...asked,
    }),
  );
  const [first] = rows;
  const previous = (value: number | null) => (before ? value : null);
  return {
    side,
    by,
    ...envelope(days, before),
    totals: {
      units: first?.all_units ?? 0,
      value: dollars(first?.all_cents),
      previous_units: previous(first?.all_was_units ?? 0),
      previous_value: previous(dollars(first?.all_was_cents)),
    },
    data: rows
      .filter((row) => row.key !== null)
      .map((row) => ({
        id: by === 'brand' || by === 'category' || row.key === NIL_ID ? null : row.key,
        name: row.name || (NAMELESS[by] ?? ''),
        sku: row.sku,
        units: row.units,
        value: dollars(row.cents),
        previous_units: previous(row.was_units),
        previous_value: previous(dollars(row.was_cents)),
        ...stepsAlike(row),
        amount: amountAlike(row.units, row),
        previous_amount: previous(amountAlike(row.was_units, row)),
        cost: row.cost_cents === null ? null : dollars(row.cost_cents),
        margin: row.cost_cents === null ? null : dollars(row.cents - row.cost_cents),
      })),
    pagination: pageOf(asked, first?.rows ?? 0),
  };
}

/** Reads what was sold or bought by day or month, beside the days compared with. @throws AppError INVALID_REQUEST */
export async function getSalesTrend(ctx: ReadContext, query: TrendQuery): Promise<SalesTrend> {
  const { side, days, before } = checkSales(ctx.actor, query);
  const read = async (of: Days) =>
    new Map((await salesOfDays(ctx.db, ctx.actor, side, of)).map((row) => [row.day, row]));
  const [now, then] = await Promise.all([read(days), before ? read(before) : null]);
  const step = lengthOf(days) <= DAILY ? 'day' : 'month';
  const steps = stepsOf(days, step);
  const earlier = before ? stepsOf(before, step) : [];
  const sum = (of: typeof now, { start, end }: Days) => {
    const total = { units: 0, cents: 0 };
    for (let n = lengthOf({ start, end }) - 1; n >= 0; n--) {
      const { units = 0, cents = 0 } = of.get(addDays(start, n)) ?? {};
      total.units += units;
      total.cents += cents;
    }
    return total;
  };
  return {
    side,
    ...envelope(days, before),
    step,
    points: steps.map((one, place) => {
      const { units: sold, cents } = sum(now, one);
      const at = earlier[place];
      const was = then && (at ? sum(then, at) : { units: 0, cents: 0 });
      return {
        start: one.start,
        units: sold,
        value: dollars(cents),
        previous_units: was?.units ?? null,
        previous_value: was ? dollars(was.cents) : null,
      };
    }),
  };
}

/**
 * Which side and days a query is about: a business that can sell looks at that first.
 * @throws AppError INVALID_REQUEST for a group of the other side, or days that are no range
 */
export function checkSales({ entity }: Actor, query: Asked) {
  const side: OrderSide = query.side ?? (SELLERS.includes(entity.type) ? 'selling' : 'buying');
  const wanted = (query.by && SIDE_OF[query.by]) ?? side;
  if (wanted !== side) {
    const message = `is a group of what you ${side === 'buying' ? 'sell' : 'buy'}: send side=${wanted}`;
    throw invalidRequest([{ path: 'by', code: 'conflict', message }]);
  }
  const days = daysOf(query, entity.timezone);
  const before = query.compare ? comparedDays(days, query.range, query.compare) : null;
  return { side, days, before };
}

/** The last day that has begun anywhere: a buyer's purchases are of their sellers' days. */
const latestDay = () => dateIn('Pacific/Kiritimati');

const envelope = (days: Days, before: Days | null) => ({
  period: { ...days, days: lengthOf(days) },
  compared_with: before && { ...before, days: lengthOf(before) },
});

const dollars = (cents = 0) => toDollars(Math.round(cents));

function stepsOf({ start, end }: Days, step: 'day' | 'month'): Days[] {
  const steps: Days[] = [];
  for (let day = start; ; ) {
    const last = step === 'day' ? day : endOfMonth(day);
    const until = last < end ? last : end;
    steps.push({ start: day, end: until });
    if (until === end) return steps;
    day = addDays(until, 1);
  }
}
