import { sql } from 'drizzle-orm';
import { AppError, forbidden } from '../../../kernel/errors';
import { RECEIPT_HOURS } from '../../../kernel/receipt-hours';
import type { WriteContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import type { LockedOrder } from '../flow/lock';
import { BOTH } from '../queries.sql';
import { deliveryOf, readReceipts } from './queries.sql';
import type { ReceiptView } from './resource';
import type { Recorder } from './schema';

export const recorderOf = ({ side }: LockedOrder): Recorder => (side === 'retailer' ? 'buyer' : 'seller');

function othersReceipt(): AppError {
  return forbidden('The buyer files the receipt of an order that is delivered.', {
    reason: 'other_party',
    side: 'wholesaler',
  });
}

/** The seller corrects what it recorded itself. */
export function rejectOthers({ recorded_by, corrected_by }: ReceiptView): void {
  if (recorded_by !== 'seller') throw othersReceipt();
  if (corrected_by !== 'buyer') return;
  throw new AppError('CONFLICT', 'The buyer has corrected this receipt. Its figures hold.', {
    reason: 'corrected_by_buyer',
  });
}

/** A receipt changes the stock of the receiving location (decision 230), so the buyer's members who are limited to others don't file it. */
export function rejectElsewhere({ actor }: WriteContext, { side, order }: LockedOrder): void {
  const { locationLimit } = actor;
  const { receiving_location_id } = order;
  if (side === 'wholesaler') return;
  if (locationLimit === null || locationLimit.includes(receiving_location_id)) return;
  throw forbidden('This order goes to another location. Ask a member with access to it.', {
    reason: 'location',
  });
}

export async function checkReceivable(
  db: Db,
  { side, unclaimed, order: { id, status } }: LockedOrder,
): Promise<void> {
  if (status === 'shipped') return;
  if (status !== 'delivered') {
    throw new AppError(
      'CONFLICT',
      `An order that is ${status} can't be received. It has to be shipped first.`,
      {
        reason: 'not_shipped',
        status,
      },
    );
  }
  const [found] = await readReceipts(db, sql`r.order_id = ${id}`, BOTH);
  if (found) {
    throw new AppError('CONFLICT', 'The order has a receipt. Correct that one.', {
      reason: 'already_received',
      receipt_id: found.id,
    });
  }
  // The seller receives for a buyer that isn't on board.
  if (side === 'wholesaler' && !unclaimed) throw othersReceipt();
  const [delivery] = await deliveryOf(db, id);
  if (!delivery?.open) throw tooLate('filed', 'the order was delivered');
}

export function tooLate(what: string, since: string): AppError {
  return new AppError('CONFLICT', `A receipt can be ${what} within ${RECEIPT_HOURS} hours after ${since}.`, {
    reason: 'too_late',
    hours: RECEIPT_HOURS,
  });
}
