import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { dateIn } from '../../../kernel/clock';
import { AppError, forbidden, invalidRequest, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { centsText, toCents, toDollars } from '../../../kernel/money';
import type { ReadContext, WriteContext } from '../../../operation/context';
import { rejectLimited } from '../../../operation/limited';
import { checkPace } from '../../../operation/pace';
import { actorValues } from '../../../platform/db/columns';
import { readList } from '../../../platform/db/text-list';
import { RECORDING_EVENTS, recordPayment } from '../payments/service';
import {
  type ListRemittances,
  lockPairOf,
  openOf,
  owedInvoices,
  readRemittances,
  remittancePage,
  remittancesOf,
  visibleRemittances,
  waitingOf,
} from './queries.sql';
import type { RemittanceList, RemittanceView } from './resource';
import {
  type DeclineRemittance,
  MAX_WAITING,
  type NewRemittance,
  PER_HOUR,
  type RecordRemittance,
} from './schema';
import { remittanceLines, remittances } from './tables';

/** Events of saying that money was sent, and of recording it. */
export const SENDING_EVENTS = ['remittance.sent'] as const;
export const ARRIVAL_EVENTS = ['remittance.recorded', ...RECORDING_EVENTS] as const;

type Status = RemittanceView['status'];
interface Owed {
  id: string;
  seller_id: string;
  total_cents: number;
}

/** What a status may become: a payment's void takes one that was recorded back. */
const NEXT: Record<Status, readonly Status[]> = {
  sent: ['recorded', 'declined', 'withdrawn'],
  declined: ['recorded'],
  recorded: [],
  withdrawn: [],
};
const comingFrom = (to: Status) => (Object.keys(NEXT) as Status[]).filter((from) => NEXT[from].includes(to));

/** @throws AppError FORBIDDEN for members limited to locations */
export function listRemittances(
  ctx: ReadContext,
  input: z.infer<typeof ListRemittances>,
): Promise<z.infer<typeof RemittanceList>> {
  rejectLimited(ctx.actor, 'A payment counts');
  return readList(ctx, remittancesOf(ctx.actor, input), remittancePage, input);
}

/** @throws AppError NOT_FOUND, FORBIDDEN for members limited to locations */
export async function getRemittance({ db, actor }: ReadContext, id: string): Promise<RemittanceView> {
  rejectLimited(actor, 'A payment counts');
  const [found] = await readRemittances(db, sql`r.id = ${id} and ${visibleRemittances(actor)}`);
  if (!found) throw notFound();
  return found;
}

/**
 * Says that the caller's business sent money for invoices. It is judged by their totals, the day and the buyer's own that wait alone: what the
 * seller has recorded or found changes nothing of the response.
 * @throws AppError NOT_FOUND for an invoice of another pair, INVALID_REQUEST (`date_in_future`, `sum_mismatch`), CONFLICT (`over_paid`,
 *   `too_many`), RATE_LIMIT_EXCEEDED, FORBIDDEN for members limited to locations
 */
export async function sendRemittance(
  ctx: WriteContext,
  { id, invoices: named, ...input }: z.infer<typeof NewRemittance>,
): Promise<RemittanceView> {
  const { db, actor } = ctx;
  rejectLimited(actor, 'A payment counts');
  const buyerId = actor.entity.id;
  const amountCents = toCents(input.amount);
  const parts = (named ?? [{ invoice_id: id, amount: input.amount }]).map((part) => ({
    invoiceId: part.invoice_id,
    amountCents: toCents(part.amount),
  }));
  const owed = await invoicesOf(
    ctx,
    id,
    parts.map(({ invoiceId }) => invoiceId),
  );
  if (parts.reduce((sum, part) => sum + part.amountCents, 0) !== amountCents) {
    throw invalidRequest([{ path: 'invoices', code: 'sum_mismatch', message: 'must add up to amount' }]);
  }
  if (input.sent_on > dateIn(actor.entity.timezone)) {
    throw invalidRequest([{ path: 'sent_on', code: 'date_in_future', message: 'must not be in the future' }]);
  }
  const pair = { sellerId: owed.sellerId, buyerId };
  if ((await lockPairOf(db, pair)).length === 0) throw notFound();
  await checkWaiting(ctx, pair, parts, owed.byId);
  const row = {
    ...{ id: newId(), ...pair, method: input.method, amountCents, sentOn: input.sent_on },
    ...{ reference: input.reference ?? null, note: input.note || null },
    ...actorValues(actor),
  };
  await db.insert(remittances).values(row);
  await db.insert(remittanceLines).values(parts.map((part) => ({ ...part, remittanceId: row.id })));
  await checkPace(
    db,
    { subject: `remittances:${buyerId}`, limit: PER_HOUR },
    `Your business has said ${PER_HOUR} times within an hour that it sent money. Try again later.`,
  );
  return announce(ctx, row.id, 'remittance.sent');
}

/**
 * Says that a file for the caller's bank pays a supplier: as `sendRemittance`, of this day and without its pace. The account of the pair is
 * held.
 * @param parts in cents, of invoices of the pair
 * @throws AppError CONFLICT (`over_paid`, `too_many`)
 */
export async function remitAtOnce(
  ctx: WriteContext,
  {
    sellerId,
    method,
    reference,
    parts,
  }: {
    sellerId: string;
    method: RemittanceView['method'];
    reference: string;
    parts: ReadonlyArray<{ invoiceId: string; amountCents: number }>;
  },
): Promise<RemittanceView> {
  const { db, actor } = ctx;
  const pair = { sellerId, buyerId: actor.entity.id };
  const owed = await owedInvoices(
    db,
    pair.buyerId,
    parts.map(({ invoiceId }) => invoiceId),
  );
  await checkWaiting(ctx, pair, parts, new Map(owed.map((one): [string, Owed] => [one.id, one])));
  const row = {
    ...{ id: newId(), ...pair, method, reference, sentOn: dateIn(actor.entity.timezone) },
    amountCents: parts.reduce((sum, { amountCents }) => sum + amountCents, 0),
    ...actorValues(actor),
  };
  await db.insert(remittances).values(row);
  await db.insert(remittanceLines).values(parts.map((part) => ({ ...part, remittanceId: row.id })));
  return announce(ctx, row.id, 'remittance.sent');
}

/** The invoices that a remittance names, all of the pair of the one in its path. */
async function invoicesOf({ db, actor }: WriteContext, id: string, named: readonly string[]) {
  const found = await owedInvoices(db, actor.entity.id, [...new Set([id, ...named])]);
  const byId = new Map<string, Owed>(found.map((one) => [one.id, one]));
  const sellerId = byId.get(id)?.seller_id;
  if (sellerId === undefined || named.some((one) => byId.get(one)?.seller_id !== sellerId)) throw notFound();
  return { sellerId, byId };
}

async function checkWaiting(
  { db }: WriteContext,
  pair: { sellerId: string; buyerId: string },
  parts: ReadonlyArray<{ invoiceId: string; amountCents: number }>,
  owed: ReadonlyMap<string, Owed>,
): Promise<void> {
  const [waiting] = await waitingOf(db, pair);
  if ((waiting?.waiting ?? 0) >= MAX_WAITING) {
    throw new AppError('CONFLICT', `At most ${MAX_WAITING} wait for a seller. Withdraw one first.`, {
      reason: 'too_many',
      maximum: MAX_WAITING,
    });
  }
  for (const { invoiceId, amountCents } of parts) {
    const left = (owed.get(invoiceId)?.total_cents ?? 0) - (waiting?.sent[invoiceId] ?? 0);
    if (amountCents <= left) continue;
    throw new AppError(
      'CONFLICT',
      `That is more than the invoice comes to, less what you sent: ${centsText(Math.max(0, left))}.`,
      {
        reason: 'over_paid',
        invoice_id: invoiceId,
        available: toDollars(Math.max(0, left)),
      },
    );
  }
}

/** Takes a remittance back, by its buyer. @throws AppError NOT_FOUND, FORBIDDEN `other_party`, INVALID_TRANSITION */
export async function withdrawRemittance(ctx: WriteContext, id: string): Promise<RemittanceView> {
  const before = await getRemittance(ctx, id);
  checkParty(ctx, before.buyer.id, 'wholesaler', 'Its buyer withdraws it.');
  await move(ctx, before, { status: 'withdrawn' });
  return audited(ctx, id, 'remittance.withdrawn', before);
}

/** Says that nothing arrived, by the seller. @throws AppError NOT_FOUND, FORBIDDEN `other_party`, INVALID_TRANSITION */
export async function declineRemittance(
  ctx: WriteContext,
  { id, note }: z.infer<typeof DeclineRemittance>,
): Promise<RemittanceView> {
  const before = await getRemittance(ctx, id);
  checkParty(ctx, before.seller.id, 'retailer', 'The seller declines it.');
  await move(ctx, before, { status: 'declined', declineNote: note || null });
  return announce(ctx, id, 'remittance.declined', before);
}

/** How the money of a remittance arrived, as the seller's bank says. */
interface Arrival {
  method?: NonNullable<RemittanceView['method']> | undefined;
  reference?: string | undefined;
  link(paymentId: string): Promise<void>;
}

/**
 * Records the payment that a remittance said was sent.
 * @throws AppError as `recordPayment`, NOT_FOUND, FORBIDDEN `other_party`, INVALID_TRANSITION
 */
export async function recordRemittance(
  ctx: WriteContext,
  { id, received_on, amount, allocations, confirm_duplicate }: z.infer<typeof RecordRemittance>,
  arrival?: Arrival,
): Promise<RemittanceView> {
  const before = await getRemittance(ctx, id);
  checkParty(ctx, before.seller.id, 'retailer', 'The seller records it.');
  checkNext(before, 'recorded');
  const today = dateIn(ctx.actor.entity.timezone);
  const arrived = amount ?? before.amount;
  const reference = arrival?.reference ?? before.reference;
  const payment = await recordPayment(
    ctx,
    {
      customer_id: before.buyer.id,
      kind: 'payment',
      method: arrival?.method ?? before.method,
      amount: arrived,
      received_on: received_on ?? earlier(before.sent_on, today),
      ...(reference && { reference }),
      allocations: allocations ?? (await openParts(ctx, id, toCents(arrived))),
      confirm_duplicate,
    },
    arrival?.link,
  );
  await move(ctx, before, { status: 'recorded', paymentId: payment.id });
  return announce(ctx, id, 'remittance.recorded', before);
}

/** What a remittance pays, as far as it is open and the money reaches. @param cents what arrived */
async function openParts({ db }: WriteContext, id: string, cents: number) {
  let left = cents;
  const open = await openOf(db, id);
  return open.flatMap(({ invoice_id, cents: said, open_cents }) => {
    const part = Math.min(said, open_cents, left);
    left -= Math.max(part, 0);
    return part > 0 ? [{ invoice_id, amount: toDollars(part) }] : [];
  });
}

/** The buyer may be in a timezone that is a day ahead. */
const earlier = (one: string, other: string) => (one < other ? one : other);

function checkParty(
  { actor }: WriteContext,
  id: string,
  side: 'retailer' | 'wholesaler',
  message: string,
): void {
  if (actor.entity.id !== id) throw forbidden(message, { reason: 'other_party', side });
}

function checkNext({ status }: RemittanceView, to: Status): void {
  if (NEXT[status].includes(to)) return;
  throw new AppError('INVALID_TRANSITION', `A remittance that is ${status} cannot become ${to}.`, {
    reason: 'invalid_transition',
    from: status,
    to,
    allowed: NEXT[status],
  });
}

/** @throws AppError INVALID_TRANSITION, also where another member was faster */
async function move(
  { db }: WriteContext,
  before: RemittanceView,
  set: { status: Status; paymentId?: string; declineNote?: string | null },
): Promise<void> {
  checkNext(before, set.status);
  const moved = await db
    .update(remittances)
    .set(set)
    .where(and(eq(remittances.id, before.id), inArray(remittances.status, comingFrom(set.status))))
    .returning({ id: remittances.id });
  if (moved.length > 0) return;
  const [now] = await db.select().from(remittances).where(eq(remittances.id, before.id));
  checkNext({ ...before, status: now?.status ?? before.status }, set.status);
}

type Audited = 'remittance.sent' | 'remittance.recorded' | 'remittance.declined' | 'remittance.withdrawn';

async function audited(
  ctx: WriteContext,
  id: string,
  action: Audited,
  before?: RemittanceView,
): Promise<RemittanceView> {
  const after = await getRemittance(ctx, id);
  ctx.audit({
    action,
    objectId: id,
    ...(before && { before: { status: before.status } }),
    after: before ? { status: after.status, payment_id: after.payment_id } : after,
  });
  return after;
}

/** Reports a change to both parties, who see the same. */
async function announce(
  ctx: WriteContext,
  id: string,
  event: Exclude<Audited, 'remittance.withdrawn'>,
  before?: RemittanceView,
): Promise<RemittanceView> {
  const after = await audited(ctx, id, event, before);
  for (const party of [after.seller.id, after.buyer.id]) ctx.emit(event, party, after);
  return after;
}
