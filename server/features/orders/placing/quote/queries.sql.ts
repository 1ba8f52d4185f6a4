import { type SQL, sql } from 'drizzle-orm';
import { iso, uuids } from '../../../../platform/db/listing';
import { ID } from '../../../../platform/db/samples';
import { statement } from '../../../../platform/db/statement';
import { orderItems, orders } from '../../tables';

/** Whose purchases are read. */
export interface Purchaser {
  buyerId: string;
  /** Only what it bought from this business. */
  sellerId?: string;
}

/** SQL: the newest line of a business's orders for a variant, those that were canceled aside; of any seller, or of one. */
function lastLine(columns: SQL, { buyerId, sellerId }: Purchaser, variantId: SQL): SQL {
  const ofSeller = sellerId === undefined ? sql`` : sql`and o.wholesaler_id = ${sellerId}`;
  return sql`select ${columns} from ${orderItems} x join ${orders} o on o.id = x.order_id
    where x.retailer_id = ${buyerId} and x.variant_id = ${variantId} and o.status <> 'cancelled' ${ofSeller}
    order by x.created_at desc limit 1`;
}

/** What a buyer last paid for each variant, and when it ordered it (decision 200). */
export const lastPurchases = statement(
  [
    [{ buyerId: ID }, [ID]],
    [{ buyerId: ID, sellerId: ID }, [ID]],
  ],
  (purchaser: Purchaser, variantIds: readonly string[]) => sql<{
    variant_id: string;
    unit_price_cents: number;
    ordered_at: string;
  }>`
    select w.id as variant_id, x.unit_price_cents::float8 as unit_price_cents, ${iso(sql`x.created_at`)} as ordered_at
    from unnest(${uuids(variantIds)}) w (id) cross join lateral
      (${lastLine(sql`x.unit_price_cents, o.created_at`, purchaser, sql`w.id`)}) x`,
);
