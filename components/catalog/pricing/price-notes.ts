import type { OrderItem } from '@/components/orders/types';
import { formatAmount, formatPercentage, type Stepped } from '@/components/ui/format';
import type { Ladder } from './ladder';

type Line = Stepped &
  Pick<OrderItem, 'price_source' | 'quantity'> & { price_ladder: Ladder } & Partial<
    Pick<OrderItem, 'break_amount' | 'discount_bps'>
  >;

const SOURCE: Record<OrderItem['price_source'], string> = {
  wholesale: 'Wholesale price',
  list: 'Price list',
  offer: 'Offer',
  manual: 'Manual price',
  sample: 'Sample',
};

/**
 * Where the price of a line comes from: "Price list, 10+". Without a word for the one general price, and without the list's
 * name: lines are the same for both parties (decision 640).
 */
export function sourceText({
  price_source,
  price_ladder,
  quantity,
  unit,
  step,
  ...line
}: Line): string | null {
  const source = SOURCE[price_source];
  if (price_source === 'manual' || price_source === 'sample') return source;
  const steps = (amount: number) => Math.round(amount / (step ?? 1));
  const reached =
    line.break_amount === undefined || line.break_amount === null ? quantity : steps(line.break_amount);
  const at = price_ladder.findLast(({ min_amount }) => steps(min_amount) <= reached);
  const first = price_ladder[0];
  if (!at || !first || at.min_amount === first.min_amount)
    return price_source === 'wholesale' && price_ladder.length < 2 ? null : source;
  return `${source}, ${formatAmount(steps(at.min_amount), { unit, step })}+`;
}

/** "10% off"; null without a discount of the line. */
export const discountText = (bps: number | undefined): string | null =>
  bps ? `${formatPercentage(bps / 100)} off` : null;

/** What a step is called at the field of an amount that lies between two. */
export const stepText = ({ unit, step }: Stepped): string =>
  `Sold in steps of ${formatAmount(1, { unit, step })}`;
