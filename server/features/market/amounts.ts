import { amountIn, EACH } from '../../kernel/weights';

interface Offered {
  available_quantity: number;
  case_size: number;
}

/** What an offer says of its step, and of its counts in the unit. @param step in ten-thousandths; null where it is sold each */
export function amountsOf({ available_quantity, case_size }: Offered, step: number | null) {
  const inUnits = step === null ? null : step / EACH;
  return {
    step: inUnits,
    available_amount: amountIn(available_quantity, inUnits),
    case_size_amount: amountIn(case_size, inUnits),
  };
}
