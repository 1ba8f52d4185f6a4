import type { z } from 'zod';
import { withoutMoney } from '../../kernel/customer-money';
import { invalidRequest } from '../../kernel/errors';
import type { ReadContext } from '../../operation/context';
import { pageOf } from '../../platform/db/listing';
import { fromNearerEnd, isLimitedTo } from '../../platform/db/walk';
import { auditConditions, auditPage, countAudit, countWholeAudit } from './queries.sql';
import type { AuditEntry, AuditLog, ListAudit } from './schema';

/**
 * Lists the entity's audit log, newest first; days are the business's (decision 919). A member limited to locations sees rows
 * about the whole entity or only about their locations.
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
  const where = auditConditions(
    actor.entity,
    actor.locationLimit,
    filter.actor_id,
    action,
    filter.object_type,
    filter.object_id,
    start_date,
    end_date,
  );
  const isKept = actor.locationLimit === null && isLimitedTo(filter, ['action']);
  const counting = isKept ? countWholeAudit(db, actor.entity.id, action) : countAudit(db, where);
  const total = counting.then(([row]) => row?.total ?? 0);
  const rows = await fromNearerEnd({ limit, skipped: (page - 1) * limit }, total);
  const [data, counted] = await Promise.all([auditPage(db, where, rows), total]);
  const seen = actor.locationLimit === null ? [...data] : data.map(limited);
  return { data: seen, pagination: pageOf({ page, limit }, counted) };
}

type Entry = z.infer<typeof AuditEntry>;

/** A row as a member limited to locations sees it. */
function limited(entry: Entry): Entry {
  if (entry.object.type !== 'customer') return entry;
  const { before, after } = entry;
  return { ...entry, before: before && withoutMoney(before), after: after && withoutMoney(after) };
}
