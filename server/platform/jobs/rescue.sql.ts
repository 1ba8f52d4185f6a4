import { sql } from 'drizzle-orm';
import { texts } from '../db/listing';
import { ID } from '../db/samples';
import { statement } from '../db/statement';
import { workerPools } from './tables';

/** A pool without a heartbeat for this long is dead. */
const DEAD = sql`interval '20 seconds'`;

export const beatPool = statement(
  [[ID]],
  (poolId: string) => sql`
        insert into ${workerPools} (id) values (${poolId}) on conflict (id) do update set seen_at = now()`,
);

export const unlockWorkers = statement(
  [[[ID]]],
  (poolIds: readonly string[]) => sql`select graphile_worker.force_unlock_workers(${texts(poolIds)})`,
);

export const deadPools = statement(
  [[]],
  () => sql<{ id: string }>`
    select distinct j.locked_by as id from graphile_worker.jobs j
    left join ${workerPools} p on p.id = j.locked_by
    where j.locked_by is not null and coalesce(p.seen_at, j.locked_at) < now() - ${DEAD}`,
);
