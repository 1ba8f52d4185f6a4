import { notFound } from '../../kernel/errors';
import type { ReadContext } from '../../operation/context';
import { pipelined } from '../../platform/db/pipelined';
import { type TransferView, transferById, transferMovements } from './transfers.sql';

/**
 * A transfer as the ledger tells it: one movement per balance that it changed. A member who is limited to locations sees
 * the movements there, and no transfer that touched none of them.
 * @throws AppError NOT_FOUND
 */
export async function getTransfer({ db, actor }: ReadContext, id: string): Promise<TransferView> {
  const [[transfer], movements] = await pipelined([
    transferById(db, id, actor.entity.id),
    transferMovements(db, id, actor),
  ]);
  if (!transfer || movements.length === 0) throw notFound();
  const { actor_id, actor_name, notes, created_at } = transfer;
  return { id, notes, actor: { id: actor_id, name: actor_name }, created_at, movements: [...movements] };
}
