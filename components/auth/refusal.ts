import { formatCount, formatTime } from '@/components/format';

export interface Refusal {
  /** Our error code; null without a response. */
  code: string | null;
  details: Record<string, unknown>;
}

/** Reads a rejected sign-in. @param error next-auth's: our code and details as JSON; undefined without a response */
export function readRefusal(error: string | null | undefined): Refusal {
  try {
    const { code, details } = JSON.parse(error ?? '');
    return { code, details: details ?? {} };
  } catch {
    return { code: null, details: {} };
  }
}

/** Says it in words. */
export function refusalMessage({ code, details }: Refusal, now = new Date()): string {
  const seconds = typeof details.retry_after === 'number' ? details.retry_after : 60;
  if (code === 'INVALID_CREDENTIALS') return 'Incorrect email or password.';
  if (code === 'INVALID_MFA_CODE') return 'Incorrect code, or this code was already used.';
  if (code === 'TOKEN_EXPIRED' || code === 'TOKEN_INVALID')
    return 'This sign-in expired or had too many incorrect codes. Start again.';
  if (code === 'ACCOUNT_LOCKED')
    return `Too many failed attempts. Try again ${wait(seconds, now)}, or reset your password.`;
  if (code === 'RATE_LIMITED') return `Too many failed attempts. Try again ${wait(seconds, now)}.`;
  if (code === 'SERVICE_UNAVAILABLE') return 'Sign-in is busy. Try again in a few seconds.';
  if (code === 'SERVER_ERROR') return 'Something went wrong on our side. Try again in a moment.';
  return "Couldn't sign in. Check your connection and try again.";
}

/** `in 30 seconds`, `in 15 minutes (at 3:45 PM)`, `in 2 hours (at 5:30 PM)`. */
function wait(seconds: number, now: Date): string {
  if (seconds < 60) return `in ${formatCount(seconds, 'second')}`;
  const minutes = Math.ceil(seconds / 60);
  const span = minutes < 120 ? formatCount(minutes, 'minute') : formatCount(Math.ceil(minutes / 60), 'hour');
  return `in ${span} (at ${formatTime(new Date(now.getTime() + seconds * 1000))})`;
}
