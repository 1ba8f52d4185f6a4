import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { invoices } from '../../server/features/billing/invoices/tables';
import { addDays, dateIn } from '../../server/kernel/clock';
import type { Db } from '../../server/platform/db/client';
import type { Business } from './business';

/** What a buyer owed when the seller's books began, in cents. @param dueOn days from today, or a date; issued 60 days before it */
export async function createOpeningBalance(
  db: Db,
  { seller, buyer }: { seller: Pick<Business, 'id'>; buyer: Pick<Business, 'id'> },
  totalCents: number,
  dueOn: number | string = 30,
): Promise<string> {
  const id = randomUUID();
  const due = typeof dueOn === 'number' ? addDays(dateIn('UTC'), dueOn) : dueOn;
  await db.insert(invoices).values({
    id,
    sellerId: seller.id,
    buyerId: buyer.id,
    number: id,
    opening: true,
    issuedOn: addDays(due, -60),
    dueOn: due,
    subtotalCents: totalCents,
    discountCents: 0,
    freightCents: 0,
    taxCents: 0,
    totalCents,
  });
  return id;
}

/** Settles part of an invoice without a payment. */
export const settle = (db: Db, id: string, cents: number) =>
  db.update(invoices).set({ settledCents: cents }).where(eq(invoices.id, id));
