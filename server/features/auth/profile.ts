import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { changesBetween, checkPatch } from '../../kernel/patch';
import type { WriteContext } from '../../operation/context';
import { PROFILE_READ_ONLY, type Profile, type UpdateProfile } from './schema';
import { profileOf } from './service';
import { users } from './tables';

/** Changes the caller's own name. @throws AppError INVALID_REQUEST */
export async function updateProfile(
  { db, actor, audit }: WriteContext,
  patch: z.infer<typeof UpdateProfile>,
): Promise<z.infer<typeof Profile>> {
  const before = profileOf(actor);
  checkPatch(patch, before, PROFILE_READ_ONLY);
  const after = { ...before, name: patch.name ?? before.name };
  await db.update(users).set({ name: after.name }).where(eq(users.id, actor.userId));
  audit({
    action: 'user.updated',
    objectId: actor.userId,
    ...changesBetween(before, after),
  });
  return after;
}
