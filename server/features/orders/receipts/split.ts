import type { z } from 'zod';
import { stepsIn } from '../../../kernel/amounts';
import { type FieldError, invalidRequest } from '../../../kernel/errors';
import { stepFrom } from '../../../kernel/weights';
import type { OrderView } from '../queries';
import type { NewReceipt, RECEIPT_REASONS, ReceiveReturn } from './schema';

type SentLine = z.infer<typeof NewReceipt>['lines'][number];
type SentLot = NonNullable<SentLine['lots']>[number];
type Counts = Record<(typeof KINDS)[number], number>;
type Reason = (typeof RECEIPT_REASONS)[number];

const KINDS = ['accepted', 'rejected', 'damaged'] as const;

/** Units of a line that were shipped: of a lot, or of none. */
export interface ShippedUnits {
  orderItemId: string;
  lotId: string | null;
  quantity: number;
  /** True while an open recall holds their batch. */
  recalled: boolean;
}

/** What became of them. */
export interface Outcome {
  orderItemId: string;
  lotId: string | null;
  accepted: number;
  rejected: number;
  damaged: number;
  reasonCode: Reason | null;
  /** False when the split among lots is ours. */
  stated: boolean;
}

export function acceptAll(shipped: readonly ShippedUnits[]): Outcome[] {
  return shipped.map(({ orderItemId, lotId, quantity }) => ({
    orderItemId,
    lotId,
    accepted: quantity,
    rejected: 0,
    damaged: 0,
    reasonCode: null,
    stated: true,
  }));
}

/** Units that were accepted, by line. */
export function acceptedOf(outcomes: readonly Outcome[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { orderItemId, accepted } of outcomes) {
    sums.set(orderItemId, (sums.get(orderItemId) ?? 0) + accepted);
  }
  return sums;
}

/**
 * Splits the lines of a receipt into what became of each lot.
 * @param shipped in the order in which units are rejected where a line names no lots
 * @throws AppError INVALID_REQUEST naming the line whose units don't add up to what was shipped
 */
export function outcomesOf(
  order: OrderView,
  shipped: readonly ShippedUnits[],
  lines: readonly SentLine[],
): Outcome[] {
  const errors: FieldError[] = [];
  const outcomes: Outcome[] = [];
  for (const { index, line, item } of matched(order.items, lines, errors)) {
    const units = shipped.filter((one) => one.orderItemId === item.id);
    const path = `lines[${index}]`;
    outcomes.push(
      ...splitLine(units, inSteps(line, stepFrom(item.step), path), { path, sku: item.sku, errors }),
    );
  }
  if (errors.length > 0) throw invalidRequest(errors);
  return outcomes;
}

/** A line of a receipt in steps of its goods; what it doesn't say is 0. @throws AppError as `stepsIn` */
function inSteps({ lots, ...line }: SentLine, step: number | null, path: string) {
  const counts = (sent: SentLine | SentLot, at: string): Counts => {
    const of = { step, path: `${at}.` };
    return {
      accepted: stepsIn(sent, 'accepted', of) ?? 0,
      rejected: stepsIn(sent, 'rejected', of) ?? 0,
      damaged: stepsIn(sent, 'damaged', of) ?? 0,
    };
  };
  return {
    reason_code: line.reason_code,
    ...counts(line, path),
    lots: lots?.map((lot, n) => ({
      lot_id: lot.lot_id,
      reason_code: lot.reason_code,
      ...counts(lot, `${path}.lots[${n}]`),
    })),
  };
}
type Line = ReturnType<typeof inSteps>;

interface Named {
  id: string;
  sku: string;
}

/** Pairs lines with the items they name; every item has to be named once. */
function matched<I extends Named, L extends { item_id: string }>(
  items: readonly I[],
  lines: readonly L[],
  errors: FieldError[],
): Array<{ index: number; line: L; item: I }> {
  const seen = new Set<string>();
  const pairs = [...lines.entries()].flatMap(([index, line]) => {
    const path = `lines[${index}].item_id`;
    const item = items.find(({ id }) => id === line.item_id);
    if (seen.has(line.item_id)) errors.push({ path, code: 'duplicate', message: 'is in an earlier entry' });
    else if (!item) errors.push({ path, code: 'unknown_id', message: 'is not a line here' });
    else {
      seen.add(item.id);
      return [{ index, line, item }];
    }
    return [];
  });
  for (const { id, sku } of items.filter((item) => !seen.has(item.id))) {
    errors.push({ path: 'lines', code: 'incomplete', message: `must list ${sku} (${id})` });
  }
  return pairs;
}

interface Place {
  path: string;
  sku: string;
  errors: FieldError[];
}

