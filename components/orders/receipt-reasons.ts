import type { ReceiptInput } from './types';

type Reason = NonNullable<ReceiptInput['lines'][number]['reason_code']>;

/** Why units of a shipment weren't accepted. */
export const RECEIPT_REASON: Record<Reason, string> = {
  short: 'Short',
  wrong_item: 'Wrong item',
  damaged: 'Damaged',
  expired: 'Expired',
  failed_inspection: 'Failed inspection',
  temperature: 'Temperature',
  other: 'Other',
};
