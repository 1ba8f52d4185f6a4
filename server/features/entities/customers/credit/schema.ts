import { z } from 'zod';

/** The step from which an order counts against a credit limit (decision 650). */
export const CREDIT_CHECKS = ['placing', 'accepting', 'shipping'] as const;
export type CreditCheck = (typeof CREDIT_CHECKS)[number];
export const CreditCheck = z.enum(CREDIT_CHECKS).meta({
  id: 'CreditCheck',
  description: 'From which step an order counts against a credit limit: `placing`, `accepting` or `shipping`',
});

/** Statuses of an order without an invoice in which it counts. */
export const COUNTED: Record<CreditCheck, readonly string[]> = {
  placing: ['pending', 'accepted', 'preparing', 'shipped'],
  accepting: ['accepted', 'preparing', 'shipped'],
  shipping: ['shipped'],
};

/** The step that issues an invoice (decision 670). */
export const INVOICE_STEPS = ['shipped', 'delivered'] as const;
export const InvoiceStep = z
  .enum(INVOICE_STEPS)
  .meta({ id: 'InvoiceStep', description: 'The step that issues an invoice: `shipped` or `delivered`' });
