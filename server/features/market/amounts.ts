import { amountIn, EACH } from '../../kernel/weights';

/** What an offer says of its step, and of the quantity that could be ordered. @param step in ten-thousandths; null where it is sold each */
export function availableIn(quantity: number, step: number | null) {
  const inUnits = step === null ? null : step / EACH;
  return { step: inUnits, available_amount: amountIn(quantity, inUnits) };
}
