import { AppError } from '../../kernel/errors';
import type { Db } from '../../platform/db/client';
import { openMoneyOf } from './queries.sql';

/** Rejects deleting a business that owes or is owed (decision 670). @throws AppError CONFLICT with `details.reason = "open_invoices"` */
export async function rejectWhileOwing(db: Db, { entityId }: { entityId: string }): Promise<void> {
  const [open] = await openMoneyOf(db, entityId);
  const invoices = open?.invoices ?? 0;
  if (invoices === 0 && !open?.unapplied) return;
  const unpaid = invoices === 1 ? 'An invoice is open.' : `${invoices} invoices are open.`;
  const message =
    invoices === 0
      ? 'Payments or credits are unapplied. Refund them first.'
      : `${unpaid} Settle what is owed first.`;
  throw new AppError('CONFLICT', message, { reason: 'open_invoices', open_invoices: invoices });
}
