import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { AppError, lacking } from '../../../kernel/errors';
import type { WriteContext } from '../../../operation/context';
import { confirmLicense, forgetConfirmed } from './confirming.sql';
import type { CustomerView } from './queries.sql';
import type { UpdateCustomer } from './schema';

type Given = z.infer<typeof UpdateCustomer>['confirmed'];

/**
 * Records what the seller says that it has checked of a customer's license, for its taxes (decision 905). The account is locked.
 * @param before the customer as it is now: what it says of the confirmation changes nothing
 * @throws AppError FORBIDDEN without `update:terms`, CONFLICT with `details.reason` `license_changed`, or `unclaimed` to take back
 *   what the seller entered itself
 */
export async function setConfirmed(
  { db, actor }: WriteContext,
  before: Pick<CustomerView, 'id' | 'status' | 'confirmed' | 'formerly_confirmed'>,
  given: Given,
): Promise<void> {
  if (given === undefined) return;
  const stated = given && { ...given, expires_on: given.expires_on ?? null };
  if (isDeepStrictEqual(stated, before.confirmed) && !(stated === null && before.formerly_confirmed)) return;
  if (!actor.permissions.includes('update:terms')) throw lacking('update:terms');
  const pair = { sellerId: actor.entity.id, buyerId: before.id };
  if (stated === null) {
    if (before.status === 'unclaimed') {
      throw new AppError('CONFLICT', 'Your business entered this license. Change it instead.', {
        reason: 'unclaimed',
      });
    }
    await forgetConfirmed(db, pair);
    return;
  }
  if ((await confirmLicense(db, pair, stated)).length > 0) return;
  throw new AppError(
    'CONFLICT',
    'The license says something else now. Check it again, then confirm what it says.',
    { reason: 'license_changed' },
  );
}
