import { type SQL, sql } from 'drizzle-orm';
import { dateIn } from '../../../kernel/clock';
import { ORDER_STATUSES } from '../../../kernel/order-statuses';
import { CREDITS } from '../../billing/credits/queries.sql';
import { INVOICES } from '../../billing/invoices/queries.sql';
import { isOpen } from '../../billing/invoices/resource';
import { PAYMENTS } from '../../billing/payments/queries.sql';
import { PAYMENT_STATUSES } from '../../billing/schema';
import { accounts } from '../../entities/customers/tables';
import { DRAFT_NUMBER, DRAFTS } from '../../orders/drafts/queries.sql';
import { DraftStatus, statusNow } from '../../orders/drafts/resource';
import { OPEN, ORDERS } from '../../orders/queries.sql';
import { dayOf } from '../../pricing/taxes/queries.sql';
import { dollars, type Kind, listOf, NOWHERE, nameOf, parts, type Reader } from './kind.sql';
import { statesOf } from './partners.sql';

/** SQL: the other party of a document, as the reader calls it. */
const partner = (
  { entity }: Reader,
  sellerId: SQL,
  buyerId: SQL,
): SQL => sql`case when ${sellerId} = ${entity.id}
  then coalesce((select w.name from ${accounts} w where w.seller_id = ${sellerId} and w.buyer_id = ${buyerId}), ${nameOf(buyerId)})
  else ${nameOf(sellerId)} end`;

export const order: Kind = {
  needs: 'read:orders',
  list: (reader) => listOf(ORDERS, reader),
  joins: () => sql``,
  shown: (reader) => ({
    title: sql`o.order_number`,
    subtitle: parts(partner(reader, sql`o.wholesaler_id`, sql`o.retailer_id`), dollars(sql`o.total_cents`)),
    number: sql`o.order_number`,
    status: sql`o.status`,
    path: sql`'/orders/' || o.id`,
    locationId: sql`o.receiving_location_id`,
    updatedAt: sql`o.updated_at`,
  }),
  states: ({ entity }) => ({
    ...statesOf(sql`o.status`, ORDER_STATUSES),
    late: sql`(${OPEN} and coalesce(o.delivery_date < ${dateIn(entity.timezone)}::date, false))`,
  }),
  namedBy: 'customer',
};

const isOverdue = sql`(${isOpen} and i.due_on < ${dayOf(sql`i.seller_id`)})`;

export const invoice: Kind = {
  needs: 'read:invoices',
  list: (reader) => listOf(INVOICES, reader),
  joins: () => sql``,
  shown: (reader) => ({
    title: sql`i.number`,
    subtitle: parts(partner(reader, sql`i.seller_id`, sql`i.buyer_id`), dollars(sql`i.total_cents`)),
    number: sql`i.number`,
    status: sql`case when not ${isOpen} then 'settled' when ${isOverdue} then 'overdue' else 'open' end`,
    path: sql`'/invoices/' || i.id`,
    locationId: NOWHERE,
    updatedAt: sql`i.updated_at`,
  }),
  states: () => ({
    open: isOpen,
    overdue: isOverdue,
    settled: sql`not ${isOpen}`,
    paid: sql`not ${isOpen}`,
  }),
  namedBy: 'customer',
};

export const payment: Kind = {
  needs: 'read:invoices',
  // A payment counts in every location (decision 690).
  has: ({ locationLimit }) => !locationLimit,
  list: (reader) => listOf(PAYMENTS, reader),
  joins: () => sql``,
  shown: (reader) => ({
    title: sql`${dollars(sql`p.amount_cents`)} || case when p.kind = 'refund' then ' refund' else '' end`,
    subtitle: parts(
      partner(reader, sql`p.seller_id`, sql`p.buyer_id`),
      sql`replace(p.method, '_', ' ')`,
      sql`p.reference`,
    ),
    number: sql`p.reference`,
    status: sql`p.status`,
    path: sql`'/payments/' || p.id`,
    locationId: NOWHERE,
    updatedAt: sql`p.updated_at`,
  }),
  states: () => statesOf(sql`p.status`, PAYMENT_STATUSES),
  namedBy: 'customer',
};

export const creditNote: Kind = {
  needs: 'read:invoices',
  list: (reader) => listOf(CREDITS, reader),
  joins: () => sql``,
  shown: (reader) => ({
    title: sql`c.number`,
    subtitle: parts(partner(reader, sql`c.seller_id`, sql`c.buyer_id`), dollars(sql`c.total_cents`)),
    number: sql`c.number`,
    status: sql`case when c.allocated_cents < c.total_cents then 'unapplied' else 'applied' end`,
    path: sql`'/invoices/' || c.invoice_id`,
    locationId: NOWHERE,
    updatedAt: sql`c.updated_at`,
  }),
  states: () => ({
    unapplied: sql`c.allocated_cents < c.total_cents`,
    applied: sql`c.allocated_cents >= c.total_cents`,
  }),
  namedBy: 'customer',
};

const number = sql.raw(`d.${DRAFT_NUMBER}`);

export const draft: Kind = {
  needs: 'read:orders',
  list: (reader) => listOf(DRAFTS, reader),
  joins: () => sql``,
  shown: (reader) => ({
    title: sql`case when d.expires_at is null then 'Draft · ' else 'Quote · ' end
      || ${partner(reader, sql`d.seller_id`, sql`d.buyer_id`)}`,
    subtitle: parts(dollars(sql`d.subtotal_cents`), number),
    number,
    status: statusNow,
    path: sql`'/drafts/' || d.id`,
    locationId: NOWHERE,
    updatedAt: sql`d.updated_at`,
  }),
  states: () => statesOf(statusNow, DraftStatus.options),
  namedBy: 'customer',
};
