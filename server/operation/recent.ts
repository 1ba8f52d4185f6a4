import type { z } from 'zod';
import type { Actor } from '../kernel/actor';
import { forbidden } from '../kernel/errors';
import { RecentCode } from '../kernel/params';
import type { Recent } from './confirmation';
import type { Context } from './context';

const WITH_CODE =
  'Confirm with your second factor, too: send `code` beside the password, or call POST /auth/reauthenticate with a code or a passkey.';
const WITH_PASSWORD = 'Confirm your password first: POST /auth/reauthenticate, or send it as `password`.';
const BY_DEVICE =
  'Confirm with the code that your app shows, beside the password, or with a passkey: POST /auth/reauthenticate.';

/**
 * Requires a recent sign-in, so that a stolen session can't make itself permanent (decision 417). A key passes: it has no
 * sign-in, and a member with one gave it the scope; what only members do is closed to keys by `authorize`.
 * @throws AppError FORBIDDEN with `details.reason = "reauthentication_required"`
 */
export function requireRecent({
  key,
  recent,
  mfaEnabled,
}: Pick<Actor, 'key' | 'recent' | 'mfaEnabled'>): void {
  if (key || recent) return;
  throw unconfirmed(mfaEnabled ? WITH_CODE : WITH_PASSWORD);
}

/** Returns true where a session needs no confirmation any more. */
export function isConfirmed({ recent, byDevice }: Pick<Actor, 'recent' | 'byDevice'>, when: Recent): boolean {
  return when === 'by device' ? recent && byDevice : recent;
}

/** Builds the 403 for a password without the second factor that the member has. */
export function factorMissing(when: Recent): ReturnType<typeof forbidden> {
  return unconfirmed(when === 'by device' ? BY_DEVICE : WITH_CODE);
}

function unconfirmed(message: string): ReturnType<typeof forbidden> {
  return forbidden(message, { reason: 'reauthentication_required' });
}

/** Returns true for an input with the fields of `Confirmation`, or with ones that are always asked for. */
export function takesConfirmation({ shape }: z.ZodObject): boolean {
  return shape.code === RecentCode && (shape.password ?? shape.current_password) !== undefined;
}

/**
 * Checks the password and the code of a call, if it has them, and the sign-in where the operation always needs a recent one.
 * Runs before the transaction, because a check hashes and counts failures.
 * @returns context and input of the handler, which sees neither `password` nor `code`
 * @throws AppError FORBIDDEN, INVALID_CREDENTIALS, INVALID_MFA_CODE, ACCOUNT_LOCKED, RATE_LIMITED, SERVICE_UNAVAILABLE
 */
export async function confirmed(
  ctx: Context & { actor: Actor },
  { password, code, ...input }: { password?: string; code?: string; current_password?: string },
  when: Recent,
): Promise<{ ctx: Context; input: object }> {
  const given = password ?? input.current_password;
  const actor =
    given === undefined ? ctx.actor : await ctx.confirmMember(ctx, { password: given, code }, when);
  if (when === true) requireRecent(actor);
  // Without a second factor there is none to ask for: the operation says so.
  if (when === 'by device' && actor.mfaEnabled && !isConfirmed(actor, when)) throw factorMissing(when);
  if (when === 'by device') requireRecent(actor);
  return { ctx: { ...ctx, actor }, input };
}

/** Describes the requirement in the OpenAPI document. */
export function recentText(when: Recent): string {
  const purpose = when === true || when === 'by device' ? '' : ` ${when}`;
  const factor = when === 'by device' ? 'the code of the app' : '`code` where you have a second factor';
  return (
    `With a sign-in older than 10 minutes, send \`password\`, with ${factor}, or call POST /auth/reauthenticate ` +
    `first${purpose}; otherwise 403 with \`details.reason\` "reauthentication_required".`
  );
}
