import { failureOf } from '@/components/providers/trpc';

const REASONS: Record<string, string> = {
  pos_not_connected: 'No point of sale is connected to this location.',
  pos_connected: 'The location already has a POS. Disconnect it first.',
  sync_active: 'A sync of this location is under way. Wait until it has finished.',
};

/** Why a call was refused, and by which of the reasons that a page may offer help for. */
export type Refusal = { reason: string | null; message: string };

/** A failed call about syncs or a point of sale, for the person who made it. */
export function refusalOf(error: unknown): Refusal {
  const failure = failureOf(error);
  if (!failure) {
    return { reason: null, message: 'No answer came from the server. Check the connection and try again.' };
  }
  const { code, message, details, requestId } = failure;
  const reason = typeof details.reason === 'string' ? details.reason : null;
  if (reason && REASONS[reason]) return { reason, message: REASONS[reason] };
  if (code === 'UNAUTHORIZED')
    return { reason, message: 'Your session had ended. Once signed in, try again.' };
  if (code === 'NOT_FOUND') return { reason, message: 'This is gone, or not among your locations.' };
  if (code === 'SERVER_ERROR' && requestId) return { reason, message: `${message} (${requestId})` };
  return { reason, message };
}
