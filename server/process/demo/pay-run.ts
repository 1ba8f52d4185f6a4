import { and, asc, eq, sql } from 'drizzle-orm';
import { sealAccount, sealRouting } from '../../features/billing/bank/numbers';
import { bankAccounts } from '../../features/billing/bank/tables';
import { invoices } from '../../features/billing/invoices/tables';
import { isBankDay } from '../../features/billing/pay-runs/bank-days';
import { sealPayee } from '../../features/billing/pay-runs/numbers';
import { payees, payRunLines, payRuns } from '../../features/billing/pay-runs/tables';
import type { Cipher } from '../../kernel/cipher';
import { addDays, dateIn } from '../../kernel/clock';
import { newId } from '../../kernel/ids';
import type { Db } from '../../platform/db/client';
import type { Business } from './businesses';
import { TIMEZONE } from './people';

/** Numbers of no account: a bank of the Federal Reserve. */
const ROUTING = '011000015';
const PAID = 2;
const WEEK = [2, 3, 4, 5, 6, 7, 8];

/** A draft in which a buyer pays its oldest bills of a seller. */
export async function writePayRun(
  tx: Db,
  cipher: Cipher,
  { buyer, seller }: { buyer: Business; seller: Business },
  now: number,
): Promise<void> {
  const [entityId, sellerId] = [buyer.entity.id, seller.entity.id];
  const [clerk] = buyer.members;
  const owed = await tx
    .select({
      id: invoices.id,
      cents: sql<number>`(${invoices.totalCents} - ${invoices.settledCents})::float8`,
    })
    .from(invoices)
    .where(
      and(
        eq(invoices.sellerId, sellerId),
        eq(invoices.buyerId, entityId),
        sql`${invoices.settledCents} < ${invoices.totalCents}`,
      ),
    )
    .orderBy(asc(invoices.dueOn), asc(invoices.id))
    .limit(PAID);
  if (!clerk || owed.length === 0) return;
  const by = { actorId: clerk.id ?? null, actorName: clerk.name };
  const accountId = newId();
  await tx.insert(bankAccounts).values({
    ...{ id: accountId, entityId, name: 'Operating', last4: '0042' },
    routingNumber: sealRouting(cipher, ROUTING),
    accountNumber: sealAccount(cipher, '5550000042'),
  });
  await tx.insert(payees).values({
    ...{
      id: newId(),
      sellerId,
      buyerId: entityId,
      type: 'checking',
      name: seller.entity.name,
      last4: '0093',
    },
    ...sealPayee(cipher, { routing: ROUTING, account: '44710093' }),
    ...by,
    enteredAt: sql`now() - interval '30 days'`,
  });
  const today = dateIn(TIMEZONE, new Date(now));
  const runId = newId();
  await tx.insert(payRuns).values({
    ...{ id: runId, entityId, accountId, reference: 'PR-0000001', ...by },
    payOn: WEEK.map((days) => addDays(today, days)).find(isBankDay) ?? today,
    totalCents: owed.reduce((sum, { cents }) => sum + cents, 0),
  });
  await tx
    .insert(payRunLines)
    .values(owed.map(({ id, cents }) => ({ runId, invoiceId: id, amountCents: cents })));
}
