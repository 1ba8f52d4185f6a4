import { and, eq, isNull } from 'drizzle-orm';
import { invalidRequest } from '../../../kernel/errors';
import type { WriteContext } from '../../../operation/context';
import { users } from '../../auth/tables';

/**
 * Checks that a request names a member of the caller's business, who can't be removed until the transaction ends.
 * @param id undefined or null when it names no member
 * @param field of the request
 * @throws AppError INVALID_REQUEST for a removed or unknown member, and one of another business
 */
export async function holdMember(
  { db, actor }: Pick<WriteContext, 'db' | 'actor'>,
  id: string | null | undefined,
  field: 'representative_id' | 'member_id',
): Promise<void> {
  if (!id) return;
  const [member] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.entityId, actor.entity.id), isNull(users.removedAt)))
    .for('share');
  if (member) return;
  throw invalidRequest([{ path: field, code: 'not_found', message: 'is not a member of your business' }]);
}
