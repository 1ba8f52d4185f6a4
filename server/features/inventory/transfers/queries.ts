import type { z } from 'zod';
import type { ReadContext } from '../../../operation/context';
import { openWalk } from '../../../platform/db/walk';
import { TRANSFERS, transferConditions, transfersFrom } from './queries.sql';
import type { ListTransfers, TransferList } from './schema';

/** Lists transfers; what a limited member sees of each is what it did at their locations. */
export async function listTransfers(
  { db, actor }: ReadContext,
  input: z.infer<typeof ListTransfers>,
): Promise<z.infer<typeof TransferList>> {
  const walk = await openWalk(db, TRANSFERS, actor.entity.id, input);
  return walk.read(transferConditions(actor, input), async (page) => {
    const rows = await transfersFrom(db, page, walk.order, actor);
    return rows.map(({ actor_id, actor_name, ...row }) => ({
      ...row,
      actor: { id: actor_id, name: actor_name },
    }));
  });
}
