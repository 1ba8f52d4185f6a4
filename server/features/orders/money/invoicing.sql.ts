import { type SQL, sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import type { Billed } from '../../billing/invoices/service';
import { invoices } from '../../billing/invoices/tables';
import { accounts } from '../../entities/customers/tables';
import { bestLicense } from '../../entities/licenses/queries.sql';
import type { SettingValues } from '../../entities/settings.schema';
import { entities, locations } from '../../entities/tables';
import { inventoryItems } from '../../inventory/tables';
import { batches, lots } from '../../lots/tables';
import { dayOf } from '../../pricing/taxes/queries.sql';
import { products, productVariants } from '../../products/tables';
import { orderAllocations, orderItems, orders } from '../tables';

const addressOf = (alias: 'e' | 'l') =>
  sql.raw(
    `json_build_object('street', ${alias}.street, 'city', ${alias}.city, 'state', ${alias}.state, 'zip', ${alias}.zip)`,
  );

/** SQL: a party as it is called now, with the premises that goods leave or reach. */
const partyOf = (entityId: SQL, places: SQL) => sql`(
  select json_build_object('name', e.name, 'legal_name', e.legal_name, 'license_number', e.license_number,
    'premises', coalesce((select json_agg(json_build_object('name', l.name, 'license_number', ${bestLicense(sql`l`)},
      'address', ${addressOf('l')}) order by l.created_at, l.id) from ${locations} l where ${places}), '[]'),
    'address', ${addressOf('e')}, 'phone', e.contact_phone) from ${entities} e where e.id = ${entityId})`;

const leaving = sql`l.id in (select s.location_id from ${orderAllocations} r join ${inventoryItems} s on s.id = r.inventory_item_id
  where r.order_id = o.id)`;

/** SQL: what was shipped of each batch of a line `x`. */
const lotsOfLine = sql`coalesce((select json_agg(json_build_object('batch_id', n.batch_id, 'quantity', n.quantity) order by n.batch_id)
  from (select b.batch_id, sum(r.quantity)::int as quantity
    from ${orderAllocations} r join ${lots} l on l.id = r.lot_id join ${batches} b on b.id = l.batch_id
    where r.order_item_id = x.id and r.lot_id is not null group by b.batch_id) n), '[]')`;

type Line = Billed['lines'][number] & { shipped: number; received: number };

/** What an invoice of a locked order says, whose stock has moved; no row where it has one. */
export const billedOf = statement(
  [[ID]],
  (orderId: string) => sql<
    Omit<Billed, 'orderId' | 'lines' | 'terms' | 'parties'> & {
      invoiceAt: SettingValues['invoice_at'];
      seller: Billed['parties']['seller'];
      buyer: Billed['parties']['bill_to'];
      remittance: string | null;
      taxRateBps: number;
      taxRules: Billed['terms']['tax_rules'];
      adjustments: Billed['terms']['adjustments'];
      lines: Line[];
    }
  >`
    select o.wholesaler_id as "sellerId", o.retailer_id as "buyerId", s.invoice_at as "invoiceAt",
      ${dayOf(sql`o.wholesaler_id`)}::text as "issuedOn", coalesce(a.terms_days, s.default_terms_days)::int as "termsDays",
      ${partyOf(sql`o.wholesaler_id`, leaving)} as seller, ${partyOf(sql`o.retailer_id`, sql`l.id = o.receiving_location_id`)} as buyer,
      s.remittance_text as remittance, o.tax_rate_bps as "taxRateBps", o.tax_rules as "taxRules", o.adjustments,
      (select json_agg(json_build_object('item_id', x.id, 'product_id', x.product_id, 'product_name', x.product_name,
          'variant_name', v.name, 'sku', x.sku, 'category', p.category, 'lots', ${lotsOfLine}, 'quantity', x.quantity,
          'shipped', x.shipped_quantity, 'received', x.received_quantity, 'unit', x.unit, 'step', x.step,
          'unit_price_cents', x.unit_price_cents, 'discount_bps', x.discount_bps, 'sample', x.sample,
          'tax_category', x.tax_category, 'tax_weight', x.tax_weight, 'tax_weight_unit', x.tax_weight_unit)
          order by x.position, x.id)
        from ${orderItems} x join ${productVariants} v on v.id = x.variant_id join ${products} p on p.id = x.product_id
        where x.order_id = o.id) as lines
    from ${orders} o join ${entities} s on s.id = o.wholesaler_id
      left join ${accounts} a on a.seller_id = o.wholesaler_id and a.buyer_id = o.retailer_id
    where o.id = ${orderId} and not exists (select from ${invoices} i where i.order_id = o.id)`,
);
