'use client';
import { useQuote } from '@/components/orders/cart/use-quote';
import { todayIn } from '@/components/ui/format';
import { useViewer } from '@/components/ui/providers/viewer';
import type { Draft, DraftLine } from './types';

/** A line without the seller's terms, which a buyer can't ask for. */
const withoutTerms = ({ discount_bps: _d, sample: _s, ...line }: DraftLine) => line;

/**
 * Units that would expire before the delivery day if the order were placed now, by the lines' keys; empty for a draft without a
 * day to come, one that is closed, and members who place no orders. A buyer's don't count samples.
 */
export function useExpiring(draft: Draft): ReadonlyMap<string, number> {
  const { can, entity } = useViewer();
  const { status, delivery_date: day, retailer, wholesaler, items } = draft;
  const isOpen = status === 'draft' || status === 'sent';
  const isDue = isOpen && day !== null && day >= todayIn(entity.timezone) && can('create:orders');
  const buys = retailer.id === entity.id;
  const party = buys ? { wholesaler_id: wholesaler.id } : { retailer_id: retailer.id };
  const asked = buys ? items.filter(({ sample }) => !sample).map(withoutTerms) : items;
  const { quote } = useQuote(party, isDue ? asked : [], {
    shortage: draft.shortage,
    deliveryDate: day,
    locationId: draft.receiving_location_id,
  });
  const lines = isDue && quote ? [...quote.lines] : [];
  return new Map(lines.map(([key, line]) => [key, line.expires_before_delivery]));
}
