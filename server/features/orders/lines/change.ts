import type { z } from 'zod';
import { AppError, forbidden, invalidRequest } from '../../../kernel/errors';
import { centsText, toCents, toDollars } from '../../../kernel/money';
import { amountText } from '../../../kernel/weights';
import type { PricedOrder } from '../flow/lock';
import type { KeptLine } from '../money/kept.sql';
import { asManual, asSample, fromLadder, withQuantity } from '../money/reprice';
import type { ChangeItem } from '../parts/lines.resource';
import { sellersField } from '../placing/sides';
import type { Side } from '../shapes/flow.schema';
import { isOverriding } from '../shapes/lines.schema';

/** What a change of a line sends of what its seller decides. */
type Patch = Pick<z.infer<typeof ChangeItem>, 'unit_price' | 'discount_bps' | 'sample' | 'override'>;

/**
 * What a buyer sends of a line's price has to be what it is.
 * @throws AppError FORBIDDEN with `details.reason = "other_party"` and the field
 */
export function checkSide(side: Side, line: KeptLine, patch: Patch): void {
  if (side === 'wholesaler') return;
  const now = {
    unit_price: toDollars(line.unitPriceCents),
    discount_bps: line.discountBps,
    sample: line.sample,
  };
  const names = Object.keys(now) as Array<keyof typeof now>;
  const field = names.find((name) => patch[name] !== undefined && patch[name] !== now[name]);
  if (field) throw sellersField(field);
  if (isOverriding(patch.override)) throw sellersField('override');
}

/**
 * A line with another quantity, and what its seller says of it. A price that is sent as it would be anyway isn't the
 * seller's own: bodies are sent back as they were read.
 * @throws AppError CONFLICT with `details.reason = "line_exists"` for a second line of a variant or of its samples
 */
export function changed(
  { side, lines }: Pick<PricedOrder, 'side' | 'lines'>,
  line: KeptLine,
  quantity: number,
  { unit_price, discount_bps, sample }: Patch,
): KeptLine {
  const moved = withQuantity(line, quantity);
  if (side === 'retailer') return moved;
  const kind = withSample(lines, moved, sample);
  return { ...withPrice(kind, unit_price), discountBps: discount_bps ?? line.discountBps };
}

function withSample(lines: readonly KeptLine[], line: KeptLine, sample: boolean | undefined): KeptLine {
  if (sample === undefined || sample === line.sample) return line;
  const other = lines.find(({ id, variantId }) => variantId === line.variantId && id !== line.id);
  if (other) {
    throw new AppError(
      'CONFLICT',
      `The order has another line of ${line.sku}. Change that one, or remove it.`,
      {
        reason: 'line_exists',
        item_id: other.id,
      },
    );
  }
  const edited = { ...line, sample, breakSteps: null };
  return sample ? asSample(edited) : fromLadder(edited);
}

function withPrice(line: KeptLine, price: number | null | undefined): KeptLine {
  if (price === undefined) return line;
  if (line.sample) {
    if (!price) return line;
    throw invalidRequest([{ path: 'unit_price', code: 'ambiguous', message: 'must not come with a sample' }]);
  }
  if (price === null) {
    return line.priceSource === 'manual' ? fromLadder({ ...line, breakSteps: null }) : line;
  }
  const cents = toCents(price);
  return cents === line.unitPriceCents ? line : asManual({ ...line, breakSteps: null }, cents);
}

const PRICED = ['unitPriceCents', 'priceSource', 'discountBps', 'sample'] as const;

/** Whether more than the quantity of a line has changed, beyond what follows from that. */
export const isRepriced = (line: KeptLine, quantity: number, after: KeptLine): boolean => {
  const moved = withQuantity(line, quantity);
  return PRICED.some((name) => moved[name] !== after[name]);
};

const priceOf = ({ sample, unitPriceCents }: KeptLine) => (sample ? 'sample' : centsText(unitPriceCents));
const percent = (bps: number) => `${bps / 100}%`;

/** A change of a line for its timeline. */
export function summaryOf(before: KeptLine, after: KeptLine): string {
  const told = (name: string, was: string | number, is: string | number) =>
    was === is ? [] : [`${name}${was} → ${is}`];
  const changes = [
    ...told('', amountText(before.quantity, before), amountText(after.quantity, after)),
    ...told('', priceOf(before), priceOf(after)),
    ...told('discount ', percent(before.discountBps), percent(after.discountBps)),
  ];
  return `${before.productName} (${before.sku}): ${changes.join(', ')}`;
}

/** The price of a line is its seller's until it is prepared. @throws AppError CONFLICT with `details.reason = "not_editable"` */
export function checkPriceable({ order }: Pick<PricedOrder, 'order'>): void {
  if (order.status === 'pending' || order.status === 'accepted') return;
  throw new AppError('CONFLICT', `The prices of an order that is ${order.status} cannot be edited.`, {
    reason: 'not_editable',
    status: order.status,
  });
}

/** @throws AppError FORBIDDEN with `details.reason = "other_party"` */
export function checkBackorder(side: Side): void {
  if (side === 'wholesaler') return;
  throw forbidden('The seller puts what it takes off on backorder.', { reason: 'other_party', side });
}
