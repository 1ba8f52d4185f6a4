export const PAYMENT_KINDS = ['payment', 'refund'] as const;
export const PAYMENT_METHODS = ['cash', 'check', 'ach', 'wire', 'card', 'other'] as const;
export const PAYMENT_STATUSES = ['recorded', 'voided'] as const;
