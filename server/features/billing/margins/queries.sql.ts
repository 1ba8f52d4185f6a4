import { type SQL, sql } from 'drizzle-orm';
import { EACH, type SoldAlike } from '../../../kernel/weights';
import { DAY, ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { orderItems } from '../../orders/tables';
import { creditNotes, type Remaining } from '../credits/tables';
import type { StoredDocument } from '../invoices/stored';
import { invoices } from '../invoices/tables';
import type { MARGIN_GROUPS } from './schema';

type Group = (typeof MARGIN_GROUPS)[number];

/** What a row adds up, in cents. */
export interface MarginSums extends SoldAlike {
  id: string | null;
  name: string;
  units: number;
  sales_cents: number;
  cost_cents: number;
  uncosted: number;
}

export interface Days {
  start: string;
  end: string;
}

const EACH_TEXT = sql.raw(String(EACH));
const SAMPLE: Days = { start: DAY, end: DAY };

/** SQL: invoices (alias `i`) of a seller and days that have lines. */
const issued = (sellerId: string, { start, end }: Days): SQL =>
  sql`i.seller_id = ${sellerId} and i.issued_on between ${start} and ${end} and not i.opening`;

const credited = sql`exists (select from ${creditNotes} c where c.invoice_id = i.id)`;

const KEYS: Record<Group, { id: SQL; name: SQL }> = {
  product: { id: sql`x.product_id`, name: sql`max(l.product_name)` },
  customer: { id: sql`i.buyer_id`, name: sql`max(i.parties -> 'bill_to' ->> 'name')` },
  day: { id: sql`i.issued_on`, name: sql`i.issued_on::text` },
};

/** SQL: cost of so many steps at a dollar cost per unit, half up to the cent. */
const costOf = sql`floor(l.quantity::numeric * coalesce(l.step, 10000) * x.unit_cost / 100 + 0.5)`;

/** Sums of the invoices of which nothing was credited. */
export const wholeMargins = statement(
  [
    [ID, SAMPLE, 'product'],
    [ID, SAMPLE, 'customer'],
    [ID, SAMPLE, 'day'],
  ],
  (sellerId: string, days: Days, group: Group) => {
    const { id, name } = KEYS[group];
    return sql<MarginSums>`
      select ${group === 'day' ? sql`null::uuid` : id} as id, ${name} as name, sum(l.quantity)::float8 as units,
        sum(l.total_cents - l.discount_share_cents)::float8 as sales_cents, coalesce(sum(${costOf}), 0)::float8 as cost_cents,
        coalesce(sum(l.quantity) filter (where x.unit_cost is null), 0)::float8 as uncosted,
        count(distinct coalesce(l.unit || l.step, '')) < 2 as alike, min(l.unit) as unit, min(l.step)::float8 / ${EACH_TEXT} as step
      from ${invoices} i cross join lateral jsonb_to_recordset(i.document -> 'lines') as l (item_id uuid, product_name text, quantity int,
          unit text, step int, total_cents bigint, discount_share_cents bigint)
        left join ${orderItems} x on x.id = l.item_id
      where ${issued(sellerId, days)} and not ${credited} group by ${id}`;
  },
);

/** An invoice of which something was credited. */
export interface CreditedInvoice {
  id: string;
  buyer_id: string;
  buyer_name: string;
  issued_on: string;
  document: StoredDocument;
  remaining: Remaining;
  /** Dollars per unit by line; absent where it isn't known. */
  costs: Record<string, number>;
}

/** The others, whole, with what stays of them: the next so many after one, by id. */
export const creditedInvoices = statement(
  [
    [ID, SAMPLE, null, 1],
    [ID, SAMPLE, ID, 1],
  ],
  (sellerId: string, days: Days, after: string | null, limit: number) => sql<CreditedInvoice>`
    select i.id, i.buyer_id, i.parties -> 'bill_to' ->> 'name' as buyer_name, i.issued_on::text, i.document, r.remaining,
      coalesce((select json_object_agg(x.id, x.unit_cost) from ${orderItems} x where x.order_id = i.order_id and x.unit_cost is not null), '{}')
        as costs
    from (
      select distinct c.invoice_id as id from ${creditNotes} c join ${invoices} i on i.id = c.invoice_id
      where c.seller_id = ${sellerId} and ${issued(sellerId, days)} ${after === null ? sql`` : sql`and c.invoice_id > ${after}`}
      order by 1 limit ${limit}
    ) page join ${invoices} i on i.id = page.id
      cross join lateral (select c.remaining from ${creditNotes} c where c.invoice_id = i.id order by c.id desc limit 1) r
    order by i.id`,
);
