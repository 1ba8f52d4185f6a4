import type postgres from 'postgres';
import { CUSTOMERS } from '../server/features/entities/customers/queries.sql';
import { type Case, listCases } from './scale-cases';
import type { Scale } from './scale-data';

/** Customers that the seller entered, each a business with one location and an id in another system. */
export async function insertCustomers(sql: postgres.Sql, sellerId: string, count: number): Promise<void> {
  await sql`
    create temp table bench_customers as
    select n, uuidv7() as id, 'Shop ' || (n * 7919) % 1000003 as name, 'C9-' || to_char(n, 'FM0000000') || '-LIC' as license,
      now() - interval '1 minute' * (${count}::int - n) as at
    from generate_series(1, ${count}::int) n`;
  await sql`
    insert into entities (id, type, tier, name, legal_name, license_number, street, city, state, zip, managed_by, created_at)
    select id, 'retailer', 'free', name, name || ' LLC', license, '12 Market Street', 'Oakland', 'CA', '94607', ${sellerId}, at
    from bench_customers order by n`;
  await sql`
    insert into locations (id, entity_id, name, street, city, state, zip, created_at)
    select uuidv7(), id, 'Store', '12 Market Street', 'Oakland', 'CA', '94607', at from bench_customers order by n`;
  await sql`
    insert into connections (id, requester_id, target_id, status, managed, created_at, responded_at)
    select uuidv7(), ${sellerId}, id, 'accepted', true, at, at from bench_customers order by n`;
  await sql`
    insert into accounts (seller_id, buyer_id, status, name, license_number, nickname, created_at, updated_at)
    select ${sellerId}, id, 'unclaimed', name, license, case when n % 10 = 0 then 'Corner ' || n end, at, at
    from bench_customers order by n`;
  await sql`
    insert into external_ids (entity_id, object_type, object_id, system, value)
    select ${sellerId}, 'customer', id, 'books', 'C-' || n from bench_customers`;
  // Those that order are connected, so that they have an account as well.
  await sql`
    insert into accounts (seller_id, buyer_id, status, name, license_number)
    select ${sellerId}, id, 'claimed', 'Retailer ' || n, 'C10-' || n from bench_retailers`;
}

export function customerCases({ tokens, customerId }: Scale): Case[] {
  const token = tokens.owner;
  return [
    ...listCases(token, 'customers', '/api/v1/customers', {
      sorts: Object.keys(CUSTOMERS.sorts),
      filters: {
        unclaimed: 'status=unclaimed',
        claimed: 'status=claimed',
        'search by name': 'search=shop%2012345',
        'search by license': 'search=0012345',
        'search without a match': 'search=nothing',
        'external id': 'external_id=books:C-12345',
        'changed lately': `updated_since=${new Date(Date.now() - 86_400_000).toISOString()}`,
      },
    }),
    { name: 'one customer', path: `/api/v1/customers/${customerId}`, token },
    {
      name: 'customer, changed',
      path: '/api/v1/customers/{id}',
      token,
      write: (n) => ({
        method: 'PATCH',
        path: `/api/v1/customers/${customerId}`,
        body: { nickname: `Corner shop ${n}` },
      }),
    },
    {
      name: 'customer, new',
      path: '/api/v1/customers',
      token,
      write: (n) => ({
        method: 'POST',
        path: '/api/v1/customers',
        body: {
          type: 'retailer',
          name: `New shop ${n}`,
          license_number: `N-${Date.now()}-${n}`,
          address: { street: '12 Market Street', city: 'Oakland', state: 'CA', zip: '94607' },
        },
      }),
    },
  ];
}
