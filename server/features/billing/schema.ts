/** The step from which an order counts against a credit limit (T50). */
export const CREDIT_CHECKS = ['placing', 'accepting', 'shipping'] as const;

/** The step that issues an invoice (T52). */
export const INVOICE_STEPS = ['shipped', 'delivered'] as const;

export const CREDIT_SOURCES = ['seller', 'receipt'] as const;

export const PAYMENT_KINDS = ['payment', 'refund'] as const;
export const PAYMENT_METHODS = ['cash', 'check', 'ach', 'wire', 'card', 'other'] as const;
export const PAYMENT_STATUSES = ['recorded', 'voided'] as const;
