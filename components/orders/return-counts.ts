import type { Goods } from '@/components/catalog/goods/item-cell';
import type { Lot } from '@/components/catalog/goods/lot-chip';
import type { Stepped } from '@/components/ui/format';
import type { Order, Return, ReturnInput } from './types';

type SentLine = NonNullable<ReturnInput['lines']>[number];
export type Condition = NonNullable<SentLine['condition']>;
export type Room = NonNullable<ReturnInput['room_type']>;

/** What a seller counts of one lot of a return's line, or of its units without a lot. */
export type CountedReturn = {
  key: string;
  item_id: string;
  goods: Goods & Stepped;
  /** Null for units without a lot. */
  lot: (Lot & { lot_id: string }) | null;
  expected: number;
  arrived: number;
  reason: Return['lines'][number]['reason_code'];
  /** Null where nothing is said. */
  condition: Condition | null;
};

/** The lots of a return line by line, and last the units of a line without one: all of it there, damaged where the buyer says so. */
export function countsOf({ lines }: Pick<Return, 'lines'>, { items }: Pick<Order, 'items'>): CountedReturn[] {
  return lines.flatMap((line) => {
    const loose = line.lots.reduce((left, { quantity }) => left - quantity, line.quantity);
    const parts = [
      ...line.lots.map(({ quantity, reason_code, ...lot }) => ({
        lot,
        expected: quantity,
        reason: reason_code,
      })),
      ...(loose > 0 ? [{ lot: null, expected: loose, reason: line.reason_code }] : []),
    ];
    return parts.map(
      ({ lot, expected, reason }): CountedReturn => ({
        key: `${line.item_id} ${lot?.lot_id ?? ''}`,
        item_id: line.item_id,
        goods: { ...items.find(({ id }) => id === line.item_id), ...line },
        lot,
        expected,
        arrived: expected,
        reason,
        condition: reason === 'damaged' ? 'damaged' : null,
      }),
    );
  });
}

/** The lines as the seller's count states them. @param room that takes what is sellable */
export function returnLines(counts: readonly CountedReturn[], room: Room): SentLine[] {
  const placed = ({ condition }: CountedReturn) => ({
    ...(condition && { condition }),
    ...(condition === 'sellable' && room !== 'quarantine' && { room_type: room }),
  });
  return [...new Set(counts.map(({ item_id }) => item_id))].map((item_id) => {
    const parts = counts.filter((one) => one.item_id === item_id);
    const rest = parts.find(({ lot }) => lot === null);
    const lots = parts.flatMap((one) =>
      one.lot ? [{ lot_id: one.lot.lot_id, received: one.arrived, ...placed(one) }] : [],
    );
    const received = parts.reduce((sum, { arrived }) => sum + arrived, 0);
    return { item_id, received, ...(rest && placed(rest)), ...(lots.length > 0 && { lots }) };
  });
}
