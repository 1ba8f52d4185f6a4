import { failureOf } from '@/components/providers/trpc';

/** Why a call about an order was refused, for the person who made it. */
export function refusalText(error: unknown): string {
  const failure = failureOf(error);
  if (!failure) return 'No answer came from the server. Check the connection and try again.';
  const { code, message, details, requestId } = failure;
  if (code === 'COA_REQUIRED' && Array.isArray(details.products)) {
    return `${message} Add one to: ${details.products.join(', ')}.`;
  }
  if (code === 'FORBIDDEN' && details.reason === 'connection_required') {
    return 'You are not connected with this supplier any more. Connect again before ordering.';
  }
  if (code === 'INVALID_TRANSITION' && typeof details.from === 'string') {
    return `The order has moved on in the meantime: it is ${details.from} now.`;
  }
  if (code === 'NOT_FOUND') return 'This is gone: somebody removed it in the meantime.';
  if (code === 'SERVER_ERROR') return requestId ? `${message} (${requestId})` : message;
  return message;
}

/** Of INSUFFICIENT_STOCK: how many units there are of each variant that fell short. */
export function shortagesOf(error: unknown): Map<string, number> {
  const failure = failureOf(error);
  if (failure?.code !== 'INSUFFICIENT_STOCK' || !Array.isArray(failure.details.lines)) return new Map();
  const lines = failure.details.lines as Array<{ variant_id: string; available: number }>;
  return new Map(lines.map((line) => [line.variant_id, line.available]));
}
