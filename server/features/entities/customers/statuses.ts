// Other features import this file.

export const CUSTOMER_STATUSES = ['unclaimed', 'claimed'] as const;
