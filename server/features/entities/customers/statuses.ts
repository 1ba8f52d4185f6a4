export const CUSTOMER_STATUSES = ['unclaimed', 'claimed'] as const;
