import type { Db } from '../../platform/db/client';
import { forgetCredentials } from '../integrations/rows';

/** Deletes the user key of a deleted location. */
export const forgetKeysOfLocation = (db: Db, { locationId }: { locationId: string }): Promise<void> =>
  forgetCredentials(db, 'metrc', { locationId });

/** Deletes all user keys of a deleted business. */
export const forgetKeysOfEntity = (db: Db, { entityId }: { entityId: string }): Promise<void> =>
  forgetCredentials(db, 'metrc', { entityId });
