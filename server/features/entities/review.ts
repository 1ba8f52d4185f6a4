import { AppError } from '../../kernel/errors';
import type { Db } from '../../platform/db/client';
import { isUnderReview } from './identity.sql';

/** What a business may not do while the operator reviews its license (decision 510). */
export function underReview(): AppError {
  return new AppError(
    'CONFLICT',
    'The license of your business is being reviewed. Until then, fill your catalog: connecting, ordering, accepting and shipping come after.',
    { reason: 'license_unverified' },
  );
}

/** @throws AppError CONFLICT with `details.reason = "license_unverified"` while the business is under review */
export async function assertReviewed(db: Db, entityId: string): Promise<void> {
  const [found] = await isUnderReview(db, entityId);
  if (found?.review) throw underReview();
}
