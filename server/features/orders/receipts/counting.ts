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
    checkCounts(line, { ofLine, named, path, sku: item.sku }, errors);
    for (const [id, found] of foundOf(line, { ofLine, named, usualRoom })) counts.set(id, found);
  }
  if (errors.length > 0) throw invalidRequest(errors);
  return counts;
}

type Line = ReturnType<typeof countedIn>;
type Named = ReadonlyMap<string, { index: number; lot: NonNullable<Line['lots']>[number] }>;
interface OfLine {
  ofLine: readonly ReturnedUnits[];
  /** The lots that a line names, by id. */
  named: Named;
}

/** Units that no named lot has counted. */
const leftOf = ({ received }: Line, named: Named) =>
  [...named.values()].reduce((rest, { lot }) => rest - lot.received, received);

/** Finds what is more than was returned, what doesn't add up, and rooms that can't take the units. */
function checkCounts(
  line: Line,
  { ofLine, named, path, sku }: OfLine & { path: string; sku: string },
  errors: FieldError[],
): void {
  const limit = (where: string, received: number, units: readonly ReturnedUnits[]) => {
    const most = unitsIn(units);
    if (received <= most) return;
    const message = `must be at most ${most}, the units of ${sku} on the return`;
    errors.push({ path: where, code: 'value_too_large', message });
  };
  limit(`${path}.received`, line.received, ofLine);
  for (const [lotId, { index, lot }] of named) {
    const units = ofLine.filter((one) => one.lotId === lotId);
    limit(`${path}.lots[${index}].received`, lot.received, units);
  }
  const left = leftOf(line, named);
  const open = ofLine.filter(({ lotId }) => lotId === null || !named.has(lotId));
  if (left < 0 || left > unitsIn(open)) {
    const message = `must add up to the ${line.received} received of ${sku}`;
    errors.push({ path: `${path}.lots`, code: 'sum_mismatch', message });
  }
  checkRoom(line.room_type, conditionsOf(line), `${path}.room_type`, errors);
  for (const { index, lot } of named.values()) {
    checkRoom(lot.room_type, [lot.condition ?? line.condition], `${path}.lots[${index}].room_type`, errors);
  }
}

/** What was found of each of a line's units: as their lot was counted, else of what no lot names, in order. */
function foundOf(
  line: Line,
  { ofLine, named, usualRoom }: OfLine & { usualRoom: RoomType | undefined },
): Array<[id: string, found: Found]> {
  let left = leftOf(line, named);
  return ofLine.map(({ id, lotId, quantity }) => {
    const lot = lotId === null ? undefined : named.get(lotId)?.lot;
    const received = lot?.received ?? Math.max(0, Math.min(left, quantity));
    if (!lot) left -= received;
    if (received === 0) return [id, { ...AS_EXPECTED, received }];
    const condition = lot?.condition ?? line.condition ?? null;
    const room = lot?.room_type ?? line.room_type ?? usualRoom;
    return [id, { received, condition, roomType: (condition === 'sellable' && room) || 'quarantine' }];
  });
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
