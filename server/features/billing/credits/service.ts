import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Author } from '../../../kernel/actor';
import { stepsIn } from '../../../kernel/amounts';
import { AppError, type FieldError, forbidden, invalidRequest, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { toCents, toDollars } from '../../../kernel/money';
import { checkPatch, withoutEmpty } from '../../../kernel/patch';
import { amountIn, EACH } from '../../../kernel/weights';
import type { ReadContext, WriteContext } from '../../../operation/context';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import type { Db } from '../../../platform/db/client';
import { actorValues } from '../../../platform/db/columns';
import { withoutExternalIds } from '../../entities/external-ids/resource';
import { renameObject } from '../../entities/external-ids/service';
import { closeByCredit, disputeToCredit } from '../disputes/service';
import { getInvoice } from '../invoices/queries';
import { allocate, type HeldPair, holdMoney, recipientsOf, SETTLEMENT_EVENTS } from '../payments/allocate';
import { lockInvoices, type Pair } from '../payments/service.sql';
import { difference, documentAfter, within } from './difference';
import { pendingCents, remainingOf } from './pending';
import { getCredit } from './queries';
import { readCredits } from './queries.sql';
import type { CreditNoteView } from './resource';
import { CREDIT_READ_ONLY, type UpdateCredit } from './resource';
import type { CreditQuote, CreditSource, IssuePending, NewCredit, QuoteCredit } from './schema';
import { type Creditable, creditableOf, duePending, insertCredit, lowerPending } from './service.sql';
import type { Remaining } from './tables';

export { lockBilled, refreshPending } from './pending';

type IssueContext = Pick<WriteContext, 'db' | 'emit' | 'audit'> & { actor: Author };

/** An invoice that can be credited: it and its account are locked. */
interface Held {
  pair: HeldPair;
  billed: Creditable & { document: NonNullable<Creditable['document']> };
  before: Remaining;
}

/** Events of issuing a credit note, which settles what it can. */
export const CREDIT_EVENTS = ['credit.issued', ...SETTLEMENT_EVENTS] as const;

/**
 * Takes units, prices or discounts off an invoice of the caller's business (decision 671).
 * @throws AppError NOT_FOUND, FORBIDDEN for its buyer, INVALID_REQUEST for more than there is, CONFLICT `no_difference`,
 *   `opening_balance`; with a dispute as `disputeToCredit`
 */
export async function creditInvoice(
  ctx: WriteContext,
  { id, lines = [], discount, reason, dispute_id }: z.infer<typeof NewCredit>,
): Promise<CreditNoteView> {
  const held = await holdOwn(ctx, id);
  const dispute = dispute_id ? await disputeToCredit(ctx, dispute_id, id) : null;
  const after = changed(held, lines, discount);
  return issue(ctx, held, after, {
    source: 'seller',
    reason,
    ...(dispute && { onStored: (noteId) => closeByCredit(ctx, dispute, noteId) }),
  });
}

/** Issues at once what a receipt leaves to credit. @throws AppError as `creditInvoice` */
export async function issuePending(
  ctx: WriteContext,
  { id }: z.infer<typeof IssuePending>,
): Promise<CreditNoteView> {
  return issueOfReceipt(ctx, await holdOwn(ctx, id));
}

/** Changes what the caller's other systems call a credit note. @throws AppError NOT_FOUND, INVALID_REQUEST, CONFLICT `external_id_taken` */
export async function updateCredit(
  ctx: WriteContext,
  { id, ...patch }: z.infer<typeof UpdateCredit>,
): Promise<CreditNoteView> {
  const before = await getCredit(ctx, id);
  checkPatch(withoutEmpty(patch, ['external_ids']), before, CREDIT_READ_ONLY);
  const what = { type: 'credit_note', action: 'credit_note.updated' } as const;
  return renameObject(ctx, what, patch.external_ids, before, () => getCredit(ctx, id));
}

const BATCH = 100;

/**
 * Issues the credits of receipts that can't be corrected any more, each in a transaction of its own.
 * @throws AggregateError once the others are issued, when some could not be
 */
export async function issueDueCredits({ db }: { db: Db }): Promise<void> {
  const failures: unknown[] = [];
  for (let after: string | null = null; ; ) {
    const due: Array<{ id: string } & Pair> = await duePending(db, after, BATCH);
    for (const { id, ...pair } of due) {
      await issueDue(db, id, pair).catch((error: unknown) => failures.push(error));
    }
    after = due.at(-1)?.id ?? null;
    if (due.length < BATCH) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some credits could not be issued');
}

/** Skips one that its seller issued since it was read. */
async function issueDue(db: Db, id: string, pair: Pair): Promise<void> {
  const request = { id: newId(), address: '', userAgent: null, transport: 'job' as const };
  const actor = { userId: null, name: 'Tallyleaf', entity: { id: pair.sellerId } };
  await runUnitOfWork({ db, actor: null, request }, CREDIT_EVENTS, async (unit) => {
    const held = await hold({ ...unit, actor }, id, pair);
    if (held?.billed.isDue) await issueOfReceipt({ ...unit, actor }, held);
  });
}

async function issueOfReceipt(ctx: IssueContext, held: Held): Promise<CreditNoteView> {
  const { billed, before } = held;
  if (billed.pendingCents === 0) throw noDifference();
  const after = within(before, new Map(Object.entries(billed.accepted ?? {})));
  return issue(ctx, held, after, { source: 'receipt', reason: 'Units that were not accepted' });
}

/**
 * What the same changes would come to, as the invoice is now; nothing is locked or written.
 * @returns amounts in US dollars, 0 where nothing would change
 * @throws AppError as `creditInvoice`, but for `no_difference`
 */
export async function quoteCredit(
  ctx: ReadContext,
  { id, lines = [], discount }: z.infer<typeof QuoteCredit>,
): Promise<z.infer<typeof CreditQuote>> {
  await ownPair(ctx, id);
  const [billed] = await creditableOf(ctx.db, id);
  const before = billed && remainingOf(billed);
  if (!billed?.document || !before) throw notFound();
  const { document } = billed;
  const after = changed({ billed: { document }, before }, lines, discount);
  const { subtotalCents, discountCents, taxCents, totalCents } = difference(document, before, after);
  const settles = Math.max(0, Math.min(totalCents, billed.balanceCents));
  return {
    subtotal: toDollars(subtotalCents),
    discount_total: toDollars(discountCents),
    tax: toDollars(taxCents),
    total: toDollars(totalCents),
    settles: toDollars(settles),
    unapplied: toDollars(totalCents - settles),
  };
}

/** Locks an invoice of the caller's business. */
async function holdOwn(ctx: WriteContext, id: string): Promise<Held> {
  const held = await hold(ctx, id, await ownPair(ctx, id));
  if (!held) throw notFound();
  return held;
}

/** The parties of an invoice that the caller's business may credit. */
async function ownPair(ctx: ReadContext, id: string): Promise<Pair> {
  const { seller, buyer, opening } = await getInvoice(ctx, id);
  if (seller.id !== ctx.actor.entity.id) {
    throw forbidden('The seller credits what it invoiced.', { reason: 'other_party', side: 'retailer' });
  }
  if (opening) {
    throw new AppError('CONFLICT', 'An opening balance has no lines to credit.', {
      reason: 'opening_balance',
    });
  }
  return { sellerId: seller.id, buyerId: buyer.id };
}

async function hold(ctx: IssueContext, id: string, pair: Pair): Promise<Held | null> {
  const held = await holdMoney(ctx, pair);
  const [locked] = await lockInvoices(ctx.db, pair, [id]);
  const [billed] = locked ? await creditableOf(ctx.db, id) : [];
  const before = billed && remainingOf(billed);
  return billed?.document && before
    ? { pair: held, billed: { ...billed, document: billed.document }, before }
    : null;
}

/** What stays: nothing more than there is. @throws AppError INVALID_REQUEST */
function changed(
  { billed: { document }, before }: Pick<Held, 'before'> & { billed: Pick<Held['billed'], 'document'> },
  lines: NonNullable<z.infer<typeof NewCredit>['lines']>,
  discount: number | undefined,
): Remaining {
  const errors: FieldError[] = [];
  const steps = new Map(document.lines.map(({ item_id, step }) => [item_id, step]));
  const asked = new Map<string, { quantity?: number | undefined; unit_price?: number | undefined }>();
  for (const [n, { item_id, unit_price, ...stated }] of lines.entries()) {
    const line = before.lines.find((one) => one.item_id === item_id);
    const path = `lines[${n}]`;
    if (!line)
      errors.push({ path: `${path}.item_id`, code: 'unknown_id', message: 'is not a line of the invoice' });
    else {
      const step = steps.get(item_id) ?? null;
      const quantity = stepsIn(stated, 'quantity', { step, path: `${path}.` });
      asked.set(item_id, { quantity, unit_price });
      if (quantity !== undefined && quantity > line.quantity)
        errors.push(
          stated.amount === undefined
            ? tooLarge(`${path}.quantity`, String(line.quantity))
            : tooLarge(`${path}.amount`, String(amountIn(line.quantity, step && step / EACH))),
        );
      const most = toDollars(line.unit_price_cents);
      if (unit_price !== undefined && unit_price > most)
        errors.push(tooLarge(`${path}.unit_price`, String(most)));
    }
  }
  const current = documentAfter(document, before).discountCents;
  if (discount !== undefined && toCents(discount) < current) {
    const message = `must be at least ${toDollars(current)}`;
    errors.push({ path: 'discount', code: 'value_too_small', message });
  }
  if (errors.length > 0) throw invalidRequest(errors);
  return {
    lines: before.lines.map((line) => {
      const { quantity, unit_price } = asked.get(line.item_id) ?? {};
      return {
        ...line,
        quantity: quantity ?? line.quantity,
        unit_price_cents: unit_price === undefined ? line.unit_price_cents : toCents(unit_price),
      };
    }),
    // The same discount again sets nothing: a percentage goes on following the lines.
    discount_cents:
      discount === undefined || toCents(discount) === current ? before.discount_cents : toCents(discount),
  };
}

const tooLarge = (path: string, most: string): FieldError => ({
  path,
  code: 'value_too_large',
  message: `must be at most ${most}`,
});

const noDifference = () =>
  new AppError('CONFLICT', 'Nothing on the invoice would change.', { reason: 'no_difference' });

interface Issuing {
  source: z.infer<typeof CreditSource>;
  reason: string;
  /** What the note closes, before it is read and announced. */
  onStored?: (id: string) => Promise<unknown>;
}

/** Numbers, stores and announces a credit note, which goes to its own invoice first. @throws AppError CONFLICT `no_difference` */
async function issue(
  ctx: IssueContext,
  { pair, billed, before }: Held,
  after: Remaining,
  { source, reason, onStored }: Issuing,
): Promise<CreditNoteView> {
  const { totalCents, ...rest } = difference(billed.document, before, after);
  if (totalCents <= 0) throw noDifference();
  const [stored] = await insertCredit(ctx.db, {
    id: newId(),
    sellerId: pair.sellerId,
    buyerId: pair.buyerId,
    invoiceId: billed.id,
    source,
    reason,
    issuedOn: pair.today,
    ...rest,
    totalCents,
    remaining: after,
    ...actorValues(ctx.actor),
  });
  if (!stored) throw new Error('A credit note was not stored');
  await onStored?.(stored.id);
  await lowerPending(ctx.db, billed.id, source === 'receipt' ? 0 : pendingCents(billed, after));
  const amountCents = Math.min(totalCents, billed.balanceCents);
  if (amountCents > 0) {
    await allocate(ctx, pair, [{ creditNoteId: stored.id, invoiceId: billed.id, amountCents }]);
  }
  const [note] = await readCredits(ctx.db, sql`c.id = ${stored.id}`, ctx.actor);
  if (!note) throw new Error('A credit note was not found');
  ctx.audit({ action: 'credit.issued', objectId: note.id, entityId: pair.sellerId, after: note });
  for (const party of recipientsOf(pair)) ctx.emit('credit.issued', party, withoutExternalIds(note));
  return note;
}
