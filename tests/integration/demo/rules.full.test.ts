import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql as text } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findUncountedSources } from '../../../server/features/inventory/ledger/verify';
import { FLOW } from '../../../server/features/orders/flow/state';
import { readHolders } from '../../../server/features/recalls/queries.sql';
import { dateIn } from '../../../server/kernel/clock';
import { SecretCipher } from '../../../server/platform/secrets/cipher';
import { openStorage } from '../../../server/platform/storage/storage';
import { CHECKS } from '../../../server/process/commands/checks';
import { openBusinesses } from '../../../server/process/demo/businesses';
import { enterCustomers } from '../../../server/process/demo/customers';
import { tellPast } from '../../../server/process/demo/history/past';
import { TIMEZONE } from '../../../server/process/demo/people';
import { seedDemo } from '../../../server/process/demo/seed';
import { openTestDatabase, type TestDatabase } from '../../setup/database';
import { IS_FULL } from '../../setup/full';

const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-demo-'));
afterAll(() => rm(folder, { recursive: true }));

test('the demo ships no held or expired unit, whenever it is seeded', () => {
  const HOUR = 3_600_000;
  const start = Date.UTC(2026, 9, 3, 2, 11);
  for (let moment = 0; moment < (IS_FULL ? 12 : 2); moment++) {
    const now = start + moment * 77 * HOUR;
    const businesses = openBusinesses(now, 'hash');
    const customers = enterCustomers(businesses, now);
    const { world, orders, recalls, shortages } = tellPast(businesses, customers, now);
    const wrong = orders.orders.flatMap(({ row, holds }) =>
      holds.flatMap(({ lot, shippedAt }) => {
        const at = shippedAt ?? new Date(now);
        const held = lot?.batch.heldAt && lot.batch.heldAt <= at;
        const expired = lot && lot.batch.expiresOn < dateIn(TIMEZONE, at);
        return held || expired ? [`${row.orderNumber}: ${lot.batch.batchId}`] : [];
      }),
    );
    expect(wrong).toEqual([]);
    expect(recalls).toHaveLength(2);
    expect(shortages.backorders).toHaveLength(6);
    const today = dateIn(TIMEZONE, new Date(now));
    expect(world.batches.batches.filter(({ expiresOn }) => expiresOn < today).length).toBeGreaterThan(0);
    expect(world.batches.batches.filter(({ heldAt }) => heldAt !== null)).toHaveLength(2);
  }
});

