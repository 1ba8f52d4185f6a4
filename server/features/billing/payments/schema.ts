import { z } from 'zod';
import { CalendarDate, Id, Moved, Note, text } from '../../../kernel/params';
import { rule } from '../../../kernel/rules';
import { NewExternalIds } from '../../entities/external-ids/schema';
import { PAYMENT_KINDS, PAYMENT_METHODS, PAYMENT_STATUSES } from '../schema';

export const PaymentKind = z.enum(PAYMENT_KINDS).meta({
  id: 'PaymentKind',
  description: '`payment` from the customer, or `refund` to it',
});
export const PaymentMethod = z
  .enum(PAYMENT_METHODS)
  .meta({ id: 'PaymentMethod', description: 'How the money moved' });
export const PaymentStatus = z
  .enum(PAYMENT_STATUSES)
  .meta({ id: 'PaymentStatus', description: '`recorded`, or `voided` for good' });

export const PaymentSource = z.enum(['manual', 'bank_line', 'remittance', 'import']).meta({
  id: 'PaymentSource',
  description:
    'What a payment was recorded from: by hand, a line of a bank, what its buyer said it sent, or an import',
});

/** Of one request. */
const MAX_ALLOCATIONS = 200;

const isObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;
const amount = Moved.meta({ description: 'US dollars, at least 0.01' });

const ToInvoice = z.strictObject({
  invoice_id: Id.meta({ description: 'Invoice of the customer' }),
  amount,
});

const Part = z
  .strictObject({
    invoice_id: Id.optional().meta({
      description: 'Of a payment: an invoice of the customer that it settles',
    }),
    payment_id: Id.optional().meta({ description: 'Of a refund: a payment of the customer that it returns' }),
    credit_note_id: Id.optional().meta({
      description: 'Of a refund: a credit note of the customer that it pays out',
    }),
    amount,
  })
  .refine(
    ({ invoice_id, payment_id, credit_note_id }) => given(invoice_id, payment_id, credit_note_id) === 1,
    {
      path: ['invoice_id'],
      error: 'must be the one id: of an invoice, a payment or a credit note',
      params: { code: 'ambiguous' },
      when: isObject,
    },
  );

const given = (...ids: Array<string | undefined>) => ids.filter((id) => id !== undefined).length;

type AnyPart = Partial<Record<'invoice_id' | 'payment_id' | 'credit_note_id', string>>;
const keyOf = ({ invoice_id, payment_id, credit_note_id }: AnyPart) =>
  invoice_id ?? payment_id ?? credit_note_id;

function parts<P extends z.ZodType<AnyPart>>(part: P) {
  return z
    .array(part)
    .max(MAX_ALLOCATIONS, `must have at most ${MAX_ALLOCATIONS} entries`)
    .refine(
      (entries) => new Set(entries.map(keyOf)).size === entries.length,
      rule('duplicate', 'must name each document once'),
    );
}

const PathId = Id.meta({ description: 'Id of the payment' });
export const PaymentId = z.strictObject({ id: PathId });

export const NewPayment = z
  .strictObject({
    customer_id: Id.meta({ description: 'The customer that paid or is paid' }),
    kind: PaymentKind,
    method: PaymentMethod,
    amount,
    received_on: CalendarDate.meta({
      description: 'The day on which the money moved, by your calendar; not in the future',
    }),
    reference: text(100).optional().meta({ description: 'Number of the check, transfer or drop' }),
    notes: Note.optional().meta({ description: 'Free text, which only your business sees' }),
    counted_by: text(100).optional().meta({ description: 'Who counted the money; of cash alone' }),
    allocations: parts(Part)
      .optional()
      .meta({
        description:
          'What it settles. Of a payment: invoices; absent for the oldest due first, `[]` for none. Of a refund: the payments and ' +
          'credit notes that it returns, which add up to its amount; absent for the oldest that have something left',
      }),
    external_ids: NewExternalIds.optional(),
    confirm_duplicate: z.boolean().optional().meta({
      description:
        'true to record it although another of the same customer, method, reference, amount and day is recorded',
    }),
  })
  .refine(({ method, counted_by }) => method === 'cash' || counted_by === undefined, {
    path: ['counted_by'],
    error: 'must not come with another method than cash',
    params: { code: 'conflict' },
    when: isObject,
  })
  .refine(
    ({ kind, allocations = [] }) =>
      !Array.isArray(allocations) ||
      allocations.every((one) => (one?.invoice_id !== undefined) === (kind === 'payment')),
    {
      path: ['allocations'],
      error: 'must name invoices of a payment, and sources of a refund',
      params: { code: 'conflict' },
    },
  )
  .meta({
    examples: [
      {
        customer_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b06',
        kind: 'payment',
        method: 'check',
        amount: 600,
        received_on: '2026-01-05',
        reference: '1042',
      },
    ],
  });

const allocations = parts(ToInvoice).optional().meta({
  description: 'The invoices that it settles; absent for the oldest due first',
});
const example = { allocations: [{ invoice_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b40', amount: 200 }] };

export const AllocatePayment = z.strictObject({ id: PathId, allocations }).meta({ examples: [example] });

export const AllocateCredit = z
  .strictObject({
    id: Id.meta({ description: 'Id of the credit note' }),
    allocations: parts(ToInvoice).optional().meta({
      description: 'The invoices that it settles; absent for its own, then the oldest due first',
    }),
  })
  .meta({ examples: [example] });

export const VoidPayment = z
  .strictObject({ id: PathId, reason: text(200).meta({ description: 'Why it is voided' }) })
  .meta({ examples: [{ reason: 'The check bounced' }] });
