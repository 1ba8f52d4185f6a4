import { sql } from 'drizzle-orm';
import { uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { locations } from '../tables';

/** The first in use; without one, the first that is not. It can't be deleted until the transaction ends. */
export const lockFirstLocation = statement(
  [
    [ID, null],
    [ID, [ID]],
  ],
  (entityId: string, within: readonly string[] | null) => sql<{ id: string }>`
    select id from ${locations} where entity_id = ${entityId} and deleted_at is null
      ${within === null ? sql`` : sql`and id = any(${uuids(within)})`}
    order by active desc, created_at, id limit 1 for key share`,
);
