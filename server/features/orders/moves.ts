import type { z } from 'zod';
import type { EventType } from '../../kernel/events';
import type { MemberContext } from '../../operation/context';
import { matcherOf } from '../../operation/etag';
import { toAppError } from '../../operation/failure';
import { compareAt, tagAt } from '../../operation/objects';
import { runUnitOfWork } from '../../operation/unit-of-work';
import { storedAtLast } from '../entities/external-ids/batch';
import type { BatchResult, BatchResults } from '../entities/external-ids/batch.schema';
import type { MoveOrders } from './schema';
import { moveOrder } from './service';

const ORDER = '/api/v1/orders/{id}';

/**
 * Takes steps of orders in the order of the request, each in a transaction of its own: one that fails leaves the others.
 * @param events of a step
 */
export async function moveOrders(
  ctx: MemberContext,
  { steps }: z.infer<typeof MoveOrders>,
  events: readonly EventType[],
): Promise<BatchResults> {
  return storedAtLast(ctx, async () => {
    const results: BatchResult[] = [];
    for (const [index, step] of steps.entries()) results.push(await moveOne(ctx, index, step, events));
    return { results };
  });
}

async function moveOne(
  ctx: MemberContext,
  index: number,
  { order_id: id, status, notes, if_match }: z.infer<typeof MoveOrders>['steps'][number],
  events: readonly EventType[],
): Promise<BatchResult> {
  try {
    const matches = if_match === undefined ? null : matcherOf(if_match, `steps[${index}].if_match`);
    const tag = await runUnitOfWork({ ...ctx, keyed: null, precondition: null }, events, async (unit) => {
      const within = { ...ctx, ...unit } as MemberContext;
      if (matches) await compareAt(ORDER, within, { id }, matches);
      await moveOrder(within, { id, status, notes });
      return tagAt(ORDER, within, { id });
    });
    return { index, status: 'changed', id, etag: `"${tag}"`, error: null };
  } catch (error) {
    const { code, message, details } = toAppError(error);
    if (code === 'SERVER_ERROR') ctx.log.error({ err: error, requestId: ctx.request.id }, 'a step failed');
    return { index, status: 'failed', id, etag: null, error: { code, message, details } };
  }
}
