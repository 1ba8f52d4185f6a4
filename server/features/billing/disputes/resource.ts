import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { walkOf } from '../../../kernel/params';
import { STEP_UNITS } from '../../../kernel/weights';
import {
  amount,
  count,
  exampleId,
  id,
  object,
  oneOf,
  person,
  price,
  text,
  time,
} from '../../../platform/db/fields';
import { many, resource, type ViewOf } from '../../../platform/db/resource';
import { BUYER, party, SELLER } from '../../entities/resource';
import { invoices } from '../invoices/tables';
import { DisputeReason, DisputeStatus } from './schema';
import { disputeLines, disputes } from './tables';

const d = alias(disputes, 'd');
const l = alias(disputeLines, 'l');

const inUnit = (steps: SQL) => sql`${steps}::float8 * coalesce(l.step, 10000) / 10000`;

const line = resource(
  l,
  {
    item_id: id(l.itemId, 'Line of the invoice', exampleId('02')),
    product_name: text(l.productName, 'Name of the product', 'Blue Dream'),
    sku: text(l.sku, 'SKU of the variant', 'BD-3.5'),
    invoiced_quantity: count(l.invoicedQuantity, 'Invoiced units', 10),
    invoiced_amount: amount(inUnit(sql`l.invoiced_quantity`), '`invoiced_quantity` in `unit`', 10),
    invoiced_unit_price: price(l.invoicedPriceCents, 'Invoiced price per unit, in US dollars', 17.5),
    quantity: count(l.quantity, 'Units that the buyer would pay; null where it does not question them', 8),
    amount: amount.orNull(inUnit(sql`l.quantity`), '`quantity` in `unit`', 8),
    unit: oneOf(z.enum(STEP_UNITS))(l.unit, 'Unit of goods by weight; null for goods sold each'),
    unit_price: price(
      l.unitPriceCents,
      'Price per unit that the buyer would pay in US dollars; null where it does not question it',
    ),
  },
  { id: 'DisputeLine' },
);

export const dispute = resource(
  d,
  {
    id: id(d.id, 'Id of the dispute', exampleId('5c')),
    seller: party(d.sellerId, 'The seller', SELLER),
    buyer: party(d.buyerId, 'The buyer', BUYER),
    invoice: object(
      {
        id: id(d.invoiceId, 'Id of the invoice', exampleId('40')),
        number: text(
          sql`(select i.number from ${invoices} i where i.id = d.invoice_id)`,
          'Number of the invoice',
          'INV-0000001',
        ),
      },
      'The invoice that it is about',
    ),
    status: oneOf(DisputeStatus)(d.status),
    reason: oneOf(DisputeReason)(d.reason, undefined, 'quantity'),
    note: text(d.note, 'Note of the buyer'),
    decline_note: text(d.declineNote, 'Why the seller declined it'),
    lines: many(
      line,
      { where: sql`l.dispute_id = d.id`, order: sql`l.product_name, l.item_id` },
      'What is wrong',
    ),
    credit_note_id: id(d.creditNoteId, 'The credit note that closed it; null without one'),
    opened_by: object(
      person(sql`d.actor_id`, sql`d.actor_name`, { id: exampleId('0b'), name: 'Maya Alvarez' }),
      'Who opened it',
    ),
    closed_at: time(d.closedAt, 'When it was credited, declined or withdrawn; null while it is open'),
    created_at: time(d.createdAt, 'When it was opened'),
    updated_at: time(d.updatedAt, 'When it last changed'),
  },
  {
    id: 'Dispute',
    description:
      'What a buyer finds wrong with an invoice. It changes no balance until the seller credits it',
  },
);
export const Dispute = dispute.schema;
export type DisputeView = ViewOf<typeof dispute>;
export const DisputeList = walkOf(Dispute);
