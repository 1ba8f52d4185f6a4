export const RECEIPT_REASONS = [
  'wrong_item',
  'short',
  'damaged',
  'expired',
  'failed_inspection',
  'temperature',
  'other',
] as const;

/** The party that filed or corrected a receipt. */
export const RECORDERS = ['buyer', 'seller'] as const;
