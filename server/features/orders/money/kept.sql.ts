import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Premises } from '../../../kernel/premises';
import type { WeightUnit } from '../../../kernel/weights';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { accounts } from '../../entities/customers/tables';
import { premises } from '../../entities/locations/queries.sql';
import { PARTY, type Party } from '../../entities/queries.sql';
import { entities, locations } from '../../entities/tables';
import type { LadderStep, PriceSource } from '../../pricing/ladder';
import type { Category } from '../../products/categories';
import { listings, productVariants } from '../../products/tables';
import type { Side } from '../shapes/flow.schema';
import { orderItems, orders } from '../tables';
import type { LineTotals, Priced } from './pricing';

/** A line of an order with all that its price follows from. */
export interface KeptLine extends Priced, LineTotals {
  id: string;
  productId: string;
  productName: string;
  variantId: string;
  sku: string;
  /** What was asked for, where that is more than the quantity. */
  requestedQuantity: number | null;
  /** Null for its price at any quantity. */
  priceLadder: LadderStep[] | null;
  priceSource: PriceSource;
  /** The amount whose break sets the price, until an edit. */
  breakSteps: number | null;
  /** What had been ordered before the seller packed another amount. */
  packedFrom: number | null;
  discountBps: number;
  sample: boolean;
  unit: WeightUnit | null;
  step: number | null;
  taxCategory: Category | null;
  taxWeight: number | null;
  taxWeightUnit: WeightUnit | null;
  /** Its seller sells the goods in multiples of so many steps now. */
  caseSize: number;
}

/** The lines of an order, which its lock keeps as they are. */
export const keptLines = statement(
  [[ID]],
  (orderId: string) => sql<KeptLine>`
    select x.id, x.product_id as "productId", x.product_name as "productName", x.variant_id as "variantId", x.sku, x.quantity,
      x.requested_quantity as "requestedQuantity", x.unit_price_cents::float8 as "unitPriceCents",
      x.price_ladder as "priceLadder", x.price_source as "priceSource", x.break_steps as "breakSteps", x.packed_from as "packedFrom",
      x.discount_bps as "discountBps", x.sample, x.unit, x.step, x.tax_category as "taxCategory",
      x.tax_weight::float8 as "taxWeight", x.tax_weight_unit as "taxWeightUnit",
      x.total_cents::float8 as "totalCents", x.discount_share_cents::float8 as "discountShareCents",
      coalesce(g.case_size, v.case_size) as "caseSize"
    from ${orderItems} x join ${orders} o on o.id = x.order_id join ${productVariants} v on v.id = x.variant_id
      left join ${listings} g on g.seller_id = o.wholesaler_id and g.variant_id = x.variant_id
    where x.order_id = ${orderId} order by x.position, x.id`,
);

/** The parties of an order, where and when its goods arrive, and what of its account its changes are judged by. */
export interface SaleTerms extends Record<Side, Party> {
  receiving: Premises;
  /** Requested day of delivery, in the form YYYY-MM-DD. */
  day: string | null;
  /** In cents; null for none. */
  minimumCents: number | null;
  /** Whether the buyer lets its sellers enter orders. */
  takesSellersOrders: boolean;
}

const party = (id: SQL) =>
  sql`(select row_to_json(p) from (select ${PARTY} from ${entities} where id = ${id}) p)`;

export const saleTerms = statement(
  [[ID]],
  (orderId: string) => sql<SaleTerms>`
    select ${party(sql`o.wholesaler_id`)} as wholesaler, ${party(sql`o.retailer_id`)} as retailer,
      (select row_to_json(p) from (select ${premises} from ${locations} l where l.id = o.receiving_location_id) p) as receiving,
      o.delivery_date::text as day, coalesce(a.minimum_order_cents, e.minimum_order_cents)::float8 as "minimumCents",
      coalesce(a.seller_orders, false) as "takesSellersOrders"
    from ${orders} o join ${entities} e on e.id = o.wholesaler_id
      left join ${accounts} a on a.seller_id = o.wholesaler_id and a.buyer_id = o.retailer_id
    where o.id = ${orderId}`,
);

/** What an edit of an order may change in its lines. */
const EDITED = [
  'quantity',
  'requestedQuantity',
  'unitPriceCents',
  'priceLadder',
  'priceSource',
  'breakSteps',
  'packedFrom',
  'discountBps',
  'sample',
  'totalCents',
  'discountShareCents',
] as const satisfies ReadonlyArray<keyof KeptLine & keyof typeof orderItems.$inferInsert>;
type EditedLine = Pick<KeptLine, 'id' | (typeof EDITED)[number]>;

/** Whether an edit changed what is stored of a line. */
export const isEdited = (before: EditedLine, after: EditedLine): boolean =>
  EDITED.some((name) => before[name] !== after[name]);

const columns = getTableColumns(orderItems);
const ASSIGNED = sql.raw(EDITED.map((name) => `${columns[name].name} = g.${columns[name].name}`).join(', '));

/** Stores edited lines in one statement, however many there are. */
export const storeLines = statement([[[]]], (lines: readonly EditedLine[]) => {
  const rows = lines.map((line) =>
    Object.fromEntries([['id', line.id], ...EDITED.map((name) => [columns[name].name, line[name]])]),
  );
  return sql`update ${orderItems} x set ${ASSIGNED}
    from jsonb_populate_recordset(null::${orderItems}, ${JSON.stringify(rows)}::jsonb) g where x.id = g.id`;
});
