import { AppError } from '../../../kernel/errors';
import type { Db } from '../../../platform/db/client';
import { difference, wholeOf, within } from './difference';
import { type Creditable, creditableOf, lockInvoiceOf, setPending } from './service.sql';

/** What a receipt says of an invoice: steps accepted, by line. */
export type Accepted = ReadonlyMap<string, number>;

export const remainingOf = ({ document, remaining }: Pick<Creditable, 'document' | 'remaining'>) =>
  document && (remaining ?? wholeOf(document));

/** What an invoice's receipt leaves to credit after all notes so far, in cents. */
export function pendingCents(
  { document, isCredited, ...one }: Creditable,
  remaining = remainingOf({ document, ...one }),
): number {
  if (!document || !remaining || !one.accepted || isCredited) return 0;
  const accepted = new Map(Object.entries(one.accepted));
  return Math.max(0, difference(document, remaining, within(remaining, accepted)).totalCents);
}

interface Before {
  /** Whether the receipt accepted nothing so far: an order of which nothing was accepted has no invoice, and gets none. */
  wasRefused?: boolean;
  /** Whether the order was delivered without a receipt: its seller credited lines by what it heard since. */
  isLate?: boolean;
}

/**
 * Locks the invoice of an order before its receipt changes what was accepted.
 * @throws AppError CONFLICT with `details.reason` `credited` once the receipt's credit note was issued, and for units of a line that
 *   were credited before a late receipt; `invoiced` for more than was invoiced of a line
 */
export async function lockBilled(
  db: Db,
  orderId: string,
  accepted: Accepted,
  { wasRefused = false, isLate = false }: Before = {},
): Promise<void> {
  const [locked] = await lockInvoiceOf(db, orderId);
  if (!locked) {
    const [beyond] = wasRefused ? [...accepted].filter(([, quantity]) => quantity > 0) : [];
    if (beyond) throw notInvoiced(beyond[0], 0);
    return;
  }
  const [billed] = await creditableOf(db, locked.id);
  if (!billed?.document) return;
  if (billed.isCredited) {
    throw new AppError('CONFLICT', 'What was not accepted is credited. The receipt is final.', {
      reason: 'credited',
      invoice_id: billed.id,
    });
  }
  const invoiced = new Map(billed.document.lines.map((line) => [line.item_id, line.quantity]));
  const isLess = (quantity: number, itemId: string) => quantity < (invoiced.get(itemId) ?? 0);
  const twice = (isLate ? (billed.remaining?.lines ?? []) : []).find(
    ({ item_id, quantity }) => isLess(quantity, item_id) && isLess(accepted.get(item_id) ?? 0, item_id),
  );
  if (twice) {
    throw new AppError('CONFLICT', 'The seller has credited units of this line. They stay accepted.', {
      reason: 'credited',
      invoice_id: billed.id,
      item_id: twice.item_id,
    });
  }
  const beyond = [...accepted].find(([id, quantity]) => quantity > (invoiced.get(id) ?? 0));
  if (beyond) throw notInvoiced(beyond[0], invoiced.get(beyond[0]) ?? 0);
}

const notInvoiced = (itemId: string, quantity: number) =>
  new AppError('CONFLICT', 'Fewer units than these were invoiced.', {
    reason: 'invoiced',
    item_id: itemId,
    quantity,
  });

/** Works out again what the receipt of an order leaves to credit. @param hours for which a receipt can be corrected */
export async function refreshPending(db: Db, orderId: string, hours: number): Promise<void> {
  const [locked] = await lockInvoiceOf(db, orderId);
  if (!locked) return;
  const [billed] = await creditableOf(db, locked.id);
  if (!billed) return;
  const cents = pendingCents(billed);
  if (cents !== billed.pendingCents) await setPending(db, billed.id, cents, hours);
}
