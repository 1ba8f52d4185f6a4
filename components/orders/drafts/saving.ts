import { priceAt } from '@/components/catalog/pricing/ladder';
import { formatMoney } from '@/components/ui/format';
import type { DraftLine } from './types';

type Line = Pick<
  DraftLine,
  'unit_price' | 'discount_bps' | 'price_ladder' | 'quantity' | 'step' | 'unit' | 'sample' | 'total'
>;

/** What a line would cost at its customer's usual price, in cents; null where that is what it costs or less. */
function usualCents(line: Line): { each: number; total: number } | null {
  const each = priceAt(line.price_ladder, line.quantity, line);
  if (each === null) return null;
  const total = Math.round(each * line.quantity * (line.step ?? 1) * 100);
  return total > Math.round(line.total * 100) ? { each, total } : null;
}

/** "Usually $20.00, saves $12.00"; null without a saving. */
export function savingText(line: Line): string | null {
  const usual = usualCents(line);
  if (!usual) return null;
  const saved = usual.total - Math.round(line.total * 100);
  return `Usually ${formatMoney(usual.each)}, saves ${formatMoney(saved / 100)}`;
}

/** What lines save on usual prices together, in US dollars. */
export const savedOn = (lines: readonly Line[]): number =>
  lines.reduce((cents, line) => {
    const usual = usualCents(line);
    return usual ? cents + usual.total - Math.round(line.total * 100) : cents;
  }, 0) / 100;
