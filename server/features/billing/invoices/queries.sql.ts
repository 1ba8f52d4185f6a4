import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import { CalendarDate, Id, Search } from '../../../kernel/params';
import { byId, collection, filter } from '../../../platform/db/collection';
import { contains, isAmong } from '../../../platform/db/listing';
import { pageOf, rowsWhere } from '../../../platform/db/rows.sql';
import { DAY, ID, OWNER } from '../../../platform/db/samples';
import { survivorOf } from '../../entities/customers/service.sql';
import { byExternalId } from '../../entities/external-ids/resource';
import { dayOf } from '../../pricing/taxes/queries.sql';
import { MoneySide, ownColumn, ownMoney, sidesOf } from '../sides';
import { invoice, isOpen, sharedInvoice } from './resource';
import { InvoiceStatus } from './schema';
import { invoices } from './tables';

const i = alias(invoices, 'i');

type Reader = Pick<Actor, 'entity'>;

/** SQL: the invoices (alias `i`) of the caller's business on either side. The only way to a row. */
export const visibleInvoices = (actor: Reader) => ownMoney('i', actor);

const day = (description: string) => CalendarDate.meta({ description });

const LIST = {
  name: 'invoices',
  sorts: { issued_on: i.issuedOn, due_on: i.dueOn },
  fallback: '-issued_on',
  keys: { issued_on: 'date', due_on: 'date' },
  changed: i.updatedAt,
  filters: {
    side: filter(
      MoneySide,
      'buying',
      (side, { entity }: Reader) => sql`${ownColumn('i', side)} = ${entity.id}`,
    ),
    status: filter(InvoiceStatus, 'open', (status) =>
      status === 'open' ? isOpen : sql`i.settled_cents = i.total_cents`,
    ),
    overdue: filter(
      z
        .boolean()
        .meta({ description: "true for open invoices after their `due_on`, by the seller's calendar" }),
      true,
      (overdue) => sql`(${isOpen} and i.due_on < ${dayOf(sql`i.seller_id`)}) = ${overdue}`,
    ),
    customer_id: filter(
      Id.meta({ description: 'Only invoices to this buyer' }),
      ID,
      (id, { entity }: Reader) => sql`i.buyer_id = ${survivorOf(entity.id, id)}`,
    ),
    supplier_id: byId(i.sellerId, 'Only invoices of this seller'),
    order_id: byId(i.orderId, 'Only the invoice of this order'),
    opening: filter(
      z.boolean().meta({ description: 'true for opening balances alone, false for all others' }),
      true,
      (opening) => sql`i.opening = ${opening}`,
    ),
    issued_from: filter(
      day('Only invoices issued on or after this day'),
      DAY,
      (from) => sql`i.issued_on >= ${from}::date`,
    ),
    issued_to: filter(
      day('Only invoices issued on or before this day'),
      DAY,
      (to) => sql`i.issued_on <= ${to}::date`,
    ),
    due_before: filter(
      day('Only invoices that are due before this day'),
      DAY,
      (before) => sql`i.due_on < ${before}::date`,
    ),
    search: filter(Search.meta({ description: 'Part of the number' }), 'x', (part) =>
      contains(sql`i.number`, part),
    ),
    external_id: byExternalId<Reader>('invoice', sql`i.id`),
  },
} as const;
export const INVOICES = collection(invoice, {
  ...LIST,
  visible: (reader: Reader) => visibleInvoices(reader),
});

/** The list of a business that is on both sides: PostgreSQL merges their indexes by the union's own column (decision 305). */
const ON_BOTH_SIDES: typeof INVOICES = collection(invoice, {
  ...LIST,
  from: sql`(select x.*, x.buyer_id as own_id from ${invoices} x
    union all select y.*, y.seller_id as own_id from ${invoices} y) i`,
  visible: ({ entity }: Reader) => sql`i.own_id = ${entity.id}`,
});
export const ListInvoices = INVOICES.input;

export const invoicesOf = (actor: Reader, { side }: { side?: 'buying' | 'selling' }): typeof INVOICES =>
  sidesOf(actor, side).length < 2 ? INVOICES : ON_BOTH_SIDES;
export const invoicePage = pageOf(INVOICES, OWNER);
/** Invoices as the resource. */
export const readInvoices = rowsWhere(invoice, [[sql`i.id = ${ID} and ${visibleInvoices(OWNER)}`, OWNER]]);
/** The same as both parties see them. */
export const readSharedInvoices = rowsWhere(sharedInvoice, [[isAmong(sql`i.id`, [ID])]]);
