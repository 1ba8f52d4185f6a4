import { type SQL, sql } from 'drizzle-orm';
import type { Days } from '../../../kernel/ranges';
import { EACH, type SoldAlike } from '../../../kernel/weights';
import { uuids } from '../../../platform/db/listing';
import { DAY, ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { users } from '../../auth/tables';
import { accounts } from '../../entities/customers/tables';
import { orderItems } from '../../orders/tables';
import { products } from '../../products/tables';
import { creditNotes, type Remaining } from '../credits/tables';
import type { StoredDocument } from '../invoices/stored';
import { invoices } from '../invoices/tables';
import type { MARGIN_GROUPS } from './schema';

export type MarginGroup = (typeof MARGIN_GROUPS)[number];
/** By what rows are, and by what each is divided. */
export type Groups = readonly [MarginGroup, MarginGroup?];

/** What a row adds up, in cents. */
export interface MarginSums extends SoldAlike {
  /** Id of the product, customer or member, the brand, category or day; '' for none. */
  key: string;
  /** The same of what the row is divided by; null where it isn't. */
  beside: string | null;
  units: number;
  sales_cents: number;
  cost_cents: number;
  uncosted: number;
}

const EACH_TEXT = sql.raw(String(EACH));
const SAMPLE: Days = { start: DAY, end: DAY };

/** SQL: invoices (alias `i`) of a seller and days that have lines. */
const issued = (sellerId: string, { start, end }: Days): SQL =>
  sql`i.seller_id = ${sellerId} and i.issued_on between ${start} and ${end} and not i.opening`;

const credited = sql`exists (select from ${creditNotes} c where c.invoice_id = i.id)`;

/** What each group is keyed by, of the line `x`, its product `p`, the invoice `i` and its customer's account `a`. */
const KEYS: Record<MarginGroup, SQL> = {
  brand: sql`coalesce(p.brand, '')`,
  category: sql`p.category`,
  representative: sql`coalesce(a.representative_id::text, '')`,
  product: sql`x.product_id`,
  customer: sql`i.buyer_id`,
  day: sql`i.issued_on`,
};

/** SQL: what the keys of groups need beside invoices and lines. */
const joinsFor = (groups: readonly MarginGroup[]) => {
  const ofGoods = groups.some((group) => group === 'brand' || group === 'category');
  const ofCustomers = groups.includes('representative');
  return sql`${ofGoods ? sql`join ${products} p on p.id = x.product_id` : sql``}
    ${ofCustomers ? sql`left join ${accounts} a on a.seller_id = i.seller_id and a.buyer_id = i.buyer_id` : sql``}`;
};

/** SQL: what a unit of a line cost; 0 is what stock costs until a cost is known. */
const unitCost = sql`nullif(x.unit_cost, 0)`;

/** SQL: cost of so many steps at a dollar cost per unit, half up to the cent. */
const costOf = sql`floor(l.quantity::numeric * coalesce(x.step, 10000) * ${unitCost} / 100 + 0.5)`;

/**
 * Sums of the invoices of which nothing was credited. What a line froze is read from the order's, and of the document no more than
 * what it alone has: each of its values takes time.
 */
export const wholeMargins = statement(
  [
    [ID, SAMPLE, ['product']],
    [ID, SAMPLE, ['customer', 'day']],
    [ID, SAMPLE, ['brand', 'representative']],
  ],
  (sellerId: string, days: Days, [group, then]: Groups) => sql<MarginSums>`
    select s.key::text as key, s.beside::text as beside, sum(s.units)::float8 as units, sum(s.sales)::float8 as sales_cents, coalesce(sum(s.cost), 0)::float8 as cost_cents,
      coalesce(sum(s.uncosted), 0)::float8 as uncosted, count(*) < 2 as alike, min(s.unit) as unit, min(s.step)::float8 / ${EACH_TEXT} as step
    from (
      select ${KEYS[group]} as key, ${then ? KEYS[then] : sql`null::text`} as beside, x.unit, x.step, sum(l.quantity) as units, sum(l.total_cents - l.discount_share_cents) as sales,
        sum(${costOf}) as cost, sum(l.quantity) filter (where ${unitCost} is null) as uncosted
      from ${invoices} i cross join lateral jsonb_to_recordset(i.document -> 'lines') as l (item_id uuid, quantity int,
          total_cents bigint, discount_share_cents bigint)
        join ${orderItems} x on x.id = l.item_id ${joinsFor(then ? [group, then] : [group])}
      where ${issued(sellerId, days)} and not ${credited} group by 1, 2, 3, 4
    ) s group by s.key, s.beside`,
);

/** An invoice of which something was credited. */
export interface CreditedInvoice {
  id: string;
  buyer_id: string;
  /** Who looks after the buyer now. */
  representative_id: string | null;
  issued_on: string;
  document: StoredDocument;
  remaining: Remaining;
  /** Dollars per unit by line; absent where it isn't known. */
  costs: Record<string, number>;
}

/** The last invoice of a page. */
type After = Pick<CreditedInvoice, 'id' | 'issued_on'>;

/** The others, whole, with what stays of them: the next so many after one, the latest first. */
export const creditedInvoices = statement(
  [
    [ID, SAMPLE, null, 1],
    [ID, SAMPLE, { id: ID, issued_on: DAY }, 1],
  ],
  (sellerId: string, days: Days, after: After | null, limit: number) => sql<CreditedInvoice>`
    select i.id, i.buyer_id, a.representative_id, i.issued_on::text, i.document, r.remaining,
      coalesce((select json_object_agg(x.id, x.unit_cost) from ${orderItems} x where x.order_id = i.order_id and ${unitCost} is not null), '{}')
        as costs
    from ${invoices} i cross join lateral (
      select c.remaining from ${creditNotes} c where c.invoice_id = i.id order by length(c.number) desc, c.number desc limit 1
    ) r left join ${accounts} a on a.seller_id = i.seller_id and a.buyer_id = i.buyer_id
    where ${issued(sellerId, after === null ? days : { ...days, end: after.issued_on })}
      ${after === null ? sql`` : sql`and (i.issued_on < ${after.issued_on} or i.id > ${after.id})`}
    order by i.issued_on desc, i.id limit ${limit}`,
);

/** What products are now. */
export const productsNow = statement(
  [[[ID]]],
  (ids: readonly string[]) => sql<{ id: string; name: string; brand: string | null; category: string }>`
    select p.id, p.name, p.brand, p.category from ${products} p where p.id = any(${uuids(ids)})`,
);

/** What members are called now. */
export const memberNames = statement(
  [[ID, [ID]]],
  (sellerId: string, ids: readonly string[]) => sql<{ id: string; name: string }>`
    select u.id, u.name from ${users} u where u.entity_id = ${sellerId} and u.id = any(${uuids(ids)})`,
);

/** What customers are called on their latest invoice. */
export const customerNames = statement(
  [[ID, [ID]]],
  (sellerId: string, ids: readonly string[]) => sql<{ id: string; name: string }>`
    select k.id, coalesce((select i.parties -> 'bill_to' ->> 'name' from ${invoices} i
      where i.seller_id = ${sellerId} and i.buyer_id = k.id and not i.opening order by i.id desc limit 1), '') as name
    from unnest(${uuids(ids)}) k (id)`,
);
