import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { forbidden } from '../../kernel/errors';
import { refusedKey } from '../../operation/authorize';
import type { WriteContext } from '../../operation/context';
import { requireRecent } from '../../operation/recent';
import { announceAccess } from '../auth/mails/access-mail';
import type { Entity, UpdateEntity } from './schema';
import { SIGN_IN_RULES } from './settings';

type Settings = z.infer<typeof Entity>['settings'];
type Changes = z.infer<typeof UpdateEntity>['settings'];

/**
 * Lets an owner alone change the rules of sign-in (decision 441), with a recent sign-in: sent back as they are, they change
 * nothing.
 * @throws AppError FORBIDDEN, also for an API key
 */
export function guardSignInRules(actor: Actor, before: Settings, settings: Changes): void {
  const isChanged = SIGN_IN_RULES.some(
    (rule) => settings?.[rule] !== undefined && settings[rule] !== before[rule],
  );
  if (!isChanged) return;
  if (actor.key) throw refusedKey();
  if (actor.role !== 'owner') {
    throw forbidden('Only an owner can change the rules of sign-in.', { reason: 'owner_required' });
  }
  requireRecent(actor);
}

/**
 * Lets a signed-in owner or admin change how plans of assistants are confirmed, with a recent sign-in: never a key or token, which
 * could then run its own plans unseen (decision 417).
 * @throws AppError FORBIDDEN
 */
export function guardConfirmation(actor: Actor, before: Settings, settings: Changes): void {
  if (settings?.mcp_confirm === undefined || settings.mcp_confirm === before.mcp_confirm) return;
  if (actor.key) throw refusedKey();
  requireRecent(actor);
}

/** The grace begins when the rule is set, not when it is sent again. */
export function requiredSince(before: Settings, settings: Changes) {
  if (settings?.require_mfa === undefined || settings.require_mfa === before.require_mfa) return {};
  return { mfaRequiredSince: settings.require_mfa ? sql`now()` : null };
}

/** Mails the rules that changed to every owner: a stolen session could loosen them. */
export async function announceRules(
  { db, actor }: Pick<WriteContext, 'db' | 'actor'>,
  before: Settings,
  after: Settings,
): Promise<void> {
  const known = rulesOf(before);
  const changed = rulesOf(after).filter((rule) => !known.includes(rule));
  if (changed.length > 0) await announceAccess(db, actor, 'rules_changed', '', changed);
}

function rulesOf(settings: Settings): string[] {
  const { require_mfa, mfa_grace_days, session_days, session_idle_hours } = settings;
  return [
    require_mfa
      ? `A second factor is required; members have ${counted(mfa_grace_days, 'day')} to set one up.`
      : 'A second factor is up to each member.',
    `Members are signed out after ${counted(session_days, 'day')}, and after ${counted(session_idle_hours, 'hour')} without use.`,
  ];
}

const counted = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'}`;
