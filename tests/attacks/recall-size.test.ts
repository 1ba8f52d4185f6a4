import { expect, test } from 'vitest';
import { createLot } from '../factories/lots';
import { openRecall } from '../factories/recalls';
import { openTrade } from '../factories/trade';
import { ok } from '../setup/client';
import { expectStockAddsUp } from '../setup/invariants';
import { openOwnStage } from '../setup/stage';

const stage = await openOwnStage();
const HOLDERS = 2_000;
const ORDERS = 2_000;

test(`a recall with ${HOLDERS} holders and ${ORDERS} reservations freezes all of them`, async () => {
  const trade = await openTrade(stage, { quantity: 10_000 });
  const { seller, wholesaler, retailer, product, stockId } = trade;
  const lot = await createLot(seller, stockId, 'WIDE', 5_000);
  await stage.sql`
    insert into entities (id, type, name, legal_name, license_number, street, city, state, zip, contact_email, tier)
    select gen_random_uuid(), 'retailer', 'Holder ' || n, 'Holder', 'H' || n, '1 Main St', 'Oakland', 'CA', '94601',
      'holder' || n || '@business.test', 'free'
    from generate_series(1, ${HOLDERS}::int) n`;
  await stage.sql`
    insert into locations (id, entity_id, name, street, city, state, zip)
    select gen_random_uuid(), e.id, 'Place', '1 Side St', 'Oakland', 'CA', '94602' from entities e
    where e.name like 'Holder %'`;
  await stage.sql`
    with opened as (
      insert into inventory_items (id, entity_id, location_id, room_type, product_id, product_name, variant_id, sku,
        quantity, lot_quantity)
      select gen_random_uuid(), l.entity_id, l.id, 'vault', i.product_id, i.product_name, i.variant_id, i.sku, 3, 3
      from locations l join entities e on e.id = l.entity_id and e.name like 'Holder %'
        cross join (select * from inventory_items where id = ${stockId}) i
      returning id, entity_id
    ), claimed as (
      insert into inventory_lots (inventory_item_id, lot_id, entity_id, quantity, reserved_quantity)
      select id, ${lot.id}, entity_id, 3, 0 from opened
    )
    insert into inventory_movements (id, entity_id, item_id, reason_code, delta, reserved_delta, quantity_after,
      reserved_after, actor_name, source_type, request_id, lot_id, lot_basis)
    select gen_random_uuid(), entity_id, id, 'TRANSFER', 3, 0, 3, 0, 'Test', 'api', 'test', ${lot.id}, 'stated' from opened`;
  await stage.sql`
    update stock_levels s set available = 3 from entities e where e.id = s.entity_id and e.name like 'Holder %'`;
  await stage.sql`
    with placed as (
      insert into orders (id, order_number, wholesaler_id, retailer_id, receiving_location_id, units, subtotal_cents,
        tax_rate_bps, tax_cents, total_cents, created_by)
      select gen_random_uuid(), 'ORD-SIZE-' || n, ${wholesaler.id}, ${retailer.id}, ${retailer.locationIds[0]}, 1, 1000, 0,
        0, 1000, ${seller.tokens?.user.id ?? ''}
      from generate_series(1, ${ORDERS}::int) n returning id
    ), listed as (
      insert into order_items (id, order_id, retailer_id, product_id, variant_id, product_name, sku, quantity, unit_price_cents,
        total_cents, position)
      select gen_random_uuid(), p.id, ${retailer.id}, i.product_id, i.variant_id, i.product_name, i.sku, 1, 1000, 1000, 0
      from placed p cross join (select * from inventory_items where id = ${stockId}) i returning id, order_id
    )
    insert into order_allocations (order_id, order_item_id, inventory_item_id, lot_id, quantity)
    select order_id, id, ${stockId}, ${lot.id}, 1 from listed`;
  await stage.sql`
    with moved as (
      update inventory_items set reserved_quantity = ${ORDERS}, lot_reserved = ${ORDERS} where id = ${stockId}
      returning id, entity_id, quantity
    ), claimed as (
      update inventory_lots set reserved_quantity = ${ORDERS} where inventory_item_id = ${stockId}
    )
    insert into inventory_movements (id, entity_id, item_id, reason_code, delta, reserved_delta, quantity_after,
      reserved_after, actor_name, source_type, request_id, lot_id, lot_basis)
    select gen_random_uuid(), entity_id, id, 'SALE', 0, ${ORDERS}, quantity, ${ORDERS}, 'Test', 'order', 'test', ${lot.id},
      'inferred' from moved`;
  await stage.sql`
    update stock_levels set available = available - ${ORDERS}, reserved_quantity = ${ORDERS} where entity_id = ${wholesaler.id}
      and variant_id = ${product.variantId}`;
  await stage.sql`analyze`;
  await expectStockAddsUp(stage.sql);

  const started = performance.now();
  const recall = await openRecall(seller, lot.batch);
  const took = performance.now() - started;
  if (process.env.SHOW_TIMES) process.stdout.write(`recalled in ${Math.round(took)} ms\n`);
  expect(recall.progress).toEqual({ holders: HOLDERS + 1, responded: 0 });
  expect(recall.holders).toHaveLength(500);
  const page = ok(
    await seller.get<{ data: unknown[] }>(`/api/v1/recalls/${recall.id}/responses?limit=500&page=5`),
  );
  expect(page.data).toHaveLength(1);
  const [flagged] = await stage.sql`select count(*)::int as n from orders where recall_id = ${recall.id}`;
  expect(flagged).toEqual({ n: ORDERS });
  await expectStockAddsUp(stage.sql);
}, 120_000);