function splitLine(units: readonly ShippedUnits[], line: Line, { path, sku, errors }: Place): Outcome[] {
  const shipped = units.reduce((sum, { quantity }) => sum + quantity, 0);
  const named = namedLots(line.lots ?? [], units, { path, sku, errors });
  const mismatch = (where: string, message: string) =>
    errors.push({ path: where, code: 'sum_mismatch', message });
  if (sumOf(line) !== shipped) {
    mismatch(path, `accepted, rejected and damaged units of ${sku} must add up to the ${shipped} shipped`);
    return [];
  }
  for (const [lotId, { index, lot }] of named) {
    const quantity = units.find((one) => one.lotId === lotId)?.quantity ?? 0;
    if (sumOf(lot) === quantity) continue;
    mismatch(`${path}.lots[${index}]`, `must add up to the ${quantity} units of the lot shipped of ${sku}`);
    return [];
  }
  const left = { accepted: line.accepted, rejected: line.rejected, damaged: line.damaged };
  for (const kind of KINDS) {
    for (const { lot } of named.values()) left[kind] -= lot[kind];
    if (left[kind] >= 0) continue;
    mismatch(`${path}.lots`, `must not have more ${kind} units than the line of ${sku}`);
    return [];
  }
  const certain = left.accepted === 0 || left.rejected + left.damaged === 0;
  return units.map((unit) => {
    const lot = unit.lotId === null ? undefined : named.get(unit.lotId)?.lot;
    const counts = lot ?? take(left, unit.quantity);
    const { accepted, rejected, damaged } = counts;
    const stated = lot !== undefined || certain;
    const outcome = { orderItemId: unit.orderItemId, lotId: unit.lotId, accepted, rejected, damaged, stated };
    if (rejected + damaged === 0) return { ...outcome, reasonCode: null };
    const reasonCode = lot?.reason_code ?? line.reason_code ?? (rejected === 0 ? 'damaged' : null);
    if (reasonCode === null && !errors.some((error) => error.path === `${path}.reason_code`)) {
      errors.push({
        path: `${path}.reason_code`,
        code: 'required',
        message: 'is required for rejected units',
      });
    }
    return { ...outcome, reasonCode };
  });
}

const sumOf = (counts: Counts) => counts.accepted + counts.rejected + counts.damaged;

/** Units that are not accepted first. */
function take(left: Counts, quantity: number): Counts {
  const rejected = Math.min(left.rejected, quantity);
  const damaged = Math.min(left.damaged, quantity - rejected);
  const accepted = quantity - rejected - damaged;
  left.rejected -= rejected;
  left.damaged -= damaged;
  left.accepted -= accepted;
  return { accepted, rejected, damaged };
}

/** The lots that a line lists, by id; each is one of its own, once. */
function namedLots<L extends { lot_id: string }>(
  lots: readonly L[],
  units: ReadonlyArray<{ lotId: string | null }>,
  { path, sku, errors }: Place,
): Map<string, { index: number; lot: L }> {
  const named = new Map<string, { index: number; lot: L }>();
  for (const [index, lot] of lots.entries()) {
    const at = `${path}.lots[${index}].lot_id`;
    if (named.has(lot.lot_id))
      errors.push({ path: at, code: 'duplicate', message: 'is in an earlier entry' });
    else if (units.some(({ lotId }) => lotId === lot.lot_id)) named.set(lot.lot_id, { index, lot });
    else errors.push({ path: at, code: 'unknown_id', message: `is not a lot of ${sku} here` });
  }
  return named;
}

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

/**
 * Splits the seller's count of a return among its lots.
 * @param units in the order in which a count fills them where a line names no lots
 * @returns the units that were received, by the id of the return's line; all of them without lines
 * @throws AppError INVALID_REQUEST naming the line
 */
export function countsOf(
  units: readonly ReturnedUnits[],
  lines: z.infer<typeof ReceiveReturn>['lines'],
): Map<string, number> {
  if (!lines) return new Map(units.map(({ id, quantity }) => [id, quantity]));
  const errors: FieldError[] = [];
  const counts = new Map<string, number>();
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
    for (const { id, lotId, quantity } of ofLine) {
      const stated = lotId === null ? undefined : named.get(lotId)?.lot.received;
      const received = stated ?? Math.max(0, Math.min(left, quantity));
      if (stated === undefined) left -= received;
      counts.set(id, received);
    }
  }
  if (errors.length > 0) throw invalidRequest(errors);
  return counts;
}

/** A line of a return in steps of its goods. @throws AppError as `stepsIn` */
function countedIn(
  line: NonNullable<z.infer<typeof ReceiveReturn>['lines']>[number],
  step: number | null,
  path: string,
) {
  return {
    received: stepsIn(line, 'received', { step, path: `${path}.` }) ?? 0,
    lots: line.lots?.map((lot, n) => ({
      lot_id: lot.lot_id,
      received: stepsIn(lot, 'received', { step, path: `${path}.lots[${n}].` }) ?? 0,
    })),
  };
}

const unitsIn = (units: readonly { quantity: number }[]) =>
  units.reduce((sum, { quantity }) => sum + quantity, 0);
