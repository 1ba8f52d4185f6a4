import { AppError } from '../../../../kernel/errors';
import type { OrderLimits } from './queries';

/** Of a seller that takes no more pending orders from a buyer. */
export function tooManyPending({ name, maxPendingOrders: limit }: { name: string } & OrderLimits): AppError {
  return new AppError(
    'CONFLICT',
    `${name} takes at most ${limit} pending ${limit === 1 ? 'order' : 'orders'} from a business. Wait until one is accepted, or cancel one.`,
    { reason: 'too_many_pending', limit },
  );
}

/** Of lines beyond the share of a buyer, with what is available to each. */
export function beyondShare(percent: number, lines: readonly object[]): AppError {
  return new AppError(
    'INSUFFICIENT_STOCK',
    `Pending orders of one business may hold at most ${percent}% of what this supplier can sell of an item. Lower the quantities, or wait until your pending orders are accepted.`,
    { reason: 'share', max_reserved_percent: percent, lines },
  );
}

/** Of an order that takes what there is, where there is nothing. */
export function nothingAvailable(lines: readonly object[]): AppError {
  return new AppError('INSUFFICIENT_STOCK', 'Nothing of these goods is available now.', {
    reason: 'nothing_available',
    lines,
  });
}

/** Of lines that the stock doesn't cover, with what is available to each. */
export function notEnough(lines: readonly object[]): AppError {
  return new AppError('INSUFFICIENT_STOCK', 'There is not enough stock for every line of the order.', {
    reason: 'insufficient_stock',
    lines,
  });
}
