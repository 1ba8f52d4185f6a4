import { failureOf } from '@/components/providers/trpc';

/** Why an endpoint call was rejected, as a message for the user. */
export function refusalText(error: unknown): string {
  const failure = failureOf(error);
  if (!failure) return 'No response from the server. Check your connection and try again.';
  const { code, message, requestId } = failure;
  if (code === 'UNAUTHORIZED') return 'Your session ended. Sign in, then try again.';
  if (code === 'NOT_FOUND') return 'This no longer exists.';
  if (code === 'SERVER_ERROR') return requestId ? `${message} (${requestId})` : message;
  return message;
}
