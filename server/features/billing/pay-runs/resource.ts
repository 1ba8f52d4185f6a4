import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { listOf } from '../../../kernel/params';
import { day, exampleId, id, object, oneOf, person, text, time, total } from '../../../platform/db/fields';
import { many, resource, type ViewOf } from '../../../platform/db/resource';
import { party, SELLER } from '../../entities/resource';
import { invoices } from '../invoices/tables';
import { PayeeType, PayRunStatus } from './schema';
import { payees, payRunLines, payRuns } from './tables';
import { PAYEE_HOURS } from './words';

const y = alias(payees, 'y');
const r = alias(payRuns, 'r');
const l = alias(payRunLines, 'l');

/** SQL: when an account (alias `y`) may be paid. */
export const usableFrom = sql`coalesce(y.approved_at, y.entered_at + make_interval(hours => ${sql.raw(String(PAYEE_HOURS))}))`;

export const payee = resource(
  y,
  {
    supplier: party(y.sellerId, 'The supplier', SELLER),
    name: text(y.name, 'Whose account it is', 'Front Range Wholesale'),
    last4: text(y.last4, 'The last four of its number', '1234'),
    type: oneOf(PayeeType)(y.type),
    usable_from: time(usableFrom, 'From when on it may be paid'),
    entered_by: object(
      person(sql`y.actor_id`, sql`y.actor_name`, { id: exampleId('0a'), name: 'Dana Reyes' }),
      'Who entered it',
    ),
    approved_by: object(
      person(sql`y.approved_by_id`, sql`y.approved_by_name`, { id: exampleId('0b'), name: 'Maya Alvarez' }),
      'Who approved it; null without anyone',
      sql`y.approved_at is not null`,
    ),
    entered_at: time(y.enteredAt, 'When its numbers were entered'),
    updated_at: time(y.updatedAt, 'When it last changed'),
  },
  { id: 'Payee', description: 'Where you pay a supplier, who never sees it. Its numbers are never returned' },
);
export const Payee = payee.schema;
export type PayeeView = ViewOf<typeof payee>;

const line = resource(
  l,
  {
    invoice_id: id(l.invoiceId, 'Id of the invoice', exampleId('40')),
    number: text(sql`i.number`, 'Number of the invoice', 'INV-0000001'),
    supplier: party(sql`i.seller_id`, 'The supplier', SELLER),
    amount: total(l.amountCents, 'What is paid of it, in US dollars', 600),
  },
  { id: 'PayRunLine', joins: sql`join ${invoices} i on i.id = l.invoice_id` },
);

export const payRun = resource(
  r,
  {
    id: id(r.id, 'Id of the pay run', exampleId('75')),
    reference: text(r.reference, 'Its number, which suppliers see', 'PR-0000001'),
    status: oneOf(PayRunStatus)(r.status),
    account_id: id(r.accountId, 'Your bank account', exampleId('71')),
    pay_on: day(r.payOn, 'The day on which suppliers get it', '2026-01-12'),
    total: total(r.totalCents, 'In US dollars', 600),
    lines: many(
      line,
      { where: sql`l.run_id = r.id`, order: sql`i.seller_id, i.number, i.id` },
      'What it pays',
    ),
    made_at: time(r.madeAt, 'When its file was made; null until then'),
    made_by: object(
      person(sql`r.actor_id`, sql`r.actor_name`, { id: exampleId('0a'), name: 'Dana Reyes' }),
      'Who drafted it',
    ),
    created_at: time(r.createdAt, 'When it was drafted'),
    updated_at: time(r.updatedAt, 'When it last changed'),
  },
  { id: 'PayRun', description: 'Bills that are paid by one file for your bank' },
);
export const PayRun = payRun.schema;
export type PayRunView = ViewOf<typeof payRun>;
export const PayRunList = listOf(PayRun);
