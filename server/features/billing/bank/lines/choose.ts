import { AppError, notFound } from '../../../../kernel/errors';
import { toCents } from '../../../../kernel/money';
import type { WriteContext } from '../../../../operation/context';
import type { BankLineView } from '../resource';
import { hasReference } from './clues';
import { loosePayments, paymentsById } from './proposals.sql';

/** A payment that a member names. */
export interface Chosen {
  id: string;
  buyerId: string;
  /** Less than 0 for a refund. */
  cents: number;
  status: 'recorded' | 'voided';
  isOnLine: boolean;
}

/** Payments of the caller's business in the order that was asked. @throws AppError NOT_FOUND */
export async function chosenPayments({ db, actor }: WriteContext, ids: readonly string[]): Promise<Chosen[]> {
  const found = new Map((await paymentsById(db, actor.entity.id, ids)).map((one) => [one.id, one]));
  return ids.map((id) => {
    const one = found.get(id);
    if (!one) throw notFound();
    return { id, buyerId: one.buyer_id, cents: one.cents, status: one.status, isOnLine: one.on_line };
  });
}

interface New {
  amount: number;
  reference?: string | undefined;
}

/**
 * Rejects what may be recorded by hand already: money of the same customer and amount on no line, of a day in reach or the same
 * reference.
 * @param buyers the customers of the payments
 * @throws AppError CONFLICT `possible_duplicate`
 */
export async function rejectAlike(
  { db, actor }: WriteContext,
  line: BankLineView,
  payments: readonly New[],
  buyers: readonly string[],
): Promise<void> {
  const amounts = payments.map(({ amount }) => toCents(amount));
  const references = [line.reference, ...payments.map(({ reference }) => reference)].filter(
    (one): one is string => typeof one === 'string',
  );
  const loose = await loosePayments(
    db,
    actor.entity.id,
    amounts,
    [line.posted_on, line.posted_on],
    references,
  );
  const inReach = loose.filter(
    ({ received_on, reference }) =>
      isInReach(received_on, line.posted_on) || (reference !== null && hasReference(line, reference)),
  );
  const other = inReach.find(({ buyer_id, cents }) =>
    buyers.some((id, at) => id === buyer_id && amounts[at] === cents),
  );
  if (!other) return;
  throw new AppError(
    'CONFLICT',
    'A payment like it was recorded by hand and is on no line. Link it instead.',
    {
      reason: 'possible_duplicate',
      payment_id: other.id,
    },
  );
}

/** A payment by hand may be 10 days older than its line, or 5 younger. */
const [OLDER, YOUNGER] = [10, 5];
const DAY_MS = 86_400_000;

export function isInReach(receivedOn: string, postedOn: string): boolean {
  const days = (Date.parse(receivedOn) - Date.parse(postedOn)) / DAY_MS;
  return days >= -OLDER && days <= YOUNGER;
}
