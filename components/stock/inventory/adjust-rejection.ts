import type { Stepped } from '@/components/ui/format';
import { errorText } from '@/components/ui/forms/error-text';
import { failureOf, numberIn } from '@/components/ui/forms/failure';
import { shortfallMessage } from './change';

/** Why an adjustment was rejected, and the current balances where the server reported them. */
export type Rejection = { code: string | null; message: string; quantity?: number; reserved?: number };

/** Reads a failed adjustment. */
export function rejectionOf(error: unknown, goods: Stepped): Rejection {
  const failure = failureOf(error);
  if (!failure) return { code: null, message: errorText(error) };
  const { code } = failure;
  const quantity = numberIn(failure, 'quantity');
  const reserved = numberIn(failure, 'reserved_quantity');
  if (code !== 'INSUFFICIENT_STOCK') return { code, message: errorText(error), quantity };
  return quantity === undefined || reserved === undefined
    ? { code, message: 'An order just reserved some of it. Review the new quantities, then save again.' }
    : { code, message: shortfallMessage(quantity, reserved, goods), quantity, reserved };
}
