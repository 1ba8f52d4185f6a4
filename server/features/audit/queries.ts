import type { z } from 'zod';
import { withoutMoney } from '../../kernel/customer-money';
import { invalidRequest } from '../../kernel/errors';
import { isId } from '../../kernel/params';
import type { ReadContext } from '../../operation/context';
import { pageOf } from '../../platform/db/listing';
import { fromNearerEnd, isLimitedTo } from '../../platform/db/walk';
import { auditConditions, auditPage, countAudit, countWholeAudit, namesOfIds } from './queries.sql';
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
  const seen = actor.locationLimit === null ? data : data.map(limited);
  const mentioned = new Map(seen.map((entry) => [entry.id, idsIn([entry.before, entry.after])]));
  const ids = [...new Set([...mentioned.values()].flat())].slice(0, MOST_NAMES);
  const named = ids.length > 0 ? await namesOfIds(db, actor.entity.id, ids) : [];
  const nameOf = new Map(named.map(({ id, name }) => [id, name]));
  const namesIn = (entry: Row) =>
    Object.fromEntries(
      (mentioned.get(entry.id) ?? []).flatMap((id) => {
        const name = nameOf.get(id);
        return name === undefined ? [] : [[id, name]];
      }),
    );
  return {
    data: seen.map((entry) => ({ ...entry, names: namesIn(entry) })),
    pagination: pageOf({ page, limit }, counted),
  };
}

/** Ids that one page looks up at most: a page of changed orders mentions a few each. */
const MOST_NAMES = 2_000;

/** The ids that a recorded value mentions, at any depth. */
function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return isId(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : [];
}

type Row = Omit<z.infer<typeof AuditEntry>, 'names'>;

/** A row as a member limited to locations sees it. */
function limited(entry: Row): Row {
  if (entry.object.type !== 'customer') return entry;
  const { before, after } = entry;
  return { ...entry, before: before && withoutMoney(before), after: after && withoutMoney(after) };
}
