import type { z } from 'zod';
import { type FieldError, invalidRequest } from '../../../kernel/errors';
import type { AcceptTransfer } from '../schema';
import type { TransferPackage } from '../tables';

type Sent = z.infer<typeof AcceptTransfer>['lines'][number];

/** What a lab said, as our batches have it. */
const PASSED = ['TestPassed', 'RetestPassed'];
const testStatusOf = (state: string | null) =>
  state === null
    ? 'untested'
    : PASSED.includes(state)
      ? 'passed'
      : state.endsWith('Failed')
        ? 'failed'
        : 'untested';

/** Questions that the manifest settles: the state knows what was shipped. */
const ANSWERED = ['expired', 'recalled', 'tag_on_order'] as const;

/** Units that were accepted, as lines of a goods receipt. @throws AppError INVALID_REQUEST for a line without a variant */
export function goodsLines(sent: readonly Sent[], packages: readonly TransferPackage[]) {
  const byTag = new Map(packages.map((one) => [one.package_tag, one]));
  const errors: FieldError[] = [];
  const lines = sent.flatMap((line, index) => {
    if (line.accepted === 0) return [];
    if (line.variant_id === undefined) {
      errors.push({ path: `lines[${index}].variant_id`, code: 'required', message: 'is required' });
      return [];
    }
    const one = byTag.get(line.package_tag);
    return {
      variant_id: line.variant_id,
      quantity: line.accepted,
      package_tag: line.package_tag,
      batch_id: one?.batch_id ?? line.package_tag,
      ...(one?.expires_on && { expires_on: one.expires_on }),
      test_status: testStatusOf(one?.lab_testing_state ?? null) as 'untested' | 'passed' | 'failed',
      confirm: [...ANSWERED],
    };
  });
  if (errors.length > 0) throw invalidRequest(errors);
  return lines;
}
