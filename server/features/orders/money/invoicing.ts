import type { Db } from '../../../platform/db/client';
import type { Billed } from '../../billing/invoices/service';
import type { OrderStatus } from '../shapes/flow.schema';
import { billedOf } from './invoicing.sql';

/**
 * What a step of a locked order invoices, once its stock has moved (decision 670): by the seller's setting what was shipped, or what was
 * accepted. Null where the step issues no invoice, the order has one, or nothing of it was accepted.
 */
export async function billedBy(db: Db, orderId: string, to: OrderStatus): Promise<Billed | null> {
  if (to !== 'shipped' && to !== 'delivered') return null;
  const [found] = await billedOf(db, orderId);
  if (!found || (to === 'shipped' && found.invoiceAt === 'delivered')) return null;
  const { invoiceAt, seller, buyer, remittance, taxRateBps, taxRules, adjustments, lines, ...rest } = found;
  if (to === 'delivered' && lines.every(({ received }) => received === 0)) return null;
  const units = invoiceAt === 'shipped' ? 'shipped' : 'received';
  return {
    ...rest,
    orderId,
    lines: lines.flatMap(({ shipped, received, ...line }) => {
      const quantity = { shipped, received }[units];
      return quantity > 0 ? [{ ...line, quantity }] : [];
    }),
    terms: { tax_rate_bps: taxRateBps, tax_rules: taxRules, adjustments },
    parties: { seller, bill_to: buyer, remittance },
  };
}
