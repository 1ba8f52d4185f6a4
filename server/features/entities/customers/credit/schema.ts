import { z } from 'zod';
import { OPEN_STATUSES, type OrderStatus } from '../../../../kernel/order-statuses';

/** The step from which an order counts against a credit limit (decision 650). */
export const CREDIT_CHECKS = ['placing', 'accepting', 'shipping'] as const;
export type CreditCheck = (typeof CREDIT_CHECKS)[number];
export const CreditCheck = z.enum(CREDIT_CHECKS).meta({
  id: 'CreditCheck',
  description: 'From which step an order counts against a credit limit: `placing`, `accepting` or `shipping`',
});

/** Statuses of an order without an invoice in which it counts. */
export const COUNTED: Record<CreditCheck, readonly OrderStatus[]> = {
  placing: OPEN_STATUSES,
  accepting: OPEN_STATUSES.slice(OPEN_STATUSES.indexOf('accepted')),
  shipping: ['shipped'],
};

/** The step that issues an invoice (decision 670). */
export const INVOICE_STEPS = ['shipped', 'delivered'] as const;
export const InvoiceStep = z
  .enum(INVOICE_STEPS)
  .meta({ id: 'InvoiceStep', description: 'The step that issues an invoice: `shipped` or `delivered`' });
