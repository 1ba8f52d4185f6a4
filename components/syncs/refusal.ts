import { failureOf } from '@/components/providers/trpc';

const REASONS: Record<string, string> = {
  pos_not_connected: 'No POS is connected to this location.',
  pos_connected: 'The location already has a POS. Disconnect it first.',
  sync_active: 'A sync of this location is running. Wait until it finishes.',
};

/** Why a call was rejected, with the reasons that a page offers help for. */
export type Refusal = { reason: string | null; message: string };

/** The error of a sync or POS call, as a message for the user. */
export function refusalOf(error: unknown): Refusal {
  const failure = failureOf(error);
  if (!failure) {
    return { reason: null, message: 'No response from the server. Check your connection and try again.' };
  }
  const { code, message, details, requestId } = failure;
  const reason = typeof details.reason === 'string' ? details.reason : null;
  if (reason && REASONS[reason]) return { reason, message: REASONS[reason] };
  if (code === 'UNAUTHORIZED') return { reason, message: 'Your session ended. Sign in, then try again.' };
  if (code === 'NOT_FOUND')
    return { reason, message: "This no longer exists, or it isn't at one of your locations." };
  if (code === 'SERVER_ERROR' && requestId) return { reason, message: `${message} (${requestId})` };
  return { reason, message };
}
