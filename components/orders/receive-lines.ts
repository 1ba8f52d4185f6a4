import type { Goods } from '@/components/catalog/goods/item-cell';
import type { Lot } from '@/components/catalog/goods/lot-chip';
import { formatAmount, type Stepped } from '@/components/ui/format';
import type { Receipt, ReceiptInput } from './types';

/** What a retailer counts of one lot of a line, or of its units without a lot. What is in no count never arrived. */
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
  rejected: number;
  /** Why units are rejected; null until it is chosen. */
  reason: ReceiptReason | null;
};
export type ReceiptReason = Exclude<NonNullable<ReceiptInput['lines'][number]['reason_code']>, 'short'>;

/** The reason of rejected units for which none was chosen. */
export const USUAL_REASON: ReceiptReason = 'wrong_item';

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
      rejected: 0,
      reason: null,
    }));
  });
}

type Counts = Pick<CountedLot, 'shipped' | 'accepted' | 'damaged' | 'rejected'>;

/** Units that were shipped and are in no count. */
export function shortOf({ shipped, accepted, damaged, rejected }: Counts): number {
  return shipped - accepted - damaged - rejected;
}

/** A lot with another count; its counts together never exceed what was shipped. */
export function withCount(
  lot: CountedLot,
  count: Partial<Pick<CountedLot, 'accepted' | 'damaged' | 'rejected'>>,
): CountedLot {
  const bound = (value: number, most: number) => Math.min(Math.max(0, Math.trunc(value)), most);
  // What was typed last is kept: the other kind of units that go back gives way.
  const [last, other] =
    count.rejected === undefined ? (['damaged', 'rejected'] as const) : (['rejected', 'damaged'] as const);
  const kept = bound(count[last] ?? lot[last], lot.shipped);
  const rest = bound(count[other] ?? lot[other], lot.shipped - kept);
  const back = { [last]: kept, [other]: rest };
  return { ...lot, ...back, accepted: bound(count.accepted ?? lot.accepted, lot.shipped - kept - rest) };
}

type Line = Receipt['lines'][number];

/** The lots as a receipt states them. */
export function asReceived(lots: readonly CountedLot[], { lines }: Pick<Receipt, 'lines'>): CountedLot[] {
  return lots.map((lot) => {
    const line = lines.find(({ item_id }) => item_id === lot.item_id);
    if (!line) return lot;
    const one = lot.lot ? line.lots.find(({ lot_id }) => lot_id === lot.lot?.lot_id) : withoutLots(line);
    if (!one) return lot;
    const { accepted, damaged, rejected, reason_code } = one;
    return { ...lot, accepted, damaged, rejected, reason: reason_code === 'short' ? null : reason_code };
  });
}

/** What a line states of its units without a lot. */
function withoutLots({ lots, reason_code, ...line }: Line) {
  const rest = (kind: 'accepted' | 'damaged' | 'rejected') =>
    lots.reduce((units, lot) => units - lot[kind], line[kind]);
  return { accepted: rest('accepted'), damaged: rest('damaged'), rejected: rest('rejected'), reason_code };
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
  const start = first ? lots.map((lot) => ({ ...lot, accepted: 0, damaged: 0, rejected: 0 })) : [...lots];
  for (const [index, one] of start.entries()) {
    if (!isNamed(one)) continue;
    const units = matches(one.lot?.package_tag) || one.goods.step ? one.shipped : 1;
    // A code of several lots fills the first that has room.
    if (units > shortOf(one)) continue;
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

function sumOf(lots: readonly CountedLot[], what: keyof Counts): number {
  return lots.reduce((sum, lot) => sum + lot[what], 0);
}

function stated({ shipped, accepted, damaged, rejected, reason }: Counts & Pick<CountedLot, 'reason'>) {
  const short = shortOf({ shipped, accepted, damaged, rejected });
  const reason_code = rejected > 0 ? (reason ?? USUAL_REASON) : damaged > 0 ? reason : null;
  return { accepted, damaged, rejected, short, ...(reason_code && { reason_code }) };
}

/** The lines as a receipt states them: each with its sums, and lot by lot where it has lots. */
export function receiptLines(lots: readonly CountedLot[]): ReceiptInput['lines'] {
  return [...new Set(lots.map(({ item_id }) => item_id))].map((item_id) => {
    const parts = lots.filter((lot) => lot.item_id === item_id);
    const named = parts.flatMap((part) => (part.lot ? [{ lot_id: part.lot.lot_id, ...stated(part) }] : []));
    const sums = {
      shipped: sumOf(parts, 'shipped'),
      accepted: sumOf(parts, 'accepted'),
      damaged: sumOf(parts, 'damaged'),
      rejected: sumOf(parts, 'rejected'),
    };
    // Of units without a lot the line's reason speaks.
    const reason = (parts.find(({ lot }) => lot === null) ?? parts.find(({ rejected }) => rejected > 0))
      ?.reason;
    return {
      item_id,
      ...stated({ ...sums, reason: reason ?? null }),
      ...(named.length > 0 && { lots: named }),
    };
  });
}
