import type { z } from 'zod';
import { stepsIn } from '../../../kernel/amounts';
import { type FieldError, invalidRequest } from '../../../kernel/errors';
import type { RoomType } from '../../inventory/schema';
import { matched, namedLots } from './naming';
import type { RETURN_CONDITIONS, ReceiveReturn } from './schema';

type Sent = z.infer<typeof ReceiveReturn>;
type Condition = (typeof RETURN_CONDITIONS)[number];

/** Units on a return: of a lot, or of none. */
export interface ReturnedUnits {
  id: string;
  orderItemId: string;
  variantId: string;
  sku: string;
  /** Of its variant, in ten-thousandths; null for goods sold each. */
  step: number | null;
  lotId: string | null;
  quantity: number;
}

/** What the seller found of them. */
export interface Found {
  received: number;
  condition: Condition | null;
  roomType: RoomType;
}

/**
 * Splits the seller's count of a return among its lots.
 * @param units in the order in which a count fills them where a line names no lots
 * @returns what was found, by the id of the return's line; all units without lines
 * @throws AppError INVALID_REQUEST naming the line
 */
export function countReturn(
  units: readonly ReturnedUnits[],
  { lines, room_type: usualRoom }: Pick<Sent, 'lines' | 'room_type'>,
): Map<string, Found> {
  const errors: FieldError[] = [];
  const counts = new Map<string, Found>();
  checkRoom(usualRoom, (lines ?? []).flatMap(conditionsOf), 'room_type', errors);
  if (!lines) {
    if (errors.length > 0) throw invalidRequest(errors);
    return new Map(units.map(({ id, quantity }) => [id, { ...AS_EXPECTED, received: quantity }]));
  }
  const items = new Map(
    units.map(({ orderItemId, sku, step }) => [orderItemId, { id: orderItemId, sku, step }]),
  );
  for (const { index, line: sent, item } of matched([...items.values()], lines, errors)) {
    const path = `lines[${index}]`;
    const line = countedIn(sent, item.step, path);
    const ofLine = units.filter((one) => one.orderItemId === item.id);
    const named = namedLots(line.lots ?? [], ofLine, { path, sku: item.sku, errors });
    const limit = (where: string, received: number, most: number) => {
      if (received <= most) return;
      const message = `must be at most ${most}, the units of ${item.sku} on the return`;
      errors.push({ path: where, code: 'value_too_large', message });
    };
    limit(`${path}.received`, line.received, unitsIn(ofLine));
    for (const [lotId, { index: at, lot }] of named) {
      limit(
        `${path}.lots[${at}].received`,
        lot.received,
        unitsIn(ofLine.filter((one) => one.lotId === lotId)),
      );
    }
    let left = [...named.values()].reduce((rest, { lot }) => rest - lot.received, line.received);
    const open = ofLine.filter(({ lotId }) => lotId === null || !named.has(lotId));
    if (left < 0 || left > unitsIn(open)) {
      const message = `must add up to the ${line.received} received of ${item.sku}`;
      errors.push({ path: `${path}.lots`, code: 'sum_mismatch', message });
    }
    checkRoom(line.room_type, conditionsOf(line), `${path}.room_type`, errors);
    for (const { index: at, lot } of named.values()) {
      checkRoom(lot.room_type, [lot.condition ?? line.condition], `${path}.lots[${at}].room_type`, errors);
    }
    for (const { id, lotId, quantity } of ofLine) {
      const lot = lotId === null ? undefined : named.get(lotId)?.lot;
      const received = lot?.received ?? Math.max(0, Math.min(left, quantity));
      if (!lot) left -= received;
      const condition = lot?.condition ?? line.condition ?? null;
      const room = lot?.room_type ?? line.room_type ?? usualRoom;
      const roomType = (condition === 'sellable' && room) || 'quarantine';
      counts.set(id, received > 0 ? { received, condition, roomType } : { ...AS_EXPECTED, received });
    }
  }
  if (errors.length > 0) throw invalidRequest(errors);
  return counts;
}

const AS_EXPECTED = { condition: null, roomType: 'quarantine' } as const;

interface Stated {
  condition?: Condition | undefined;
  lots?: ReadonlyArray<{ condition?: Condition | undefined }> | undefined;
}

/** The conditions that a line states: of its lots, and of the units of others. */
const conditionsOf = ({ condition, lots = [] }: Stated) => [
  condition,
  ...lots.map((lot) => lot.condition ?? condition),
];

/** A room of sale takes what is sellable: the other units that it is stated for go to quarantine. */
function checkRoom(
  room: RoomType | undefined,
  conditions: ReadonlyArray<Condition | undefined>,
  path: string,
  errors: FieldError[],
): void {
  if (room === undefined || room === 'quarantine' || conditions.includes('sellable')) return;
  errors.push({ path, code: 'unknown_value', message: 'must be quarantine for units that are not sellable' });
}

/** A line of a return in steps of its goods. @throws AppError as `stepsIn` */
function countedIn(line: NonNullable<Sent['lines']>[number], step: number | null, path: string) {
  return {
    received: stepsIn(line, 'received', { step, path: `${path}.` }) ?? 0,
    condition: line.condition,
    room_type: line.room_type,
    lots: line.lots?.map((lot, n) => ({
      lot_id: lot.lot_id,
      received: stepsIn(lot, 'received', { step, path: `${path}.lots[${n}].` }) ?? 0,
      condition: lot.condition,
      room_type: lot.room_type,
    })),
  };
}

const unitsIn = (units: readonly { quantity: number }[]) =>
  units.reduce((sum, { quantity }) => sum + quantity, 0);
