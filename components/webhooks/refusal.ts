import { failureOf } from '@/components/providers/trpc';

/** Why a call about an endpoint was refused, for the person who made it. */
export function refusalText(error: unknown): string {
  const failure = failureOf(error);
  if (!failure) return 'No answer came from the server. Check the connection and try again.';
  const { code, message, requestId } = failure;
  if (code === 'UNAUTHORIZED') return 'Your session had ended. Once signed in, try again.';
  if (code === 'NOT_FOUND') return 'This is gone: somebody deleted it in the meantime.';
  if (code === 'SERVER_ERROR') return requestId ? `${message} (${requestId})` : message;
  return message;
}
