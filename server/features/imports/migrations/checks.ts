import type { z } from 'zod';
import { invalidRequest } from '../../../kernel/errors';
import type { WriteContext } from '../../../operation/context';
import { locationExists } from '../../entities/locations/queries';
import { sealedConnection } from '../../integrations/queries.sql';
import type { CreateMigration } from './schema';

type Maps = Partial<Pick<z.infer<typeof CreateMigration>, 'location_map' | 'category_map'>>;

/** A migration by an API has a connection with its system. @throws AppError INVALID_REQUEST */
export async function checkConnection(
  { db, actor }: WriteContext,
  system: z.infer<typeof CreateMigration>['system'],
  id: string | undefined,
): Promise<void> {
  if (system === 'apex' || system === 'quickbooks') {
    throw invalidRequest([
      {
        path: 'source',
        code: 'unknown_value',
        message: 'must be files for this system, which has no API here',
      },
    ]);
  }
  if (id === undefined)
    throw invalidRequest([{ path: 'connection_id', code: 'required', message: 'is required' }]);
  const [connection] = await sealedConnection(db, id, actor.entity.id);
  if (connection?.system === system) return;
  throw invalidRequest([
    { path: 'connection_id', code: 'unknown_id', message: 'is no connection with this system' },
  ]);
}

/** Locations of a map are the business's own. */
export async function checkMaps({ db, actor }: WriteContext, { location_map = {} }: Maps): Promise<void> {
  const ids = new Map(Object.entries(location_map).map(([name, { location_id }]) => [location_id, name]));
  for (const [id, name] of ids) {
    if (await locationExists(db, actor.entity.id, id)) continue;
    const path = `location_map.${name}.location_id`;
    throw invalidRequest([{ path, code: 'unknown_id', message: 'is no location of yours' }]);
  }
}
