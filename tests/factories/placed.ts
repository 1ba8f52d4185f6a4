import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import type { Db } from '../../server/platform/db/client';
import { type Business, createBusiness } from './business';

/** Two businesses whose days begin at midnight in Los Angeles. */
export async function createPair(db: Db, sql: postgres.Sql): Promise<{ seller: Business; buyer: Business }> {
  const seller = await createBusiness(db, 'wholesaler');
  const buyer = await createBusiness(db, 'retailer');
  await sql`update entities set timezone = 'America/Los_Angeles' where id in (${seller.id}, ${buyer.id})`;
  return { seller, buyer };
}

/** Stores an order without lines, placed at a moment. @param cents its total, without tax */
export async function storePlaced(
  sql: postgres.ISql,
  { seller, buyer }: { seller: Business; buyer: Business },
  {
    at,
    cents,
    units = 0,
    status = 'pending',
  }: { at: string; cents: number; units?: number; status?: string },
): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into orders (id, order_number, status, wholesaler_id, retailer_id, receiving_location_id, units, subtotal_cents,
      tax_rate_bps, tax_cents, total_cents, created_by, created_at)
    values (${id}, ${`ORD-${id}`}, ${status}, ${seller.id}, ${buyer.id}, ${buyer.locationIds[0] ?? ''}, ${units}, ${cents}, 0, 0,
      ${cents}, ${randomUUID()}, ${at})`;
  return id;
}
