import { invalidRequest } from './errors';
import { EACH, stepsOf } from './weights';

/** The field that takes an amount in place of a count: `amount_change` of `quantity_change`, `accepted_amount` of `accepted` (decision 631). */
export type AmountField<C extends string> = C extends `${infer Before}quantity${infer After}`
  ? `${Before}amount${After}`
  : `${C}_amount`;

export const amountField = <C extends string>(count: C) =>
  (count.includes('quantity') ? count.replace('quantity', 'amount') : `${count}_amount`) as AmountField<C>;

/** What a request says of goods in a field: a count of steps, or an amount in the unit of their variant. */
type Stated<C extends string> = Partial<Record<C | AmountField<C>, number | undefined>>;

/** Goods that a request asks for. */
export type Asked = Stated<'quantity'>;

interface Of {
  /** Of the variant, in ten-thousandths; null for goods sold each. */
  step: number | null;
  /** Of the fields in the request, such as `items[0].` */
  path?: string;
  /** The most steps either way. */
  most?: number;
}

/**
 * The steps that a request states in a field, or as an amount beside it.
 * @returns undefined where it states neither
 * @throws AppError INVALID_REQUEST with `off_step`, or `value_too_large`
 */
export function stepsIn<C extends string>(
  stated: Stated<C>,
  count: C,
  { step, path = '', most = 1_000_000 }: Of,
): number | undefined {
  const field = amountField(count);
  const amount = stated[field];
  if (amount === undefined) return stated[count];
  const steps = stepsOf(amount, step);
  const invalid = (code: 'off_step' | 'value_too_large', message: string) =>
    invalidRequest([{ path: `${path}${field}`, code, message }]);
  if (steps === null) throw invalid('off_step', `must be a multiple of ${(step ?? EACH) / EACH}`);
  if (Math.abs(steps) <= most) return steps;
  const limit = (most * (step ?? EACH)) / EACH;
  throw invalid('value_too_large', steps > 0 ? `must be at most ${limit}` : `must be at least -${limit}`);
}

/** The steps that a line asks for. @throws AppError as `stepsIn` */
export const quantityOf = (asked: Asked, step: number | null, path = ''): number =>
  stepsIn(asked, 'quantity', { step, path }) ?? 0;