describe('the demo keeps the rules that the product enforces', () => {
  let database: TestDatabase;
  let sql: TestDatabase['sql'];

  beforeAll(async () => {
    database = await openTestDatabase();
    sql = database.sql;
    const storage = await openStorage({ DATA_DIR: folder, S3_URL: undefined });
    await seedDemo({
      db: database.db,
      storage,
      cipher: new SecretCipher('a secret of the demo, at least 32 characters'),
      publicUrl: 'https://demo.test',
    });
  });
  afterAll(() => database.close());

  test('ships no unit of a batch that was held, expired or failed on that day of the seller', async () => {
    const wrong = await sql`
      select o.order_number, b.batch_id, a.shipped_at, b.expires_on::text, b.held_at, b.test_status
      from order_allocations a join orders o on o.id = a.order_id join entities e on e.id = o.wholesaler_id
        join lots l on l.id = a.lot_id join batches b on b.id = l.batch_id
      where a.shipped_at is not null and (b.expires_on < (a.shipped_at at time zone e.timezone)::date
        or b.held_at <= a.shipped_at or b.test_status = 'failed')`;
    expect(wrong).toEqual([]);
  });

  test('reserves no unit of a batch that is held, expired or failed', async () => {
    const wrong = await sql`
      select o.order_number, b.batch_id from order_allocations a join orders o on o.id = a.order_id
        join entities e on e.id = o.wholesaler_id join lots l on l.id = a.lot_id join batches b on b.id = l.batch_id
      where a.shipped_at is null and (b.expires_on < (now() at time zone e.timezone)::date or b.held_at is not null
        or b.test_status = 'failed')`;
    expect(wrong).toEqual([]);
    const late = await sql`
      select m.id from inventory_movements m join lots l on l.id = m.lot_id join batches b on b.id = l.batch_id
        join entities e on e.id = m.entity_id
      where m.reserved_delta > 0 and (b.expires_on < (m.created_at at time zone e.timezone)::date or b.held_at <= m.created_at)`;
    expect(late).toEqual([]);
  });

  test('sells no held unit by hand', async () => {
    const wrong = await sql`
      select m.id from inventory_movements m join lots l on l.id = m.lot_id join batches b on b.id = l.batch_id
      where m.reason_code = 'SALE' and m.created_at >= b.held_at`;
    expect(wrong).toEqual([]);
  });

  test('receives batches after they are packaged, and no goods that had expired', async () => {
    const wrong = await sql`
      select b.batch_id, m.created_at from inventory_movements m join lots l on l.id = m.lot_id
        join batches b on b.id = l.batch_id
      where m.delta > 0 and m.source_type <> 'transfer'
        and (b.packaged_on > m.created_at::date or b.expires_on < m.created_at::date or b.harvested_on > b.packaged_on)`;
    expect(wrong).toEqual([]);
  });

  test('orders whole: what a line reserved or shipped is what it wants, of active products that the seller has or lists', async () => {
    const wrong = await sql`
      select o.order_number, o.status, x.sku from orders o join order_items x on x.order_id = o.id
        join products p on p.id = x.product_id join product_variants v on v.id = x.variant_id
        left join listings l on l.variant_id = v.id and l.seller_id = o.wholesaler_id and l.created_at <= o.created_at
        left join lateral (select coalesce(sum(quantity), 0) as units, count(*) filter (where shipped_at is null) as open
          from order_allocations a where a.order_item_id = x.id) a on true
      where v.product_id <> p.id or not p.active
        or case when p.entity_id = o.wholesaler_id then (v.sku, v.wholesale_price_cents) else (l.sku, l.wholesale_price_cents) end
          is distinct from (x.sku, x.unit_price_cents)
        or o.status = 'cancelled' and a.units <> 0
        or o.status <> 'cancelled' and a.units <> x.quantity
        or o.status in ('shipped', 'delivered') and (a.open > 0 or x.shipped_quantity <> x.quantity)
        or o.status not in ('shipped', 'delivered') and (x.shipped_quantity <> 0 or x.received_quantity <> 0)
        or o.status = 'delivered' and x.received_quantity <> coalesce((select sum(n.accepted) from receipt_lines n where n.order_item_id = x.id), x.quantity)`;
    expect(wrong).toEqual([]);
  });

  test('moves orders along the flow, by members of a side that may, while both licenses and the connection are valid', async () => {
    const steps = await sql<
      Array<{ order_number: string; from_status: string; to_status: string; side: string; valid: boolean }>
    >`
      select o.order_number, h.from_status, h.to_status,
        case h.actor_entity_id when o.wholesaler_id then 'wholesaler' when o.retailer_id then 'retailer' end as side,
        not exists (select from entities e where e.id in (o.wholesaler_id, o.retailer_id) and e.license_expiry < h.created_at::date)
          and exists (select from connections c where c.status = 'accepted' and c.responded_at <= o.created_at
            and array[c.requester_id, c.target_id] @> array[o.wholesaler_id, o.retailer_id]) as valid
      from order_history h join orders o on o.id = h.order_id where h.action = 'moved'`;
    const wrong = steps.filter(({ from_status, to_status, side, valid }) => {
      const step = FLOW[from_status as keyof typeof FLOW]?.[to_status as keyof typeof FLOW];
      return !valid || !step?.by.includes(side as 'wholesaler' | 'retailer');
    });
    expect(wrong).toEqual([]);
    expect(steps.length).toBeGreaterThan(400);
  });

  test('ships with certificates where the seller requires them', async () => {
    const wrong = await sql`
      select o.order_number, b.batch_id from order_allocations a join orders o on o.id = a.order_id
        join entities e on e.id = o.wholesaler_id and e.require_coa join lots l on l.id = a.lot_id
        join batches b on b.id = l.batch_id
      where a.shipped_at is not null and not exists (
        select from product_coas c where c.batch = b.id and c.created_at <= a.shipped_at)`;
    expect(wrong).toEqual([]);
  });

  test('names driver and vehicle of what its distributors shipped, as their fleets have them', async () => {
    const found = await sql`
      select s.name, count(*) filter (where o.driver is not null)::int > 3 as driven,
        count(*) filter (where (o.status in ('shipped', 'delivered')) <> (o.departed_at is not null))::int as unsaid,
        count(*) filter (where o.driver_id is not null and (d.entity_id <> s.id or v.entity_id <> s.id
          or o.driver <> jsonb_build_object('id', d.id, 'name', d.name, 'license_number', d.license_number)
          or o.vehicle <> jsonb_build_object('id', v.id, 'make', v.make, 'model', v.model, 'plate', v.plate)
          or o.estimated_arrival <= o.departed_at or o.departed_at > now()))::int as wrong
      from orders o join entities s on s.id = o.wholesaler_id and s.type = 'wholesaler'
        left join drivers d on d.id = o.driver_id left join vehicles v on v.id = o.vehicle_id
      group by s.name order by s.name`;
    const each = { driven: true, unsaid: 0, wrong: 0 };
    expect(found).toEqual([
      { name: 'Delta Ridge Wholesale', ...each },
      { name: 'Golden Coast Distribution', ...each },
      { name: 'Lost Coast Provisions', ...each },
    ]);
  });

  test('accounts for every unit of its recalls', async () => {
    const recalls = await sql<{ id: string; entity_id: string }[]>`select id, entity_id from recalls`;
    expect(recalls).toHaveLength(2);
    const holders = await readHolders(database.db, {
      recallIds: recalls.map(({ id }) => id),
      which: text`true`,
      whole: true,
      page: null,
    });
    for (const { entity, shipped, accounting } of holders) {
      if (!accounting) throw new Error(`${entity.name} has no account`);
      const { passed_on: _, added, ...places } = accounting;
      const sum = Object.values(places).reduce((units, place) => units + place, 0);
      expect(sum, `${entity.name}: ${JSON.stringify(accounting)}`).toBe(shipped + added);
      expect(places.unknown, entity.name).toBe(0);
    }
    expect(holders.length).toBeGreaterThan(4);
  });

  test('has customers that are not on board without users, stock, goods or pages of their own', async () => {
    const found = await sql`
      select s.name as seller, count(*)::int as customers, count(distinct e.license_number)::int as licenses,
        count(*) filter (where e.license_expiry < current_date or e.license_verified or a.status <> 'unclaimed' or not c.managed
          or a.created_at <> c.responded_at or e.state <> s.state or e.license_number !~ '^C1[01]-[0-9]{7}-LIC$')::int as wrong,
        sum((select count(*) from locations l where l.entity_id = e.id))::int as locations,
        sum((select count(*) from users u where u.entity_id = e.id) + (select count(*) from products p where p.entity_id = e.id)
          + (select count(*) from inventory_items i where i.entity_id = e.id) + (select count(*) from notifications n
            where n.entity_id = e.id) + (select count(*) from pos_connections p where p.entity_id = e.id))::int as owned
      from entities e join entities s on s.id = e.managed_by join accounts a on a.seller_id = s.id and a.buyer_id = e.id
        join connections c on c.requester_id = s.id and c.target_id = e.id and c.status = 'accepted'
      group by s.name order by s.name`;
    expect(found).toEqual([
      { seller: 'Delta Ridge Wholesale', customers: 2, licenses: 2, wrong: 0, locations: 2, owned: 0 },
      { seller: 'Golden Coast Distribution', customers: 4, licenses: 4, wrong: 0, locations: 4, owned: 0 },
    ]);
  });

  test('enters their orders by their seller alone, and books no unit that they receive', async () => {
    const found = await sql`
      select count(distinct o.retailer_id)::int as customers, count(distinct o.status)::int > 3 as varied,
        count(*) filter (where not o.by_seller or o.buyer_stock = (o.status = 'delivered') or o.created_at < a.created_at
          or exists (select from order_history h where h.order_id = o.id and h.actor_entity_id <> o.wholesaler_id))::int as wrong
      from orders o join entities e on e.id = o.retailer_id and e.managed_by is not null
        join accounts a on a.seller_id = o.wholesaler_id and a.buyer_id = e.id`;
    expect(found).toEqual([{ customers: 6, varied: true, wrong: 0 }]);
    const others = await sql`
      select o.order_number from orders o join entities e on e.id = o.retailer_id
      where e.managed_by is null and (o.by_seller and o.status <> 'accepted' or not o.buyer_stock)`;
    expect(others).toEqual([]);
  });

  test('has a cultivator that sells to both wholesalers, which list and sell what they bought', async () => {
    const bought = await sql`
      select b.name, count(*)::int > 5 as often from orders o join entities s on s.id = o.wholesaler_id and s.type = 'cultivator'
        join entities b on b.id = o.retailer_id where b.type = 'wholesaler' group by b.name order by b.name`;
    expect(bought).toEqual([
      { name: 'Delta Ridge Wholesale', often: true },
      { name: 'Golden Coast Distribution', often: true },
    ]);
    const wrong = await sql`
      select l.sku from listings l join products p on p.id = l.product_id join entities e on e.id = l.seller_id
      where p.entity_id = l.seller_id or p.entity_id <> (select entity_id from users where email = 'cultivator@demo.test')
        or exists (select from product_variants v where v.entity_id = l.seller_id and v.sku = l.sku)
        or not exists (select from inventory_items i join inventory_movements m on m.item_id = i.id and m.source_type = 'order'
          where i.entity_id = l.seller_id and i.variant_id = l.variant_id and m.delta > 0 and m.created_at < l.created_at)`;
    expect(wrong).toEqual([]);
    const sold = await sql`
      select o.wholesaler_id from order_items x join orders o on o.id = x.order_id
        join listings l on l.seller_id = o.wholesaler_id and l.variant_id = x.variant_id
      where o.status = 'delivered' group by o.wholesaler_id`;
    expect(sold).toHaveLength(2);
  });

  test('puts on backorder what orders fell short of, at the price of their lines', async () => {
    const orders = await sql`
      select x.requested_quantity - x.quantity as missing, b.quantity, b.status, x.unit_price_cents::int as price,
        (b.ladder->0->>'price_cents')::int as frozen, b.receiving_location_id = o.receiving_location_id as same_place
      from backorders b join orders o on o.id = b.order_id and o.wholesaler_id = b.seller_id and o.retailer_id = b.buyer_id
        full join order_items x on x.order_id = o.id and x.variant_id = b.variant_id
      where b.order_id is not null or x.requested_quantity is not null and x.packed_from is null`;
    expect(orders).toHaveLength(3);
    for (const { missing, price, ...row } of orders) {
      expect(row).toEqual({ quantity: missing, status: 'open', frozen: price, same_place: true });
    }
    const found = await sql`
      select b.status, b.ready_at is not null as ready, count(*)::int as rows,
        count(*) filter (where b.expires_on <> (b.created_at at time zone s.timezone)::date + s.backorder_days
          or b.filled <> coalesce((select sum(f.quantity) from backorder_fills f join orders o on o.id = f.order_id
            and o.created_at > b.created_at and o.by_seller join order_items x on x.order_id = o.id
            and x.variant_id = b.variant_id and x.quantity >= f.quantity where f.backorder_id = b.id), 0)
          or b.status = 'open' and (b.expires_on < current_date or (b.ready_at is not null) <> exists (
            select from stock_levels l where l.variant_id = b.variant_id and l.entity_id = b.seller_id and l.available > l.blocked))
        )::int as wrong
      from backorders b join entities s on s.id = b.seller_id group by 1, 2 order by 1, 2`;
    expect(found).toEqual([
      { status: 'cancelled', ready: false, rows: 1, wrong: 0 },
      { status: 'filled', ready: false, rows: 1, wrong: 0 },
      { status: 'open', ready: false, rows: 3, wrong: 0 },
      { status: 'open', ready: true, rows: 1, wrong: 0 },
    ]);
  });

  test('drafts what its parties could order, two drafts and a quote that is valid', async () => {
    const found = await sql`
      select d.status, count(*)::int as rows, count(*) filter (where
        d.subtotal_cents <> (select sum((x->>'total')::numeric * 100) from jsonb_array_elements(d.lines) x)
        or not exists (select from accounts a where a.seller_id = d.seller_id and a.buyer_id = d.buyer_id)
        or exists (select from jsonb_array_elements(d.lines) x left join product_variants v on v.id = (x->>'variant_id')::uuid
            and v.product_id = (x->>'product_id')::uuid and v.entity_id = d.seller_id and v.sku = x->>'sku'
          where v.wholesale_price_cents is distinct from (x->>'unit_price')::numeric * 100
            or (x->>'total')::numeric <> (x->>'unit_price')::numeric * (x->>'quantity')::int)
        or d.status = 'sent' and (d.expires_at <> (d.valid_until + 1)::timestamp at time zone s.timezone or not d.by_seller
          or d.valid_until not between current_date and current_date + 90)
        or not exists (select from users u where u.id = d.actor_id
          and u.entity_id = case when d.by_seller then d.seller_id else d.buyer_id end))::int as wrong
      from drafts d join entities s on s.id = d.seller_id group by d.status order by d.status`;
    expect(found).toEqual([
      { status: 'draft', rows: 2, wrong: 0 },
      { status: 'sent', rows: 1, wrong: 0 },
    ]);
  });

  test('has a claim that its seller can confirm: what matches is what the claimant said', async () => {
    const found = await sql`
      select c.status, c.email_matches = (p.email = e.contact_email) and c.license_matches
          = (license_form(b.license_number) = license_form(e.license_number))
        and c.type_matches = (b.type = e.type) as true_matches,
        c.expires_at > now() as open, c.seller_id = e.managed_by as sellers, i.status as invitation,
        (select count(*)::int from users u where u.email = p.email) as users,
        (select count(*)::int from notifications n where n.object_id = c.id) as notified
      from claims c join entities e on e.id = c.entity_id join claimants p on p.id = c.claimant_id
        join entities b on b.id = p.entity_id
        join business_invitations i on i.customer_id = e.id and i.email = e.contact_email and i.entity_id = c.seller_id`;
    expect(found).toEqual([
      {
        status: 'waiting',
        true_matches: true,
        open: true,
        sellers: true,
        invitation: 'sent',
        users: 1,
        notified: 3,
      },
    ]);
  });

  test('passes every check of verify-ledger', async () => {
    const { db } = database;
    expect(CHECKS.length).toBeGreaterThan(14);
    for (const { name, find } of CHECKS) expect(await find(db), name).toEqual([]);
    expect([...(await findUncountedSources(db))]).toEqual([]);
  });

  test('looks after every customer: a representative, a contact, a follow-up, and orders that say by whom', async () => {
    const alone = await sql`
      select e.name from accounts a join entities e on e.id = a.buyer_id
      where a.representative_id is null or a.contacts = '[]' or not exists (
        select from follow_ups f where f.seller_id = a.seller_id and f.buyer_id = a.buyer_id and f.entity_id = a.seller_id)`;
    expect(alone).toEqual([]);
    const unsaid = await sql`
      select o.order_number from orders o join accounts a on a.seller_id = o.wholesaler_id and a.buyer_id = o.retailer_id
      where o.representative_id is distinct from a.representative_id`;
    expect(unsaid).toEqual([]);
  });
});
