import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { notFound } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import { readTransfers } from './queries.sql';
import type { TransferRecord } from './resource';

/**
 * A transfer as the ledger tells it: one movement per balance that it changed. A member who is limited to locations sees
 * the movements there, and no transfer that touched none of them.
 * @throws AppError NOT_FOUND
 */
export async function getTransfer(
  { db, actor }: ReadContext,
  id: string,
): Promise<z.infer<typeof TransferRecord>> {
  const own = sql`t.id = ${id} and t.entity_id = ${actor.entity.id}`;
  const [transfer] = await readTransfers(db, own, actor);
  if (!transfer || transfer.movements.length === 0) throw notFound();
  return transfer;
}
