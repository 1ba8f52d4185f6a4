import { sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { drawnDocuments } from './tables';

/** Bytes that are kept for a business; the oldest documents go first. */
export const KEPT_BYTES = 20 * 1024 * 1024;

/** Jobs that wait or run in a queue. */
export const waitingIn = statement(
  [['x']],
  (queue: string) => sql<{ count: number }>`
    select count(*)::int as count from graphile_worker.jobs j where j.queue_name = ${queue}`,
);

export const keepDrawn = statement(
  [[ID, 'x', Buffer.from('x')]],
  (entityId: string, version: string, contents: Buffer) => sql`
    with kept as (
      insert into ${drawnDocuments} (entity_id, version, contents, size)
      values (${entityId}, ${version}, ${contents}, ${contents.length}) on conflict do nothing
    )
    delete from ${drawnDocuments} where entity_id = ${entityId} and version in (
      select d.version from ${drawnDocuments} d join (
        select o.version, sum(o.size) over (order by o.created_at desc, o.version) as bytes
        from ${drawnDocuments} o where o.entity_id = ${entityId}) n on n.version = d.version
      where d.entity_id = ${entityId} and n.bytes > ${KEPT_BYTES - contents.length}::int
      order by d.version for update of d skip locked)`,
);
