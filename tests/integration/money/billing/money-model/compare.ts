import { expect } from 'vitest';
import type { z } from 'zod';
import type { ReceivableList } from '../../../../../server/features/billing/receivables/schema';
import type { Statement } from '../../../../../server/features/billing/statements/schema';
import type { Customer } from '../../../../../server/features/entities/customers/resource';
import type { Roll } from '../../../../rest/orders/trade-model/step';
import { type Client, ok } from '../../../../setup/client';
import { documentOf, priceOf } from './prices';
import { agesOn, balanceOf, entriesOf, exposureOf, movedBy, overdueOf } from './sums';
import { addDays, dollars, type Pair, type World } from './world';

/** Orders of a pair that each step compares: the youngest. */
const RECENT = 10;

const sorted = <T>(rows: readonly (readonly [string, T])[]) => [...rows].sort(([a], [b]) => (a < b ? -1 : 1));

/** Compares the documents and money of a pair with what they should be. @param isWhole for all of its orders */
export async function expectMoneyAsInModel(world: World, pair: Pair, isWhole: boolean): Promise<void> {
  const { sql } = world.ground;
  const orders = isWhole ? pair.orders : pair.orders.slice(-RECENT);
  const of = sql`seller_id = ${pair.seller.id} and buyer_id = ${pair.buyer.id}`;
  const [found] = await sql<{ shown: object }[]>`select json_build_object(
    'invoices', (select json_agg(json_build_array(id, number, total_cents, settled_cents, pending_credit_cents, issued_on, due_on)
      order by id) from invoices where ${of}),
    'credits', (select json_agg(json_build_array(id, number, invoice_id, total_cents, allocated_cents, issued_on)
      order by id) from credit_notes where ${of}),
    'payments', (select json_agg(json_build_array(id, kind, amount_cents, allocated_cents, received_on, voided_on, status)
      order by id) from payments where ${of}),
    'allocations', (select json_agg(s.x order by s.x::text collate "C") from (select json_build_array(coalesce(payment_id, credit_note_id),
      coalesce(invoice_id, refund_id), amount_cents, made_on, reversed_on) as x from allocations where ${of}) s),
    'orders', (select json_agg(json_build_array(o.id, o.status, o.subtotal_cents, o.discount_cents, o.freight_cents, o.tax_cents,
        o.total_cents, (select json_agg(json_build_array(i.id, i.quantity, i.unit_price_cents, i.price_source, i.total_cents,
          i.discount_share_cents) order by i.position, i.id) from order_items i where i.order_id = o.id)) order by o.id)
      from orders o where o.id = any(${orders.map(({ id }) => id)}))) as shown`;
  const rows = <T extends { id: string }>(all: readonly T[], row: (one: T) => readonly unknown[]) =>
    all.length === 0
      ? null
      : sorted(all.map((one) => [one.id, [one.id, ...row(one)]])).map(([, shown]) => shown);
  const shares = pair.allocations.map(({ from, to, cents, made, reversed }) => [
    from,
    to,
    cents,
    made,
    reversed,
  ]);
  expect(found?.shown).toEqual({
    invoices: rows(pair.invoices, ({ id, number, total, pending, issued, due }) => [
      ...[number, total, movedBy(pair, id), pending, issued, due],
    ]),
    credits: rows(pair.credits, ({ id, number, invoiceId, total, issued }) => [
      ...[number, invoiceId, total, movedBy(pair, id), issued],
    ]),
    payments: rows(pair.payments, ({ id, kind, amount, received, voided }) => [
      ...[kind, amount, movedBy(pair, id), received, voided, voided === null ? 'recorded' : 'voided'],
    ]),
    allocations: shares.length === 0 ? null : shares.sort((a, b) => (jsonOf(a) < jsonOf(b) ? -1 : 1)),
    orders: rows(orders, (order) => {
      const { lines, shares: spread, subtotal, discount, freight, tax, total } = documentOf(order);
      return [
        ...[order.status, subtotal, discount, freight, tax, total],
        order.lines.map((line, n) => {
          const { cents, source } = priceOf(line);
          return [line.itemId, line.quantity, cents, source, lines[n], spread[n]];
        }),
      ];
    }),
  });
}

/** As PostgreSQL writes an array of JSON. */
const jsonOf = (row: readonly unknown[]) => `[${row.map((one) => JSON.stringify(one)).join(', ')}]`;

/** What both parties see as owed, today and on any day before, and how it came to that. */
export async function expectBalances(world: World, pair: Pair, roll: Roll): Promise<void> {
  const { seller, buyer } = pair;
  const day = addDays(world.today, -roll(2) * roll(120));
  const from = addDays(day, -roll(60));
  const customer = ok(await seller.client.get<z.infer<typeof Customer>>(`/api/v1/customers/${buyer.id}`));
  expect({
    balance: customer.balance,
    overdue: customer.overdue,
    exposure: customer.exposure,
  }).toEqual({
    balance: dollars(balanceOf(pair)),
    overdue: dollars(overdueOf(pair, world.today)),
    exposure: dollars(exposureOf(pair)),
  });
  const ages = agesOn(pair, day);
  const owed = Object.fromEntries(Object.entries(ages).map(([name, cents = 0]) => [name, dollars(cents)]));
  const sides: Array<[Client, string]> = [[seller.client, `customer_id=${buyer.id}`]];
  if (buyer.client) sides.push([buyer.client, `side=buying&supplier_id=${seller.id}`]);
  for (const [client, filter] of sides) {
    const { totals } = ok(
      await client.get<z.infer<typeof ReceivableList>>(`/api/v1/receivables?as_of=${day}&${filter}`),
    );
    expect(totals, `receivables of ${day}, ${filter}`).toEqual(owed);
  }
  const before = entriesOf(pair).filter((one) => one.day < from);
  const within = entriesOf(pair).filter((one) => one.day >= from && one.day <= day);
  const cents = (entries: typeof before) => entries.reduce((sum, one) => sum + one.cents, 0);
  const path = buyer.client && roll(2) === 0 ? `suppliers/${seller.id}` : `customers/${buyer.id}`;
  const reader = path.startsWith('suppliers') ? (buyer.client as Client) : seller.client;
  const statement = ok(
    await reader.get<z.infer<typeof Statement>>(`/api/v1/${path}/statement?from=${from}&to=${day}`),
  );
  expect({
    opening: statement.opening,
    closing: statement.closing,
    changes: statement.rows.map(({ debit, credit }) => Math.round((debit - credit) * 100)).sort(byNumber),
  }).toEqual({
    opening: dollars(cents(before)),
    closing: dollars(cents(before) + cents(within)),
    changes: within.map((one) => one.cents).sort(byNumber),
  });
  // What is owed on a day is one figure, wherever it stands.
  expect(ages.balance).toBe(cents(before) + cents(within));
}
const byNumber = (one: number, other: number) => one - other;
