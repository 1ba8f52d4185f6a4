export const CUSTOMER_STATUSES = ['unclaimed', 'claimed'] as const;
export const BUYER_TYPES = ['retailer', 'wholesaler'] as const;
