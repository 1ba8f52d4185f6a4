import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { invalidRequest, notFound } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import { rejectLimited } from '../../../operation/limited';
import { readList } from '../../../platform/db/text-list';
import { type ListPayments, paymentPage, paymentsOf, readPayments, visiblePayments } from './queries.sql';
import type { PaymentList, PaymentView } from './resource';

/**
 * Payments of the caller's business on either side.
 * @throws AppError INVALID_REQUEST for a range upside down, FORBIDDEN for members limited to locations
 */
export function listPayments(
  ctx: ReadContext,
  input: z.infer<typeof ListPayments>,
): Promise<z.infer<typeof PaymentList>> {
  rejectLimited(ctx.actor, 'A payment counts');
  const { received_from, received_to } = input;
  if (received_from && received_to && received_from > received_to) {
    throw invalidRequest([
      { path: 'received_to', code: 'range_upside_down', message: 'must not be before received_from' },
    ]);
  }
  return readList(ctx, paymentsOf(ctx.actor, input), paymentPage, input);
}

/** @throws AppError NOT_FOUND, FORBIDDEN for members limited to locations */
export async function getPayment({ db, actor }: ReadContext, id: string): Promise<PaymentView> {
  rejectLimited(actor, 'A payment counts');
  const [found] = await readPayments(db, sql`p.id = ${id} and ${visiblePayments(actor)}`, actor);
  if (!found) throw notFound();
  return found;
}
