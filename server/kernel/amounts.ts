import { invalidRequest } from './errors';
import { EACH, stepsOf } from './weights';

/** Goods that a request asks for: a count of steps, or an amount in the unit of its variant. */
export interface Asked {
  quantity?: number | undefined;
  amount?: number | undefined;
}

/**
 * The steps that a request asks for.
 * @param step of the variant, in ten-thousandths; null for goods sold each
 * @param path of the fields in the request, such as `items[0].`
 * @throws AppError INVALID_REQUEST with `off_step`, or `value_too_large`
 */
export function quantityOf(
  { quantity, amount }: Asked,
  step: number | null,
  path = '',
  most = 1_000_000,
): number {
  if (amount === undefined) return quantity ?? 0;
  const steps = stepsOf(amount, step);
  const invalid = (code: 'off_step' | 'value_too_large', message: string) =>
    invalidRequest([{ path: `${path}amount`, code, message }]);
  if (steps === null) throw invalid('off_step', `must be a multiple of ${(step ?? EACH) / EACH}`);
  if (steps > most) throw invalid('value_too_large', `must be at most ${(most * (step ?? EACH)) / EACH}`);
  return steps;
}
