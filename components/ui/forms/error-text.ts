import { formatCount, formatTime } from '@/components/ui/format';
import { type Failure, failureOf } from './failure';

const OFFLINE = 'No response from the server. Check your connection and try again.';

const BY_CODE: Record<string, string> = {
  INVALID_CREDENTIALS: 'Incorrect email or password.',
  INVALID_MFA_CODE: 'Incorrect code, or this code was already used.',
  NOT_FOUND: 'This no longer exists.',
  UNAUTHORIZED: 'Your session ended. Sign in, then try again.',
};

type ReasonText = (failure: Failure) => string | undefined;

let reasonText: ReasonText = () => undefined;

/** Teaches the sentences of reasons, which pages before sign-in don't load: what the server says is enough there. */
export function explainReasons(sentences: ReasonText): void {
  reasonText = sentences;
}

/** What a failed call says to the member: what happened, then what to do. */
export function errorText(error: unknown): string {
  const failure = failureOf(error);
  return failure ? failureText(failure) : OFFLINE;
}

/** The same without an error yet: undefined. */
export function errorTextOf(error: unknown): string | undefined {
  return error ? errorText(error) : undefined;
}

function failureText(failure: Failure): string {
  const { code, message, details, requestId } = failure;
  if (details.reason === 'unknown_sku') return 'No item has this SKU. Check the code.';
  const sentence = reasonText(failure);
  if (sentence !== undefined) return sentence;
  if (BY_CODE[code]) return BY_CODE[code];
  if (code === 'SERVER_ERROR' && requestId) return `${message} Request id ${requestId}.`;
  return message;
}

/** A rejected sign-in as next-auth reports it: our code and details as JSON. */
export type SignInFailure = { code: string | null; details: Record<string, unknown> };

/** Reads a rejected sign-in. @param error undefined without a response */
export function signInFailure(error: string | null | undefined): SignInFailure {
  try {
    const { code, details } = JSON.parse(error ?? '');
    return { code, details: details ?? {} };
  } catch {
    return { code: null, details: {} };
  }
}

/** What a rejected sign-in says, with the time until the next attempt where there is a limit. */
export function signInErrorText({ code, details }: SignInFailure, now = new Date()): string {
  const seconds = typeof details.retry_after === 'number' ? details.retry_after : 60;
  if (code === 'TOKEN_EXPIRED' || code === 'TOKEN_INVALID')
    return 'This sign-in expired or had too many incorrect codes. Start again.';
  if (code === 'ACCOUNT_LOCKED')
    return `Too many failed attempts. Try again ${wait(seconds, now)}, or reset your password.`;
  if (code === 'RATE_LIMITED') return `Too many failed attempts. Try again ${wait(seconds, now)}.`;
  if (code === 'SERVICE_UNAVAILABLE') return 'Sign-in is busy. Try again in a few seconds.';
  if (code === 'SERVER_ERROR') return 'Something went wrong on our side. Try again in a moment.';
  return (code && BY_CODE[code]) ?? "Couldn't sign in. Check your connection and try again.";
}

/** `in 30 seconds`, `in 15 minutes (at 3:45 PM)`, `in 2 hours (at 5:30 PM)`. */
function wait(seconds: number, now: Date): string {
  if (seconds < 60) return `in ${formatCount(seconds, 'second')}`;
  const minutes = Math.ceil(seconds / 60);
  const span = minutes < 120 ? formatCount(minutes, 'minute') : formatCount(Math.ceil(minutes / 60), 'hour');
  return `in ${span} (at ${formatTime(new Date(now.getTime() + seconds * 1000))})`;
}
