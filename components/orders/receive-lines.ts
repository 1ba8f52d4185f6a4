import type { Goods } from '@/components/goods/item-cell';
import type { Lot } from '@/components/goods/lot-chip';
import type { ReceiptInput } from './types';

/** What a retailer counts of one line of a shipment. What is neither accepted nor damaged is rejected. */
export type CountedLine = {
  item_id: string;
  goods: Goods;
  name: string;
  sku: string;
  shipped: number;
  accepted: number;
  damaged: number;
  reason: ReceiptReason;
  lots: readonly (Lot & { quantity: number })[];
};
export type ReceiptReason = NonNullable<ReceiptInput['lines'][number]['reason_code']>;

type ShippedItem = Goods & {
  id: string;
  sku: string;
  shipped_quantity: number;
  lots: CountedLine['lots'];
};

/** The lines of a shipment, all of it accepted. */
export function linesOf(items: readonly ShippedItem[]): CountedLine[] {
  return items.map((item) => ({
    item_id: item.id,
    goods: item,
    name: item.product_name,
    sku: item.sku,
    shipped: item.shipped_quantity,
    accepted: item.shipped_quantity,
    damaged: 0,
    reason: 'short',
    lots: item.lots,
  }));
}

/** Units that were shipped and are neither accepted nor damaged. */
export function rejectedOf({ shipped, accepted, damaged }: CountedLine): number {
  return shipped - accepted - damaged;
}

/** A line with another count; accepted and damaged together never exceed what was shipped. */
export function withCount(line: CountedLine, count: { accepted?: number; damaged?: number }): CountedLine {
  const bound = (value: number, most: number) => Math.min(Math.max(0, Math.trunc(value)), most);
  const damaged = bound(count.damaged ?? line.damaged, line.shipped);
  return { ...line, damaged, accepted: bound(count.accepted ?? line.accepted, line.shipped - damaged) };
}

export type Scanned = { lines: CountedLine[]; text: string; known: boolean };

/**
 * Counts what was scanned or typed: a SKU or a batch number is one unit, a package tag its whole package. The first scan
 * starts the count at zero.
 */
export function scan(lines: readonly CountedLine[], code: string, first: boolean): Scanned {
  const wanted = code.trim().toLowerCase();
  const matches = (text: string | null) => text !== null && text.toLowerCase() === wanted;
  const start = first ? lines.map((line) => ({ ...line, accepted: 0, damaged: 0 })) : [...lines];
  for (const [index, line] of start.entries()) {
    const tagged = line.lots.find((lot) => matches(lot.package_tag));
    if (!tagged && !matches(line.sku) && !line.lots.some((lot) => matches(lot.batch_id))) continue;
    const units = tagged?.quantity ?? 1;
    // A SKU on several lines fills the first that has room.
    if (line.accepted + units > line.shipped - line.damaged) continue;
    start[index] = { ...line, accepted: line.accepted + units };
    return { lines: start, known: true, text: `${line.sku}: ${line.accepted + units} of ${line.shipped}` };
  }
  const named = lines.find(
    ({ sku, lots }) => matches(sku) || lots.some((lot) => matches(lot.batch_id) || matches(lot.package_tag)),
  );
  return {
    lines: [...lines],
    known: false,
    text: named
      ? `${named.sku}: no more than ${named.shipped} were shipped`
      : `${code.trim()} is not in this shipment`,
  };
}

/** The lines as a receipt states them. */
export function receiptLines(lines: readonly CountedLine[]): ReceiptInput['lines'] {
  return lines.map((line) => {
    const rejected = rejectedOf(line);
    return {
      item_id: line.item_id,
      accepted: line.accepted,
      damaged: line.damaged,
      rejected,
      ...(rejected > 0 && { reason_code: line.reason }),
    };
  });
}
