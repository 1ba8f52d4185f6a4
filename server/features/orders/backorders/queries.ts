import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { notFound } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import { readList } from '../../../platform/db/text-list';
import {
  backorderPage,
  backordersOf,
  type ListBackorders,
  readBackorders,
  visibleBackorders,
} from './queries.sql';
import type { BackorderList, BackorderView } from './resource';

/** Backorders of the caller's business on either side, oldest first. */
export function listBackorders(
  ctx: ReadContext,
  input: z.infer<typeof ListBackorders>,
): Promise<z.infer<typeof BackorderList>> {
  return readList(ctx, backordersOf(ctx.actor), backorderPage, input);
}

/** @throws AppError NOT_FOUND */
export async function getBackorder({ db, actor }: ReadContext, id: string): Promise<BackorderView> {
  const [found] = await readBackorders(db, sql`b.id = ${id} and ${visibleBackorders(actor)}`);
  if (!found) throw notFound();
  return found;
}
