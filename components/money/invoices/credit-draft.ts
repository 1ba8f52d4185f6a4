import { EACH } from '@/server/kernel/weights';

/** Steps to take off a line, by its id. */
export type Credited = ReadonlyMap<string, number>;

interface Line {
  item_id: string;
  quantity: number;
}

/**
 * What is left of each line after earlier credit notes, in steps, and at which price per unit in US dollars.
 * @param notes the earliest first
 */
export function remainingOf<L extends Line & { unit_price: number }>(
  lines: readonly L[],
  notes: readonly { lines: readonly (Line & { new_unit_price: number })[] }[],
): (L & { left: number })[] {
  const taken = new Map<string, { steps: number; price: number }>();
  for (const { item_id, quantity, new_unit_price } of notes.flatMap((note) => note.lines)) {
    taken.set(item_id, { steps: (taken.get(item_id)?.steps ?? 0) + quantity, price: new_unit_price });
  }
  return lines.map((line) => ({
    ...line,
    left: line.quantity - (taken.get(line.item_id)?.steps ?? 0),
    unit_price: taken.get(line.item_id)?.price ?? line.unit_price,
  }));
}

/** How the goods of a line are sold: the step of a weight is what one count of them is, which a division alone has as 0.09999999999999999. */
export const goodsOf = <U>({
  unit,
  amount,
  quantity,
}: {
  unit: U | null;
  amount: number;
  quantity: number;
}) => ({
  unit,
  step: unit === null ? null : Math.round((amount / quantity) * EACH) / EACH,
});

/** New prices per unit in US dollars, by the id of a line. */
export type Lowered = ReadonlyMap<string, number | null>;

/** The lines of a credit as the server takes them: of each that changes, what stays and its new price. */
export const creditedLines = (
  lines: readonly { item_id: string; left: number; unit_price: number }[],
  credited: Credited,
  lowered: Lowered = new Map(),
) =>
  lines.flatMap(({ item_id, left, unit_price }) => {
    const off = credited.get(item_id) ?? 0;
    const price = lowered.get(item_id) ?? null;
    const falls = price !== null && price < unit_price;
    if (off <= 0 && !falls) return [];
    return [
      {
        item_id,
        ...(off > 0 && { quantity: Math.max(0, left - off) }),
        ...(falls && { unit_price: price }),
      },
    ];
  });

/** Discounts of the whole order after earlier notes, in US dollars. A note says by how much they fell. */
export const discountOf = (
  invoice: { discount_total: number },
  notes: readonly { discount_total: number }[],
): number =>
  notes.reduce(
    (cents, note) => cents - Math.round(note.discount_total * 100),
    Math.round(invoice.discount_total * 100),
  ) / 100;
