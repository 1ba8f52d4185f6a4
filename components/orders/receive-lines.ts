import { formatAmount, type Stepped } from '@/components/format';
import type { Goods } from '@/components/goods/item-cell';
import type { Lot } from '@/components/goods/lot-chip';
import type { ReceiptInput } from './types';

/** What a retailer counts of one lot of a line, or of its units without a lot. What is neither accepted nor damaged is rejected. */
export type CountedLot = {
  key: string;
  item_id: string;
  goods: Goods & Stepped;
  name: string;
  sku: string;
  /** Null for units without a lot. */
  lot: (Lot & { lot_id: string }) | null;
  shipped: number;
  accepted: number;
  damaged: number;
  reason: ReceiptReason;
};
export type ReceiptReason = NonNullable<ReceiptInput['lines'][number]['reason_code']>;

type ShippedItem = Goods &
  Stepped & {
    id: string;
    sku: string;
    shipped_quantity: number;
    lots: readonly (Lot & { lot_id: string; quantity: number })[];
  };

/** The lots of a shipment line by line, and last the units of a line without one; all of it accepted. */
export function lotsOf(items: readonly ShippedItem[]): CountedLot[] {
  return items.flatMap((item) => {
    const inLots = item.lots.reduce((sum, { quantity }) => sum + quantity, 0);
    const loose = item.shipped_quantity - inLots;
    const parts = [
      ...item.lots.map(({ quantity, ...lot }) => ({ lot, shipped: quantity })),
      ...(loose > 0 || item.lots.length === 0 ? [{ lot: null, shipped: loose }] : []),
    ];
    return parts.map(({ lot, shipped }) => ({
      key: `${item.id} ${lot?.lot_id ?? ''}`,
      item_id: item.id,
      goods: item,
      name: item.product_name,
      sku: item.sku,
      lot,
      shipped,
      accepted: shipped,
      damaged: 0,
      reason: 'short' as const,
    }));
  });
}

type Counts = Pick<CountedLot, 'shipped' | 'accepted' | 'damaged'>;

/** Units that were shipped and are neither accepted nor damaged. */
export function rejectedOf({ shipped, accepted, damaged }: Counts): number {
  return shipped - accepted - damaged;
}

/** A lot with another count; accepted and damaged together never exceed what was shipped. */
export function withCount(lot: CountedLot, count: { accepted?: number; damaged?: number }): CountedLot {
  const bound = (value: number, most: number) => Math.min(Math.max(0, Math.trunc(value)), most);
  const damaged = bound(count.damaged ?? lot.damaged, lot.shipped);
  return { ...lot, damaged, accepted: bound(count.accepted ?? lot.accepted, lot.shipped - damaged) };
}

export type Scanned = { lots: CountedLot[]; text: string; known: boolean };

/**
 * Counts what was scanned or typed: a SKU or a batch number is one unit, of goods by weight all of a lot, a package tag its whole package. The first scan
 * starts the count at zero.
 */
export function scan(lots: readonly CountedLot[], code: string, first: boolean): Scanned {
  const wanted = code.trim().toLowerCase();
  const matches = (text: string | null | undefined) => text?.toLowerCase() === wanted;
  const isNamed = ({ sku, lot }: CountedLot) =>
    matches(sku) || matches(lot?.batch_id) || matches(lot?.package_tag);
  const start = first ? lots.map((lot) => ({ ...lot, accepted: 0, damaged: 0 })) : [...lots];
  for (const [index, one] of start.entries()) {
    if (!isNamed(one)) continue;
    const units = matches(one.lot?.package_tag) || one.goods.step ? one.shipped : 1;
    // A code of several lots fills the first that has room.
    if (one.accepted + units > one.shipped - one.damaged) continue;
    start[index] = { ...one, accepted: one.accepted + units };
    const line = start.filter(({ item_id }) => item_id === one.item_id);
    const [accepted, shipped] = [sumOf(line, 'accepted'), sumOf(line, 'shipped')];
    return {
      lots: start,
      known: true,
      text: `${one.sku}: ${formatAmount(accepted, one.goods)} of ${formatAmount(shipped, one.goods)}`,
    };
  }
  const named = lots.filter(isNamed);
  const text = named[0]
    ? `${named[0].sku}: no more than ${formatAmount(sumOf(named, 'shipped'), named[0].goods)} were shipped`
    : `${code.trim()} is not in this shipment`;
  return { lots: [...lots], known: false, text };
}

function sumOf(lots: readonly CountedLot[], what: 'accepted' | 'damaged' | 'shipped'): number {
  return lots.reduce((sum, lot) => sum + lot[what], 0);
}

function stated({ accepted, damaged, reason, ...rest }: Counts & { reason: ReceiptReason }) {
  const rejected = rejectedOf({ accepted, damaged, ...rest });
  return { accepted, damaged, rejected, ...(rejected > 0 && { reason_code: reason }) };
}

/** The lines as a receipt states them: each with its sums, and lot by lot where it has lots. */
export function receiptLines(lots: readonly CountedLot[]): ReceiptInput['lines'] {
  return [...new Set(lots.map(({ item_id }) => item_id))].map((item_id) => {
    const parts = lots.filter((lot) => lot.item_id === item_id);
    const rejected = parts.find((lot) => rejectedOf(lot) > 0);
    const named = parts.flatMap((part) => (part.lot ? [{ lot_id: part.lot.lot_id, ...stated(part) }] : []));
    const sums = {
      shipped: sumOf(parts, 'shipped'),
      accepted: sumOf(parts, 'accepted'),
      damaged: sumOf(parts, 'damaged'),
    };
    return {
      item_id,
      ...stated({ ...sums, reason: rejected?.reason ?? 'short' }),
      ...(named.length > 0 && { lots: named }),
    };
  });
}
