import type { z } from 'zod';
import { type FieldError, invalidRequest } from '../../../kernel/errors';
import type { OrderView } from '../../orders/queries';
import type { NewReceipt } from '../../orders/receipts/schema';
import type { AcceptTransfer } from '../schema';

type Sent = z.infer<typeof AcceptTransfer>['lines'][number];
type Lines = z.infer<typeof NewReceipt>['lines'];

/**
 * What was accepted of packages as a receipt of the order that brings them: it is of the whole order.
 * @throws AppError INVALID_REQUEST for a package or units that no line names
 */
export function receiptLines(order: OrderView, sent: readonly Sent[]): Lines {
  const errors: FieldError[] = [];
  const byTag = new Map(sent.map((line, index) => [line.package_tag, { ...line, index }]));
  const lines = order.items.flatMap((item): Lines => {
    const shipped = item.shipped_quantity;
    if (shipped === 0) return [];
    const tagged = item.lots.filter((lot) => lot.package_tag !== null);
    const units = tagged.reduce((sum, { quantity }) => sum + quantity, 0);
    if (units !== shipped) {
      const message = `${item.sku} has units without a tag. File the receipt at the order.`;
      errors.push({ path: 'lines', code: 'conflict', message });
      return [];
    }
    const lots = tagged.flatMap((lot) => {
      const line = byTag.get(lot.package_tag ?? '');
      if (!line) {
        errors.push({
          path: 'lines',
          code: 'required',
          message: `must name ${lot.package_tag}, which the order brings`,
        });
        return [];
      }
      const { accepted, rejected, damaged, reason_code, index } = line;
      if (accepted + rejected + damaged !== lot.quantity) {
        const message = `must add up to ${lot.quantity}, the units of the package`;
        errors.push({ path: `lines[${index}].accepted`, code: 'conflict', message });
      }
      return { lot_id: lot.lot_id, accepted, rejected, damaged, ...reasonOf(line, reason_code) };
    });
    const sum = (name: 'accepted' | 'rejected' | 'damaged') =>
      lots.reduce((total, lot) => total + lot[name], 0);
    const first = lots.find((lot) => lot.reason_code)?.reason_code;
    const counted = { accepted: sum('accepted'), rejected: sum('rejected'), damaged: sum('damaged') };
    return [{ item_id: item.id, ...counted, ...(first && { reason_code: first }), lots }];
  });
  if (errors.length > 0) throw invalidRequest(errors);
  return lines;
}

/** What isn't accepted has a reason; that of damage follows from it. */
function reasonOf(
  { rejected, damaged }: Sent,
  given: Sent['reason_code'],
): { reason_code?: Sent['reason_code'] } {
  if (given) return { reason_code: given };
  return rejected + damaged > 0 ? { reason_code: rejected > 0 ? 'other' : 'damaged' } : {};
}
