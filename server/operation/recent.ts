import type { Actor } from '../kernel/actor';
import { forbidden } from '../kernel/errors';
import type { Context } from './context';

/**
 * When an operation needs a sign-in of the last 10 minutes, or `password` among its input: always, or for a part of what it
 * does, such as `to add permissions`, which its service guards with `requireRecent`.
 */
export type Recent = true | `to ${string}`;

/**
 * Requires a recent sign-in, so that a stolen session can't make itself permanent (decision 417). A key passes: it has no
 * sign-in, and a member with one gave it the scope; what only members do is closed to keys by `authorize`.
 * @throws AppError FORBIDDEN with `details.reason = "reauthentication_required"`
 */
export function requireRecent({ key, recent }: Pick<Actor, 'key' | 'recent'>): void {
  if (key || recent) return;
  throw forbidden('Confirm your password first: POST /auth/reauthenticate, or send it as `password`.', {
    reason: 'reauthentication_required',
  });
}

/**
 * Checks the password of a call, if it has one, and the sign-in where the operation always needs a recent one. Runs before
 * the transaction, because a check hashes and counts failures.
 * @returns context and input of the handler, which never sees the password
 * @throws AppError FORBIDDEN, INVALID_CREDENTIALS, ACCOUNT_LOCKED, RATE_LIMITED, SERVICE_UNAVAILABLE
 */
export async function confirmed(
  ctx: Context & { actor: Actor },
  { password, ...input }: { password?: string },
  when: Recent,
): Promise<{ ctx: Context; input: object }> {
  if (password !== undefined) await ctx.confirmPassword(ctx, password);
  const actor = password === undefined ? ctx.actor : { ...ctx.actor, recent: true };
  if (when === true) requireRecent(actor);
  return { ctx: { ...ctx, actor }, input };
}

/** Describes the requirement in the OpenAPI document. */
export function recentText(when: Recent): string {
  const purpose = when === true ? '' : ` ${when}`;
  return (
    `With a sign-in older than 10 minutes, send \`password\` or call POST /auth/reauthenticate first${purpose}; otherwise ` +
    '403 with `details.reason` "reauthentication_required".'
  );
}
