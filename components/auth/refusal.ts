import { formatCount, formatTime } from '@/components/format';

export interface Refusal {
  /** Our error code; null when no answer came. */
  code: string | null;
  details: Record<string, unknown>;
}

/** What a refused sign-in says. @param error next-auth's: our code and details as JSON; undefined when no answer came */
export function readRefusal(error: string | null | undefined): Refusal {
  try {
    const { code, details } = JSON.parse(error ?? '');
    return { code, details: details ?? {} };
  } catch {
    return { code: null, details: {} };
  }
}

/** The same in words. */
export function refusalMessage({ code, details }: Refusal, now = new Date()): string {
  if (code === 'INVALID_CREDENTIALS') return 'The e-mail or the password is wrong.';
  if (code === 'INVALID_MFA_CODE') return 'The code is wrong or was used before.';
  if (code === 'TOKEN_EXPIRED' || code === 'TOKEN_INVALID')
    return 'This sign-in is over: it took too long, or too many codes were wrong. Start again.';
  if (code === 'ACCOUNT_LOCKED' || code === 'RATE_LIMITED') {
    const seconds = typeof details.retry_after === 'number' ? details.retry_after : 60;
    const why = code === 'ACCOUNT_LOCKED' ? 'This account is locked' : 'Signing in is paused';
    return `Too many failed attempts. ${why} for ${duration(seconds)}, until ${formatTime(new Date(now.getTime() + seconds * 1000))}.`;
  }
  if (code === 'SERVER_ERROR') return 'Something went wrong on our side. Try again in a moment.';
  return 'Signing in did not work. Check your connection and try again.';
}

function duration(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return minutes < 120 ? formatCount(minutes, 'minute') : formatCount(Math.ceil(minutes / 60), 'hour');
}
