import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { invalidRequest } from '../../kernel/errors';
import type { ReadContext } from '../../operation/context';
import { allOf, iso, pageOf, slice, uuids } from '../../platform/db/listing';
import type { AuditEntry, AuditLog, ListAudit } from './schema';

/**
 * The audit log of the business, newest first; days are UTC's (decision 39). A member who is limited to locations sees
 * what is about the whole business or only about theirs.
 */
export async function listAudit(
  { db, actor }: ReadContext,
  { page, limit, ...filter }: z.infer<typeof ListAudit>,
): Promise<z.infer<typeof AuditLog>> {
  const { start_date, end_date, action } = filter;
  if (start_date && end_date && start_date > end_date) {
    throw invalidRequest([
      { path: 'end_date', code: 'range_upside_down', message: 'must not be before start_date' },
    ]);
  }
  const where = allOf([
    sql`a.entity_id = ${actor.entity.id}`,
    actor.locationLimit === null
      ? undefined
      : sql`(a.location_ids is null or a.location_ids <@ ${uuids(actor.locationLimit)})`,
    filter.actor_id ? sql`a.actor_id = ${filter.actor_id}` : undefined,
    action ? sql`(a.action = ${action} or split_part(a.action, '.', 1) = ${action})` : undefined,
    filter.object_type ? sql`a.object_type = ${filter.object_type}` : undefined,
    filter.object_id ? sql`a.object_id = ${filter.object_id}` : undefined,
    start_date ? sql`a.created_at >= ${`${start_date}T00:00:00Z`}::timestamptz` : undefined,
    end_date ? sql`a.created_at < ${`${end_date}T00:00:00Z`}::timestamptz + interval '1 day'` : undefined,
  ]);
  const [data, [counted]] = await Promise.all([
    db.execute<z.infer<typeof AuditEntry>>(sql`
      select a.id, ${iso(sql`a.created_at`)} as created_at,
        jsonb_build_object('id', a.actor_id, 'name', a.actor_name) as actor, a.action,
        jsonb_build_object('type', a.object_type, 'id', a.object_id) as object,
        a.location_ids, a.before, a.after, a.request_id, a.address
      from audit_log a where ${where} order by a.id desc nulls last ${slice({ page, limit })}`),
    db.execute<{ total: number }>(sql`select count(*)::int as total from audit_log a where ${where}`),
  ]);
  return { data: [...data], pagination: pageOf({ page, limit }, counted?.total) };
}
