import type { Author } from '../../../kernel/actor';
import type { Db } from '../../../platform/db/client';
import { actorValues } from '../../../platform/db/columns';
import { orderHistory } from '../parts/tables';
import type { Override } from '../placing/conditions.schema';
import type { OrderStatus } from '../shapes/flow.schema';
import type { OrderAction } from '../shapes/timeline.schema';

interface Entry {
  orderId: string;
  action: OrderAction;
  fromStatus: OrderStatus | null;
  toStatus: OrderStatus;
  summary?: string;
  notes?: string | null;
  before?: Record<string, string | null>;
  after?: Record<string, string | null>;
}

/** What a seller passed over, for the timeline. */
export const passedOver = (overridden: readonly Override[]): Pick<Entry, 'after'> =>
  overridden.length > 0 ? { after: { override: overridden.join(', ') } } : {};

/** Adds a line to the order's timeline. */
export async function recordHistory(ctx: { db: Db; actor: Author }, entry: Entry): Promise<void> {
  await ctx.db.insert(orderHistory).values({
    ...entry,
    notes: entry.notes || null,
    ...actorValues(ctx.actor),
    actorEntityId: ctx.actor.entity.id,
  });
}
