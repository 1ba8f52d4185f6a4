import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { existing } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import { readList } from '../../../platform/db/text-list';
import { isLimitedTo } from '../../../platform/db/walk';
import { visibleLots } from '../../lots/queries.sql';
import { countAllLots, LOTS, lotPage, readLots } from './queries.sql';
import type { LotList, LotView } from './resource';

/** Lots that a member sees, newest first. */
export function listLots(
  ctx: ReadContext,
  input: z.infer<typeof LOTS.input>,
): Promise<z.infer<typeof LotList>> {
  const count = async () => (await countAllLots(ctx.db, ctx.actor.entity.id))[0]?.total ?? 0;
  return readList(ctx, LOTS, lotPage, input, isLimitedTo(input, []) ? count : undefined);
}

/** @throws AppError NOT_FOUND */
export async function getLot({ db, actor }: ReadContext, id: string): Promise<LotView> {
  return existing(readLots(db, sql`l.id = ${id} and ${visibleLots(actor)}`, actor));
}
