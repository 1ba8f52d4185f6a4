import { createHash } from 'node:crypto';
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { bankAccounts, bankLines, bankStatements } from '../../features/billing/bank/tables';
import { invoices } from '../../features/billing/invoices/tables';
import { payments } from '../../features/billing/payments/tables';
import { accounts } from '../../features/entities/customers/tables';
import { addDays, dateIn } from '../../kernel/clock';
import { newId } from '../../kernel/ids';
import type { Db } from '../../platform/db/client';
import type { Business } from './businesses';
import { TIMEZONE } from './people';

/** Invoices among which the lines of a demo find what they pay. */
const LOOKED_AT = 60;

interface Owed {
  number: string;
  buyerId: string;
  name: string;
  cents: number;
}
interface Line {
  text: string;
  cents: number;
  reference?: string | null;
}

/** A statement of a seller with a line of each kind to decide: by numbers, in part, by name, by amount, recorded by hand, and unknown. */
export async function writeStatement(tx: Db, seller: Business, now: number): Promise<void> {
  const sellerId = seller.entity.id;
  const [clerk] = seller.members;
  if (!clerk) return;
  const owed = await tx
    .select({
      number: invoices.number,
      buyerId: invoices.buyerId,
      name: accounts.name,
      cents: sql<number>`(${invoices.totalCents} - ${invoices.settledCents})::float8`,
    })
    .from(invoices)
    .innerJoin(
      accounts,
      and(eq(accounts.sellerId, invoices.sellerId), eq(accounts.buyerId, invoices.buyerId)),
    )
    .where(and(eq(invoices.sellerId, sellerId), sql`${invoices.settledCents} < ${invoices.totalCents}`))
    .orderBy(asc(invoices.dueOn), asc(invoices.id))
    .limit(LOOKED_AT);
  const today = dateIn(TIMEZONE, new Date(now));
  const [recorded] = await tx
    .select()
    .from(payments)
    .where(eq(payments.sellerId, sellerId))
    .orderBy(desc(payments.receivedOn), desc(payments.id))
    .limit(1);
  const lines = linesFor(owed);
  if (recorded)
    lines.push({ text: 'MOBILE DEPOSIT', cents: recorded.amountCents, reference: recorded.reference });
  const by = { actorId: clerk.id ?? null, actorName: clerk.name };
  const account = { id: newId(), entityId: sellerId, name: 'Operating' };
  await tx.insert(bankAccounts).values(account);
  const day = addDays(today, -1);
  const ids = { entityId: sellerId, accountId: account.id };
  const statementId = newId();
  await tx.insert(bankStatements).values({
    ...{ id: statementId, ...ids, status: 'ready', format: 'ofx', fileName: 'operating.qfx', ...by },
    ...{
      fileSize: 4_096,
      sha256: createHash('sha256').update(statementId).digest('hex'),
      fromOn: day,
      toOn: day,
    },
    counts: {
      lines: lines.length,
      new: lines.length,
      duplicate: 0,
      other_currency: 0,
      pending: 0,
      errors: 0,
    },
  });
  await tx.insert(bankLines).values(
    lines.map(({ text, cents, reference = null }, at) => ({
      ...{ id: newId(), ...ids, statementId, format: 'ofx' as const, position: at + 1, postedOn: day },
      ...{
        amountCents: cents,
        text,
        textKey: null,
        reference,
        bankId: `DEMO-${at + 1}`,
        onceKey: `demo-${at + 1}`,
      },
      kind: text.includes('FEE') ? ('fee' as const) : cents < 0 ? ('debit' as const) : ('credit' as const),
      status: cents < 0 ? ('set_aside' as const) : ('open' as const),
      asideKind: cents < 0 ? (text.includes('FEE') ? ('fee' as const) : ('other' as const)) : null,
    })),
  );
}

function linesFor(owed: readonly Owed[]): Line[] {
  const [first, ...others] = owed;
  const lines: Line[] = [
    { text: 'MONTHLY SERVICE FEE', cents: -1_500 },
    { text: 'RENT 4TH STREET', cents: -420_000 },
    { text: 'DEPOSIT', cents: 123_457 },
  ];
  if (!first) return lines;
  const same = others.find(({ buyerId }) => buyerId === first.buyerId);
  const other = (n: number) => others.filter((one) => one !== same)[n];
  lines.push({
    text: `ACH ${[first, same].flatMap((one) => one?.number ?? []).join(' ')}`,
    cents: first.cents + (same?.cents ?? 0),
  });
  const [part, named, alone] = [other(0), other(1), other(2)];
  if (part) lines.push({ text: `PAYMENT ${part.number}`, cents: Math.max(1, Math.floor(part.cents / 2)) });
  if (named) lines.push({ text: `${named.name} WIRE`.toUpperCase(), cents: named.cents });
  if (alone) lines.push({ text: 'COUNTER CREDIT', cents: alone.cents });
  return lines;
}
