'use client';
import { useState } from 'react';
import { showFailure } from '@/components/ui/base/toast';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { type EntryLine, lineOf } from './entry';

/** Variants that one request of a catalog may name. */
const MOST_VARIANTS = 200;

/** Fetches what a customer ordered last, at today's prices. @returns `repeat` null while it has no order */
export function useRepeat(customerId: string, onLines: (lines: EntryLine[]) => void) {
  const { entity } = useViewer();
  const utils = trpc.useUtils();
  const [pending, setPending] = useState(false);
  const newest = { side: 'selling', retailer_id: customerId, sort: '-created_at', limit: 1 } as const;
  const last = trpc.orders.summaries.useQuery(newest).data?.data[0];
  const read = async () => {
    if (!last) return;
    const { items } = await utils.orders.get.fetch({ id: last.id });
    // Samples were a gift of that day.
    const ordered = items.filter(({ sample }) => !sample).slice(0, MOST_VARIANTS);
    const offers = await utils.market.catalogue.fetch({
      ...{ id: entity.id, customer_id: customerId, limit: MOST_VARIANTS },
      variant_ids: ordered.map(({ variant_id }) => variant_id).join(),
    });
    const found = new Map(offers.data.map((offer) => [offer.variant_id, offer]));
    const lines = ordered.flatMap(({ variant_id, quantity }) => {
      const offer = found.get(variant_id);
      return offer ? [lineOf(offer, quantity)] : [];
    });
    onLines(lines);
    const gone = ordered.length - lines.length;
    if (gone > 0) {
      showFailure(
        'Some items were left out',
        `${gone} of ${ordered.length} items of ${last.order_number} are no longer sold.`,
      );
    }
  };
  const repeat = async () => {
    setPending(true);
    await read().catch((error) => showError("Couldn't read the last order", error));
    setPending(false);
  };
  return { repeat: last ? repeat : null, pending };
}
