// Other features import this file.
import type { MemberContext, WriteContext } from '../../../operation/context';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import { BATCH_EVENTS } from '../../lots/service';
import { PRODUCT_EVENTS } from '../../products/announce';
import { STOCK_EVENTS } from '../ledger/ledger';
import type { GoodsContext } from './certificates';
import type { GoodsReceiptView } from './resource';

/** The event of a receipt, and its audit action. */
export const RECEIVED = 'goods.received';

export const GOODS_EVENTS = [RECEIVED, ...BATCH_EVENTS, ...PRODUCT_EVENTS, ...STOCK_EVENTS] as const;

/** Reports a receipt that was filed or corrected. */
export function announce({ actor, emit }: WriteContext, receipt: GoodsReceiptView): void {
  emit(RECEIVED, actor.entity.id, receipt);
}

/** Thrown to roll back what a dry run wrote. */
class DryRun<T> extends Error {
  constructor(readonly result: T) {
    super('dry run');
  }
}

/** Runs work in one transaction; in a dry run nothing of it stays. */
export async function changing<T>(
  ctx: MemberContext,
  isDry: boolean,
  work: (unit: GoodsContext) => Promise<T>,
): Promise<T> {
  try {
    return await runUnitOfWork(ctx, GOODS_EVENTS, async (unit) => {
      const result = await work({ ...ctx, ...unit });
      if (isDry) throw new DryRun(result);
      return result;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.result as T;
    throw error;
  }
}
