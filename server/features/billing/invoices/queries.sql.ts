import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import { Search } from '../../../kernel/params';
import { byId, collection, filter, severally } from '../../../platform/db/collection';
import { contains, isAmong } from '../../../platform/db/listing';
import { pageOf, rowsWhere } from '../../../platform/db/rows.sql';
import { ID, OWNER } from '../../../platform/db/samples';
import { byExternalId } from '../../entities/external-ids/resource';
import { dayOf } from '../../pricing/taxes/queries.sql';
import { onBothSides, onDay, ownMoney, partyFilters, sidesOf } from '../sides';
import { invoice, isOpen, sharedInvoice } from './resource';
import { InvoiceStatus } from './schema';
import { invoices } from './tables';

const i = alias(invoices, 'i');

type Reader = Pick<Actor, 'entity'>;

/** SQL: the invoices (alias `i`) of the caller's business on either side. The only way to a row. */
export const visibleInvoices = (actor: Reader) => ownMoney('i', actor);

/** SQL: invoices of a number, or of an amount, which has cents or a dollar sign. */
function found(part: string): SQL {
  const [, dollar, whole = '', cents] = AMOUNT.exec(part.trim()) ?? [];
  if (whole === '' || (dollar === '' && cents === undefined)) return contains(sql`i.number`, part);
  const amount = Number(whole.replaceAll(',', '')) * 100 + Number((cents ?? '').padEnd(2, '0'));
  return sql`(i.total_cents = ${amount}::bigint or i.total_cents - i.settled_cents = ${amount}::bigint)`;
}
const AMOUNT = /^(\$?)(\d[\d,]{0,11})(?:\.(\d{1,2}))?$/;

const LIST = {
  name: 'invoices',
  sorts: { issued_on: i.issuedOn, due_on: i.dueOn },
  fallback: '-issued_on',
  keys: { issued_on: 'date', due_on: 'date' },
  changed: i.updatedAt,
  filters: {
    ...partyFilters('i', { buyer: 'Only invoices to', seller: 'Only invoices of' }),
    status: severally(
      InvoiceStatus,
      'open',
      (status) => (status === 'open' ? isOpen : sql`i.settled_cents = i.total_cents`),
      // Each invoice is in one of two.
      () => sql`true`,
    ),
    overdue: filter(
      z
        .boolean()
        .meta({ description: "true for open invoices after their `due_on`, by the seller's calendar" }),
      true,
      (overdue) => sql`(${isOpen} and i.due_on < ${dayOf(sql`i.seller_id`)}) = ${overdue}`,
    ),
    order_id: byId(i.orderId, 'Only the invoice of this order'),
    opening: filter(
      z.boolean().meta({ description: 'true for opening balances alone, false for all others' }),
      true,
      (opening) => sql`i.opening = ${opening}`,
    ),
    issued_from: onDay('Only invoices issued on or after this day', (day) => sql`i.issued_on >= ${day}`),
    issued_to: onDay('Only invoices issued on or before this day', (day) => sql`i.issued_on <= ${day}`),
    due_before: onDay('Only invoices that are due before this day', (day) => sql`i.due_on < ${day}`),
    search: filter(
      Search.meta({
        description: 'Part of the number; an amount such as `1,204.50` or `$80`: its total or balance',
      }),
      'x',
      found,
    ),
    external_id: byExternalId<Reader>('invoice', sql`i.id`),
  },
} as const;
export const INVOICES = collection(invoice, {
  ...LIST,
  visible: (reader: Reader) => visibleInvoices(reader),
});

/** The list of a business that is on both sides. */
const ON_BOTH_SIDES: typeof INVOICES = collection(invoice, {
  ...LIST,
  ...onBothSides(invoices, 'i'),
});
export const ListInvoices = INVOICES.input;

export const invoicesOf = (actor: Reader, { side }: { side?: 'buying' | 'selling' }): typeof INVOICES =>
  sidesOf(actor, side).length < 2 ? INVOICES : ON_BOTH_SIDES;
export const invoicePage = pageOf(INVOICES, OWNER);
/** Invoices as the resource. */
export const readInvoices = rowsWhere(invoice, [[sql`i.id = ${ID} and ${visibleInvoices(OWNER)}`, OWNER]]);
/** The same as both parties see them. */
export const readSharedInvoices = rowsWhere(sharedInvoice, [[isAmong(sql`i.id`, [ID])]]);
