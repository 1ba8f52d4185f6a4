import { and, eq, inArray } from 'drizzle-orm';
import type { SharedInvoiceView } from '../../features/billing/invoices/resource';
import { issueInvoice } from '../../features/billing/invoices/service';
import { addAllocations } from '../../features/billing/payments/service.sql';
import { payments } from '../../features/billing/payments/tables';
import { accounts } from '../../features/entities/customers/tables';
import { entities } from '../../features/entities/tables';
import { billedBy } from '../../features/orders/money/invoicing';
import { addDays, dateIn } from '../../kernel/clock';
import { newId } from '../../kernel/ids';
import { toCents } from '../../kernel/money';
import type { Db } from '../../platform/db/client';
import type { Business } from './businesses';
import type { Order } from './history/order';
import { TIMEZONE } from './people';

/** Invoices of a demo: of what was shipped in these days. */
const DAYS = 45;
const PAID_AFTER = 14;
const TERMS = [30, 15, 30, 7] as const;
const REMITTANCE = 'Checks to the address above. Wire: Mile High Credit Union, account 4471 0093.';

/** Gives a seller terms, and invoices what it shipped last, dated to the day of shipping, in its order. */
export async function issueInvoices(
  tx: Db,
  seller: Business,
  orders: readonly Order[],
  now: number,
): Promise<void> {
  const sellerId = seller.entity.id;
  await tx
    .update(entities)
    .set({ defaultTermsDays: 30, remittanceText: REMITTANCE })
    .where(eq(entities.id, sellerId));
  const first = addDays(dateIn(TIMEZONE, new Date(now)), -DAYS);
  const billed = orders.filter(
    ({ wholesaler, shippedOn }) => wholesaler === seller && shippedOn !== undefined && shippedOn >= first,
  );
  const buyers = [...new Set(billed.map(({ retailer }) => retailer.entity.id))];
  for (const [n, termsDays] of TERMS.entries()) {
    const some = buyers.filter((_, at) => at % TERMS.length === n);
    if (some.length > 0) {
      const theirs = and(eq(accounts.sellerId, sellerId), inArray(accounts.buyerId, some));
      await tx.update(accounts).set({ termsDays }).where(theirs);
    }
  }
  billed.sort((a, b) => (a.shippedOn ?? '').localeCompare(b.shippedOn ?? ''));
  for (const { row, shippedOn } of billed) {
    const invoice = await billedBy(tx, row.id, 'shipped');
    if (!invoice || !shippedOn) continue;
    const [issued] = await issueInvoice(tx, { ...invoice, issuedOn: shippedOn });
    if (issued) await payMost(tx, issued, seller, now);
  }
}

/** Checks came for most of what is older than two weeks: each fifth invoice is still open. */
async function payMost(tx: Db, invoice: SharedInvoiceView, seller: Business, now: number): Promise<void> {
  const today = dateIn(TIMEZONE, new Date(now));
  const receivedOn = addDays(invoice.issued_on, PAID_AFTER);
  const nth = Number(invoice.number.slice(4));
  const [clerk] = seller.members;
  if (receivedOn > today || nth % 5 === 0 || !clerk) return;
  const [sellerId, buyerId, id] = [invoice.seller.id, invoice.buyer.id, newId()];
  const by = { actorId: clerk.id ?? null, actorName: clerk.name };
  const amountCents = toCents(invoice.total);
  const reference = String(4100 + nth * 7);
  await tx.insert(payments).values({
    ...{ id, sellerId, buyerId, amountCents, receivedOn, recordedOn: receivedOn, reference, ...by },
    ...{ kind: 'payment', method: 'check' },
  });
  const share = { id: newId(), paymentId: id, invoiceId: invoice.id, amountCents };
  await addAllocations(tx, { sellerId, buyerId }, [share], by);
}
