import { type Delivery, itemOf, NO_DELIVERY } from '@/components/orders/cart/cart';
import { timesOf, windowOf } from '@/components/orders/cart/checks';
import type { Draft } from '@/components/orders/drafts/types';
import type { Offer, Order, Shortage } from '@/components/orders/types';
import { type SharedText, TYPED_BY_BOTH } from '@/server/features/orders/shapes/edited.schema';
import { type EntryLine, lineOf } from './entry';

/** What of an order is entered beside its customer. */
export type Entry = {
  lines: readonly EntryLine[];
  delivery: Delivery;
  shortage: Shortage;
  accept: boolean;
};

/** What the form starts with. */
export type EntryStart = Entry & {
  /** The draft that is edited; null for a new one. */
  draftId: string | null;
  validUntil: string | null;
  /** What another order had, entered again. */
  copied?: true;
};

export const EMPTY_START: EntryStart = {
  ...{ draftId: null, validUntil: null, lines: [], delivery: NO_DELIVERY, shortage: 'reject', accept: true },
};

/**
 * A draft as the form shows it: at the prices of the draft, so that those that changed are marked. Of a quote that is closed
 * it is a new draft. @param offers what is still sold of it
 */
export function startOf(draft: Draft, offers: readonly Offer[]): EntryStart {
  const found = new Map(offers.map((offer) => [offer.variant_id, offer]));
  const isOpen = draft.status === 'draft';
  return {
    draftId: isOpen ? draft.id : null,
    validUntil: isOpen ? draft.valid_until : null,
    shortage: draft.shortage,
    accept: draft.accept,
    lines: draft.items.map(({ total: _, price_source, discount_bps, sample, ...item }) => {
      const offer = found.get(item.variant_id);
      return {
        ...(offer
          ? lineOf(offer, item.quantity)
          : { ...item, variant_name: null, category: null, image: null, last_price: null }),
        unit_price: item.unit_price,
        ...(price_source === 'manual' && { manual_price: item.unit_price }),
        ...(discount_bps > 0 && { discount_bps }),
        ...(sample && { sample }),
      };
    }),
    delivery: {
      delivery_date: isOpen ? draft.delivery_date : null,
      ...timesOf(draft.delivery_window),
      location_id: draft.receiving_location_id,
      ...textsOf((field) => draft[field] ?? ''),
    },
  };
}

/** What an order had, at today's prices, as a new one. @param offers what is still sold of it */
export function startOfCopy({ items }: Pick<Order, 'items'>, offers: readonly Offer[]): EntryStart {
  const found = new Map(offers.map((offer) => [offer.variant_id, offer]));
  return {
    ...EMPTY_START,
    copied: true,
    lines: items.flatMap(({ variant_id, quantity, sample }) => {
      const offer = found.get(variant_id);
      // Samples were a gift of that day.
      return offer && !sample ? [lineOf(offer, quantity)] : [];
    }),
  };
}

const textsOf = <T>(of: (field: SharedText) => T) =>
  Object.fromEntries(TYPED_BY_BOTH.map((field) => [field, of(field)])) as Record<SharedText, T>;

/** The body of an order or a draft. @param locationId where the goods go */
export function bodyOf({ lines, delivery, shortage, accept }: Entry, locationId: string | null) {
  return {
    ...{ accept, shortage },
    items: lines.map(itemOf),
    delivery_date: delivery.delivery_date,
    delivery_window: windowOf(delivery),
    ...textsOf((field) => delivery[field].trim() || null),
    ...(locationId && { receiving_location_id: locationId }),
  };
}
export type EntryBody = ReturnType<typeof bodyOf>;
