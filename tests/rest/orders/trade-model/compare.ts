import { expect } from 'vitest';
import type { World } from './world';

/** Orders, drafts and backorders that each step compares: the youngest. */
const RECENT = 20;

const sorted = (rows: Iterable<[string, unknown]>) =>
  [...rows].filter(([, value]) => value !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
const some = <T extends { id: string; status: string }>(all: readonly T[], isWhole: boolean): T[] =>
  isWhole ? [...all] : all.slice(-RECENT);
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** Compares stock, orders, drafts, backorders and claims with what they should be. */
export async function expectAsInModel(world: World, isWhole: boolean): Promise<void> {
  const { sql } = world.stage;
  const sellers = idsOf(world.sellers);
  const orders = some(world.orders, isWhole);
  const drafts = some(world.drafts, isWhole);
  const backorders = some(world.backorders, isWhole);
  const claims = some(world.claims, isWhole);
  const [stock, orderRows, draftRows, backorderRows, claimRows, [counts]] = await Promise.all([
    sql<{ entity: string; variant: string; quantity: number; reserved: number }[]>`
      select entity_id as entity, variant_id as variant, sum(quantity)::int as quantity, sum(reserved_quantity)::int as reserved
      from inventory_items where entity_id = any(${[...sellers, ...idsOf(world.buyers)]}) group by 1, 2`,
    sql<{ id: string; shown: unknown[] }[]>`
      select o.id, json_build_array(o.order_number, o.status, case when o.by_seller then 'seller' else 'buyer' end, o.retailer_id,
        o.po_number, o.subtotal_cents, (select json_agg(json_build_array(i.variant_id, i.id, i.quantity,
          coalesce(i.requested_quantity, i.quantity), i.unit_price_cents) order by i.variant_id)
          from order_items i where i.order_id = o.id)) as shown
      from orders o where o.id = any(${idsOf(orders)})`,
    sql<{ id: string; shown: unknown[] }[]>`
      select id, json_build_array(status, buyer_id, order_id) as shown from drafts where id = any(${idsOf(drafts)})`,
    sql<{ id: string; shown: unknown[] }[]>`
      select id, json_build_array(status, buyer_id, quantity, filled, ladder -> 0 ->> 'price_cents') as shown
      from backorders where id = any(${idsOf(backorders)})`,
    sql<{ id: string; shown: unknown }[]>`
      select id, status as shown from claims where id = any(${idsOf(claims)})`,
    sql<[{ orders: number; drafts: number; backorders: number }]>`
      select (select count(*)::int from orders where wholesaler_id = any(${sellers})) as orders,
        (select count(*)::int from drafts where seller_id = any(${sellers})) as drafts,
        (select count(*)::int from backorders where seller_id = any(${sellers})) as backorders`,
  ]);
  const shown = (rows: Iterable<{ id: string; shown: unknown }>) =>
    sorted([...rows].map((row) => [row.id, row.shown]));
  expect({
    onHand: sorted(stock.map((row) => [`${row.entity} ${row.variant}`, row.quantity])),
    held: sorted(stock.map((row) => [`${row.entity} ${row.variant}`, row.reserved])),
    orders: shown(orderRows),
    drafts: shown(draftRows),
    backorders: shown(backorderRows),
    claims: shown(claimRows),
    counts,
  }).toEqual({
    onHand: sorted(world.onHand),
    held: sorted(world.held),
    orders: shown(
      orders.map(({ id, number, status, enteredBy, buyer, poNumber, lines }) => {
        const rows = [...lines].sort(([a], [b]) => (a < b ? -1 : 1));
        const subtotal = rows.reduce((sum, [, { quantity, cents }]) => sum + quantity * cents, 0);
        const shownLines = rows.map(([variant, { itemId, quantity, requested, cents }]) => [
          ...[variant, itemId, quantity, Math.max(requested, quantity), cents],
        ]);
        return { id, shown: [number, status, enteredBy, buyer.id, poNumber, subtotal, shownLines] };
      }),
    ),
    drafts: shown(
      drafts.map(({ id, status, buyer, orderId }) => ({ id, shown: [status, buyer.id, orderId] })),
    ),
    backorders: shown(
      backorders.map(({ id, status, buyer, quantity, filled, cents }) => ({
        id,
        shown: [status, buyer.id, quantity, filled, String(cents)],
      })),
    ),
    claims: shown(claims.map(({ id, status }) => ({ id, shown: status }))),
    counts: {
      orders: world.orders.length,
      drafts: world.drafts.length,
      backorders: world.backorders.length,
    },
  });
}
