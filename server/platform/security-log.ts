import type { Logger } from 'pino';
import type { Actor } from '../kernel/actor';
import type { AppError, ErrorCode, FieldError } from '../kernel/errors';
import type { RuleCode } from '../kernel/rules';

type SecurityEvent = 'sign_in' | 'token' | 'access' | 'limit' | 'input';

/** What a rejection may be an attempt at. Expired access tokens don't count: programs refresh theirs each hour. */
const EVENTS: Partial<Record<ErrorCode, SecurityEvent>> = {
  INVALID_CREDENTIALS: 'sign_in',
  INVALID_MFA_CODE: 'sign_in',
  ACCOUNT_LOCKED: 'sign_in',
  UNAUTHORIZED: 'token',
  TOKEN_INVALID: 'token',
  FORBIDDEN: 'access',
  RATE_LIMITED: 'limit',
  PAYLOAD_TOO_LARGE: 'input',
};
/** Input that no page or honest program sends. */
const HOSTILE: readonly RuleCode[] = [
  'has_credentials',
  'invalid_encoding',
  'invalid_text',
  'not_public',
  'unknown_key',
];
/** Lines of an event in a minute and process: who floods it fills no disk and hides no other event. */
const MOST = 60;
const MINUTE_MS = 60_000;

interface Where {
  requestId: string;
  /** Name of the operation; absent where the address has none. */
  operation?: string | null | undefined;
  actor?: Actor | null | undefined;
}

/** Of this minute, which the first one begins. */
const lines = new Map<SecurityEvent, number>();

/**
 * Writes a line of a rejection that may be an attack, with ids and codes alone. Beyond 60 of an event in a minute they are counted
 * in one line at its end.
 */
export function noteRejection(log: Logger, failure: AppError, { requestId, operation, actor }: Where): void {
  const rules = rulesOf(failure);
  const event = EVENTS[failure.code] ?? (rules.length > 0 ? 'input' : null);
  if (!event) return;
  if (lines.size === 0) setTimeout(() => endMinute(log), MINUTE_MS).unref();
  const count = (lines.get(event) ?? 0) + 1;
  lines.set(event, count);
  if (count > MOST) return;
  log.warn(
    {
      event,
      code: failure.code,
      reason: failure.details.reason,
      ...(rules.length > 0 && { rules }),
      requestId,
      operation: operation ?? undefined,
      entityId: actor?.entity.id,
      userId: actor?.userId,
      keyId: actor?.key?.id,
    },
    'security',
  );
}

function rulesOf({ code, details }: AppError): RuleCode[] {
  if (code !== 'INVALID_REQUEST' || !Array.isArray(details.errors)) return [];
  const sent = (details.errors as FieldError[]).map((error) => error.code);
  return HOSTILE.filter((rule) => sent.includes(rule));
}

function endMinute(log: Logger): void {
  for (const [event, count] of lines) {
    if (count > MOST) log.warn({ event, suppressed: count - MOST }, 'security');
  }
  lines.clear();
}
