import { actorValues } from '../../platform/db/columns';
import type { OrderAction, OrderStatus } from './schema';
import type { StepContext } from './step';
import { orderHistory } from './tables';

interface Entry {
  orderId: string;
  action: OrderAction;
  fromStatus: OrderStatus | null;
  toStatus: OrderStatus;
  summary?: string;
  notes?: string | null;
}

/** Adds a line to the order's timeline. */
export async function recordHistory(ctx: Pick<StepContext, 'db' | 'actor'>, entry: Entry): Promise<void> {
  await ctx.db.insert(orderHistory).values({
    ...entry,
    notes: entry.notes || null,
    ...actorValues(ctx.actor),
    actorEntityId: ctx.actor.entity.id,
  });
}
