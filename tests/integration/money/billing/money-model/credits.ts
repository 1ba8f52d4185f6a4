import { pick, pickAny } from '../../../../rest/orders/trade-model/step';
import type { OnPaper } from '../../../../setup/on-paper';
import { documentOf } from './prices';
import { openOf } from './sums';
import {
  type Adjusted,
  dollars,
  type Invoice,
  type Kind,
  latest,
  type Pair,
  type Stays,
  type World,
} from './world';

/** What stays of an invoice, worked out whole: its freight stays as it was invoiced. */
export function afterOf(
  { document }: Invoice,
  stays: ReadonlyMap<string, Stays>,
  discount: number | null,
): OnPaper {
  if (!document) throw new Error('An opening balance has no document');
  const kept = document.adjustments.filter(({ kind }) => kind === 'discount');
  const discounts: Adjusted[] = discount === null ? kept : [{ kind: 'discount', cents: discount }];
  const freight: Adjusted = { kind: 'freight', cents: documentOf(document).freight };
  return documentOf({ ...document, adjustments: [...discounts, freight] }, stays);
}

/** The same with at most what was accepted. */
export const within = (stays: ReadonlyMap<string, Stays>, accepted: ReadonlyMap<string, number>) =>
  new Map(
    [...stays].map(([id, { quantity, cents }]) => [
      id,
      { quantity: Math.min(quantity, accepted.get(id) ?? quantity), cents },
    ]),
  );

/** Adds a credit note that was issued: the first document less the second, which settles its own invoice first. */
export async function added(
  world: World,
  pair: Pair,
  invoice: Invoice,
  after: { stays: Map<string, Stays>; discount: number | null },
): Promise<void> {
  const total =
    afterOf(invoice, invoice.stays, invoice.discount).total -
    afterOf(invoice, after.stays, after.discount).total;
  pair.seller.credits += 1;
  const number = `CRN-${String(pair.seller.credits).padStart(7, '0')}`;
  const [found] = await world.ground.sql<{ id: string }[]>`
    select id from credit_notes where seller_id = ${pair.seller.id} and number = ${number}`;
  const id = found?.id ?? `no ${number}`;
  const cents = Math.min(total, openOf(pair, invoice));
  pair.credits.push({ id, number, invoiceId: invoice.id, total, issued: world.today });
  if (cents > 0) {
    const made = latest(world.today, invoice.issued);
    pair.allocations.push({ from: id, to: invoice.id, cents, made, reversed: null });
  }
  Object.assign(invoice, after);
}

/** The seller takes units, prices or discounts off an invoice. */
export const credit: Kind = (world, roll) => {
  const pair = pick(roll, world.pairs);
  const invoice = pickAny(roll, pair.invoices.slice(-15));
  if (!invoice) return null;
  const request = {
    ...{ pair, client: pair.seller.client, method: 'POST' as const },
    path: `/api/v1/invoices/${invoice.id}/credits`,
  };
  const { document } = invoice;
  if (!document) {
    const body = { discount: 1, reason: 'Opened elsewhere' };
    return { ...request, body, error: 'CONFLICT', reasons: ['opening_balance'] };
  }
  const lines = [...invoice.stays].flatMap(([itemId, { quantity, cents }]) => {
    if (roll(2) === 0) return [];
    return [
      {
        itemId,
        quantity: roll(3) === 0 ? quantity : roll(quantity + 1),
        cents: roll(3) === 0 ? roll(cents + 1) : cents,
      },
    ];
  });
  const stays = new Map(invoice.stays);
  for (const { itemId, ...one } of lines) stays.set(itemId, one);
  const before = afterOf(invoice, invoice.stays, invoice.discount);
  const asked = roll(4) === 0 ? before.discount + roll(1500) : null;
  const discount = asked === null || asked === before.discount ? invoice.discount : asked;
  const total = before.total - afterOf(invoice, stays, discount).total;
  const order = pair.orders.find((one) => one.invoice === invoice);
  return {
    ...request,
    body: {
      lines: lines.map(({ itemId, quantity, cents }) => ({
        ...{ item_id: itemId, quantity, unit_price: dollars(cents) },
      })),
      ...(asked !== null && { discount: dollars(asked) }),
      reason: 'As agreed',
    },
    ...(total <= 0 && { error: 'CONFLICT' as const, reasons: ['no_difference'] }),
    apply: async () => {
      await added(world, pair, invoice, { stays, discount });
      const accepted = order?.receipt?.accepted;
      if (!accepted || invoice.isCredited) return;
      const left = afterOf(invoice, within(stays, accepted), discount).total;
      invoice.pending = Math.max(0, afterOf(invoice, stays, discount).total - left);
    },
  };
};
