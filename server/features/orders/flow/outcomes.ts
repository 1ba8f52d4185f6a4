import type { RECEIPT_REASONS } from '../shapes/receipts.schema';

export type Counts = Record<(typeof KINDS)[number], number>;

export type Reason = (typeof RECEIPT_REASONS)[number];

export const KINDS = ['accepted', 'rejected', 'damaged', 'short'] as const;

/** Units of a line that were shipped: of a lot, or of none. */
export interface ShippedUnits {
  orderItemId: string;
  lotId: string | null;
  quantity: number;
  /** True while an open recall holds their batch. */
  recalled: boolean;
}

/** What became of them. */
export interface Outcome extends Counts {
  orderItemId: string;
  lotId: string | null;
  reasonCode: Reason | null;
  /** False when the split among lots is ours. */
  stated: boolean;
}

export function acceptAll(shipped: readonly ShippedUnits[]): Outcome[] {
  return shipped.map(({ orderItemId, lotId, quantity }) => ({
    orderItemId,
    lotId,
    accepted: quantity,
    rejected: 0,
    damaged: 0,
    short: 0,
    reasonCode: null,
    stated: true,
  }));
}
