import type { Transfer } from './types';

type Line = {
  inventory_id: string;
  to_location_id: string;
  to_room_type: Transfer['movements'][number]['room_type'];
  quantity: number;
  lot_id?: string;
};

/** The lines that restore what a transfer changed: every lot returns to the rooms that it left (decision 42a). */
export function linesBack({ movements }: Transfer): Line[] {
  const lines: Line[] = [];
  const changes = changesOf(movements);
  const arrived = changes.filter(({ delta }) => delta > 0);
  for (const left of changes.filter(({ delta }) => delta < 0)) {
    let missing = -left.delta;
    for (const there of arrived.filter((one) => keyOf(one) === keyOf(left))) {
      const quantity = Math.min(missing, there.delta);
      if (quantity === 0) continue;
      missing -= quantity;
      there.delta -= quantity;
      lines.push({
        inventory_id: there.inventory_id,
        to_location_id: left.location_id,
        to_room_type: left.room_type,
        quantity,
        ...(there.lot_id && { lot_id: there.lot_id }),
      });
    }
  }
  return lines;
}

type Change = Omit<Transfer['movements'][number], 'id' | 'quantity_after'>;

const keyOf = ({ variant_id, lot_id }: Change) => `${variant_id}/${lot_id}`;

/** What the transfer changed of each lot in each room, altogether. */
function changesOf(movements: readonly Change[]): Change[] {
  const changes = new Map<string, Change>();
  for (const movement of movements) {
    const key = `${movement.inventory_id}/${movement.lot_id}`;
    const delta = (changes.get(key)?.delta ?? 0) + movement.delta;
    changes.set(key, { ...movement, delta });
  }
  return [...changes.values()];
}
