import type postgres from 'postgres';
import { DRAFTS } from '../server/features/orders/drafts/queries.sql';
import { type Case, listCases } from './scale-cases';
import type { Scale } from './scale-data';

/** A draft and a backorder of each customer that the seller entered, half of the drafts sent; one customer in five is claimed. */
export async function insertTrade(sql: postgres.Sql, sellerId: string): Promise<void> {
  await sql`
    create temp table bench_wishes as
    select c.n, c.id as buyer_id, c.at, l.id as location_id, v.*
    from bench_customers c join locations l on l.entity_id = c.id
      join (select row_number() over (order by v.id) as place, count(*) over () as places, v.id as variant_id, v.sku, p.id as product_id,
          p.name as product_name from product_variants v join products p on p.id = v.product_id where p.entity_id = ${sellerId}) v
        on v.place = 1 + c.n % v.places`;
  await sql`
    insert into drafts (id, status, seller_id, buyer_id, by_seller, lines, subtotal_cents, valid_until, expires_at, sent_at, actor_name,
      created_at, updated_at)
    select uuidv7(), case when n % 2 = 0 then 'draft' else 'sent' end, ${sellerId}, buyer_id, true,
      jsonb_build_array(jsonb_build_object('product_id', product_id, 'variant_id', variant_id, 'product_name', product_name,
        'sku', sku, 'quantity', 12, 'unit_price', 10, 'total', 120)), 12000,
      case when n % 2 = 1 then current_date + 30 end, case when n % 2 = 1 then now() + interval '31 days' end,
      case when n % 2 = 1 then at end, 'Bench', at, at
    from bench_wishes order by n`;
  await sql`
    insert into backorders (id, seller_id, buyer_id, product_id, variant_id, product_name, sku, receiving_location_id, quantity, filled,
      ladder, status, expires_on, created_at, updated_at)
    select uuidv7(), ${sellerId}, buyer_id, product_id, variant_id, product_name, sku, location_id, 12, case when n % 4 = 0 then 12 else 0 end,
      '[{"min_steps": 1, "price_cents": 1000}]', case when n % 4 = 0 then 'filled' else 'open' end, current_date + 30, at, at
    from bench_wishes order by n`;
  await sql`
    create temp table bench_claims as select n, id as customer_id, at, uuidv7() as claimant_id, uuidv7() as business_id
    from bench_customers where n % 5 = 0`;
  await sql`
    insert into entities (id, type, tier, name, legal_name, license_number, license_verified, street, city, state, zip, contact_email)
    select business_id, 'retailer', 'free', 'Claimant ' || n, 'Claimant ' || n, 'BENCH-CLAIMANT-' || n, false, 'x', 'x', 'CA', '9',
      'claimant' || n || '@bench.test' from bench_claims`;
  await sql`
    insert into claimants (id, email, entity_id)
    select claimant_id, 'claimant' || n || '@bench.test', business_id from bench_claims`;
  await sql`
    insert into claims (id, entity_id, seller_id, claimant_id, email_matches, license_matches, type_matches, status, seller_status, created_at, expires_at)
    select uuidv7(), customer_id, ${sellerId}, claimant_id, true, false, true,
      case when n % 2 = 0 then 'waiting' else 'rejected' end, case when n % 2 = 0 then 'waiting' else 'rejected' end, at, at + interval '14 days' from bench_claims order by n`;
}

/** Lists of drafts, backorders and claims, and what the order form looks up. */
export function tradeCases({ tokens, customerId, entityId, productIds }: Scale): Case[] {
  const token = tokens.owner;
  const catalog = `/api/v1/market/suppliers/${entityId}/catalogue?customer_id=${customerId}&limit=8`;
  const lines = productIds.slice(0, 5).map((product_id) => ({ product_id, quantity: 2 }));
  const body = { retailer_id: customerId, items: lines };
  return [
    ...listCases(token, 'drafts', '/api/v1/drafts', {
      sorts: Object.keys(DRAFTS.sorts),
      filters: { sent: 'status=sent', 'of the seller': 'side=selling' },
    }),
    ...listCases(token, 'backorders', '/api/v1/backorders', {
      filters: { open: 'status=open', 'of a buyer': `buyer_id=${customerId}` },
    }),
    ...listCases(token, 'claims', '/api/v1/claims', { filters: { waiting: 'status=waiting' } }),
    { name: 'order form, SKU', path: `${catalog}&search=bench-12345`, token },
    { name: 'order form, part of a name', path: `${catalog}&search=product%20123`, token },
    {
      name: 'order form, last order',
      path: `/api/v1/orders/summaries?retailer_id=${customerId}&limit=1`,
      token,
    },
    {
      name: 'order form, quote',
      path: '/api/v1/orders/quote',
      token,
      write: () => ({ method: 'POST', path: '/api/v1/orders/quote', body }),
    },
  ];
}
