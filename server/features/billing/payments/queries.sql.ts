import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import { Id, Search } from '../../../kernel/params';
import { among, collection, filter } from '../../../platform/db/collection';
import { contains } from '../../../platform/db/listing';
import { pageOf, rowsWhere } from '../../../platform/db/rows.sql';
import { ID, OWNER } from '../../../platform/db/samples';
import { byExternalId } from '../../entities/external-ids/resource';
import { onBothSides, onDay, ownMoney, partyFilters, sidesOf } from '../sides';
import { payment } from './resource';
import { PaymentKind, PaymentMethod, PaymentStatus } from './schema';
import { allocations, payments } from './tables';

const p = alias(payments, 'p');

type Reader = Pick<Actor, 'entity'>;

/** SQL: the payments (alias `p`) of the caller's business on either side. The only way to a row. */
export const visiblePayments = (actor: Reader) => ownMoney('p', actor);

/** The condition of the indexes `payments_left`, in their words. */
const isUnapplied = sql`p.allocated_cents < p.amount_cents and p.status = 'recorded' and p.kind = 'payment'`;

const LIST = {
  name: 'payments',
  sorts: { received_on: p.receivedOn },
  fallback: '-received_on',
  keys: { received_on: 'date' },
  changed: p.updatedAt,
  filters: {
    ...partyFilters('p', { buyer: 'Only payments of', seller: 'Only payments to' }),
    invoice_id: filter(
      Id.meta({ description: 'Only payments that settle this invoice, or did until they were voided' }),
      ID,
      (id) => sql`p.id in (select x.payment_id from ${allocations} x where x.invoice_id = ${id})`,
    ),
    kind: among(p.kind, PaymentKind),
    method: among(p.method, PaymentMethod),
    status: among(p.status, PaymentStatus),
    unapplied: filter(
      z.boolean().meta({ description: 'true for payments of which something is neither allocated nor void' }),
      true,
      (unapplied) => (unapplied ? isUnapplied : sql`not (${isUnapplied})`),
    ),
    received_from: onDay(
      'Only payments received on or after this day',
      (day) => sql`p.received_on >= ${day}`,
    ),
    received_to: onDay('Only payments received on or before this day', (day) => sql`p.received_on <= ${day}`),
    search: filter(
      Search.meta({ description: 'Part of the reference; ignores case and accents' }),
      'x',
      (part) => contains(sql`p.reference`, part),
    ),
    external_id: byExternalId<Reader>('payment', sql`p.id`),
  },
} as const;
export const PAYMENTS = collection(payment, {
  ...LIST,
  visible: (reader: Reader) => visiblePayments(reader),
});

/** The list of a business that is on both sides. */
const ON_BOTH_SIDES: typeof PAYMENTS = collection(payment, {
  ...LIST,
  ...onBothSides(payments, 'p'),
});
export const ListPayments = PAYMENTS.input;

export const paymentsOf = (actor: Reader, { side }: { side?: 'buying' | 'selling' }): typeof PAYMENTS =>
  sidesOf(actor, side).length < 2 ? PAYMENTS : ON_BOTH_SIDES;
export const paymentPage = pageOf(PAYMENTS, OWNER);
/** Payments as the resource. */
export const readPayments = rowsWhere(payment, [[sql`p.id = ${ID} and ${visiblePayments(OWNER)}`, OWNER]]);
