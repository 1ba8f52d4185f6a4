import { OPEN_STATUSES, type OrderStatus } from '../../../../kernel/order-statuses';
import { choicesOf, SETTINGS } from '../../settings.schema';

/** The steps from which an order counts against a credit limit (decision 650). */
export const CREDIT_CHECKS = choicesOf(SETTINGS.credit_check);
export type CreditCheck = (typeof CREDIT_CHECKS)[number];

/** Statuses of an order without an invoice in which it counts. */
export const COUNTED: Record<CreditCheck, readonly OrderStatus[]> = {
  placing: OPEN_STATUSES,
  accepting: OPEN_STATUSES.slice(OPEN_STATUSES.indexOf('accepted')),
  shipping: ['shipped'],
};
