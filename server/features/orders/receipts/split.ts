import type { z } from 'zod';
import { stepsIn } from '../../../kernel/amounts';
import { type FieldError, invalidRequest } from '../../../kernel/errors';
import { stepFrom } from '../../../kernel/weights';
import { type Counts, KINDS, type Outcome, type Reason, type ShippedUnits } from '../flow/outcomes';
import type { OrderView } from '../queries';
import { matched, namedLots, type Place } from './naming';
import type { NewReceipt } from './schema';

type SentLine = z.infer<typeof NewReceipt>['lines'][number];

type SentLot = NonNullable<SentLine['lots']>[number];

/** Units that arrived and weren't accepted: they go back. */
export const sentBack = ({ rejected, damaged }: Pick<Outcome, 'rejected' | 'damaged'>) => rejected + damaged;

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
      short: stepsIn(sent, 'short', of) ?? 0,
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

function splitLine(units: readonly ShippedUnits[], line: Line, { path, sku, errors }: Place): Outcome[] {
  const shipped = units.reduce((sum, { quantity }) => sum + quantity, 0);
  const named = namedLots(line.lots ?? [], units, { path, sku, errors });
  const mismatch = (where: string, message: string) =>
    errors.push({ path: where, code: 'sum_mismatch', message });
  if (sumOf(line) !== shipped) {
    mismatch(
      path,
      `accepted, rejected, damaged and short units of ${sku} must add up to the ${shipped} shipped`,
    );
    return [];
  }
  for (const [lotId, { index, lot }] of named) {
    const quantity = units.find((one) => one.lotId === lotId)?.quantity ?? 0;
    if (sumOf(lot) === quantity) continue;
    mismatch(`${path}.lots[${index}]`, `must add up to the ${quantity} units of the lot shipped of ${sku}`);
    return [];
  }
  const left = countsOf(line);
  for (const kind of KINDS) {
    for (const { lot } of named.values()) left[kind] -= lot[kind];
    if (left[kind] >= 0) continue;
    mismatch(`${path}.lots`, `must not have more ${kind} units than the line of ${sku}`);
    return [];
  }
  const certain = left.accepted === 0 || sumOf(left) === left.accepted;
  return units.map(({ orderItemId, lotId, quantity }) => {
    const lot = lotId === null ? undefined : named.get(lotId)?.lot;
    const said = lot ? countsOf(lot) : take(left, quantity);
    const counts = withReason(said, lot?.reason_code ?? line.reason_code ?? null);
    const at = `${path}.reason_code`;
    if (
      counts.reasonCode === null &&
      counts.accepted < quantity &&
      !errors.some((error) => error.path === at)
    ) {
      errors.push({ path: at, code: 'required', message: 'is required for rejected units' });
    }
    return { orderItemId, lotId, ...counts, stated: lot !== undefined || certain };
  });
}

/** Units that were said to be rejected for being short never arrived (decision 912); no other unit is called short. */
function withReason(said: Counts, reason: Reason | null): Counts & { reasonCode: Reason | null } {
  const isShort = reason === 'short';
  const counts = isShort ? { ...said, rejected: 0, short: said.short + said.rejected } : said;
  if (sentBack(counts) === 0) return { ...counts, reasonCode: counts.short > 0 ? 'short' : null };
  if (reason !== null && !isShort) return { ...counts, reasonCode: reason };
  return { ...counts, reasonCode: counts.rejected === 0 ? 'damaged' : null };
}

const countsOf = ({ accepted, rejected, damaged, short }: Counts): Counts => ({
  accepted,
  rejected,
  damaged,
  short,
});

const sumOf = (counts: Counts) => KINDS.reduce((sum, kind) => sum + counts[kind], 0);

/** Units that are not accepted first. */
function take(left: Counts, quantity: number): Counts {
  const taken = { accepted: 0, rejected: 0, damaged: 0, short: 0 };
  let rest = quantity;
  for (const kind of ['rejected', 'damaged', 'short'] as const) {
    taken[kind] = Math.min(left[kind], rest);
    rest -= taken[kind];
  }
  taken.accepted = rest;
  for (const kind of KINDS) left[kind] -= taken[kind];
  return taken;
}
