import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { newId } from '../../../kernel/ids';
import { refusedKey } from '../../../operation/authorize';
import type { WriteContext } from '../../../operation/context';
import { rejectLimited } from '../../../operation/limited';
import { lockEntity } from '../../entities/queries';
import { erasures } from '../tables';
import { assertErasable } from './erase';
import type { ErasureRequest } from './schema';

/**
 * Asks the operator to erase the business (decision 443): its commands list the request. Asking again is the same request.
 * @throws AppError FORBIDDEN for an API key and an owner who is limited to locations, CONFLICT with `details.reason = "retention_required"`
 */
export async function requestErasure({
  db,
  actor,
  audit,
}: WriteContext): Promise<z.infer<typeof ErasureRequest>> {
  if (actor.key) throw refusedKey();
  rejectLimited(actor, 'Erasing a business applies');
  const entityId = actor.entity.id;
  await lockEntity(db, entityId);
  await assertErasable(db, { kind: 'entity', id: entityId });
  const [asked] = await db
    .select()
    .from(erasures)
    .where(and(eq(erasures.subjectId, entityId), isNull(erasures.erasedAt)));
  if (asked) return { id: asked.id, created_at: asked.createdAt.toISOString() };
  const createdAt = new Date();
  const row = {
    id: newId(),
    kind: 'entity',
    subjectId: entityId,
    entityId,
    requestedBy: actor.userId,
    createdAt,
  } as const;
  await db.insert(erasures).values(row);
  audit({ action: 'entity.erasure_requested', objectId: entityId });
  return { id: row.id, created_at: createdAt.toISOString() };
}
