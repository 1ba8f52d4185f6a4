import { stepsIn } from '../../../kernel/amounts';
import type { WriteContext } from '../../../operation/context';
import { MAX_QUANTITY } from '../schema';
import { lockSteps } from '../service.sql';

/** What an adjustment says of quantities, as counts of steps or as amounts. */
interface Sent {
  id: string;
  quantity_change?: number | undefined;
  amount_change?: number | undefined;
  expected_quantity?: number | undefined;
  expected_amount?: number | undefined;
}

/** The same in steps. */
export type Counted<A extends Sent> = A & { quantity_change: number };

export const isMeasured = ({ amount_change, expected_amount }: Sent) =>
  (amount_change ?? expected_amount) !== undefined;

/**
 * Adjustments in steps of what each item is of.
 * @param pathOf of the fields of an entry in the request
 * @throws AppError INVALID_REQUEST with `off_step`, `value_too_large`
 */
export async function inSteps<A extends Sent>(
  { db, actor }: Pick<WriteContext, 'db' | 'actor'>,
  sent: readonly A[],
  pathOf: (index: number) => string = () => '',
): Promise<Array<Counted<A>>> {
  const measured = sent.filter(isMeasured).map(({ id }) => id);
  const found = measured.length > 0 ? await lockSteps(db, measured, actor) : [];
  const steps = new Map(found.map(({ id, step }) => [id, step]));
  const unknown = measured.some((id) => !steps.has(id));
  return sent.map((adjustment, index) => {
    // The caller reports items that it doesn't find before what is wrong with those that there are.
    if (unknown) return { ...adjustment, quantity_change: adjustment.quantity_change ?? 0 };
    const of = { step: steps.get(adjustment.id) ?? null, path: pathOf(index), most: MAX_QUANTITY };
    const stated: Sent = adjustment;
    const expected_quantity = stepsIn(stated, 'expected_quantity', of);
    return {
      ...adjustment,
      quantity_change: stepsIn(stated, 'quantity_change', of) ?? 0,
      ...(expected_quantity !== undefined && { expected_quantity }),
    };
  });
}
