import type { BadgeTone } from '@/components/ui/base/badge';
import { formatAmount, formatMoney } from '@/components/ui/format';
import type { Dispute, DisputeLine } from './types';

export const STATUS: Record<Dispute['status'], { label: string; tone: BadgeTone }> = {
  open: { label: 'Open', tone: 'warning' },
  credited: { label: 'Credited', tone: 'success' },
  declined: { label: 'Declined', tone: 'danger' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
};

export const REASON: Record<Dispute['reason'], string> = {
  quantity: 'Wrong quantity',
  price: 'Wrong price',
  quality: 'Damaged or poor quality',
  not_ordered: 'Not ordered',
  other: 'Other',
};

/** The weight of a step in the unit; null for goods sold each. */
const goodsOf = ({ unit, invoiced_quantity, invoiced_amount }: DisputeLine) =>
  unit === null ? { unit: null, step: null } : { unit, step: invoiced_amount / invoiced_quantity };

/** "8 instead of 10, $9.00 instead of $10.00"; empty where a line names neither. */
export function wantedOf(line: DisputeLine): string {
  const goods = goodsOf(line);
  const parts = [
    line.quantity !== null &&
      `${formatAmount(line.quantity, goods)} instead of ${formatAmount(line.invoiced_quantity, goods)}`,
    line.unit_price !== null &&
      `${formatMoney(line.unit_price)} instead of ${formatMoney(line.invoiced_unit_price)}`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** What a credit note takes of a dispute; empty where the seller has to say it. */
export const creditedBy = ({ lines }: Pick<Dispute, 'lines'>) =>
  lines.flatMap(({ item_id, quantity, unit_price }) =>
    quantity === null && unit_price === null
      ? []
      : [{ item_id, ...(quantity !== null && { quantity }), ...(unit_price !== null && { unit_price }) }],
  );
