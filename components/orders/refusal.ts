import { failureOf } from '@/components/providers/trpc';

/** Why an order call was rejected, as a message for the user. */
export function refusalText(error: unknown): string {
  const failure = failureOf(error);
  if (!failure) return 'No response from the server. Check your connection and try again.';
  const { code, message, details, requestId } = failure;
  if (code === 'COA_REQUIRED' && Array.isArray(details.products)) {
    return `${message} Add one to: ${details.products.join(', ')}.`;
  }
  if (code === 'FORBIDDEN' && details.reason === 'connection_required') {
    return "You're no longer connected with this supplier. Reconnect to order.";
  }
  if (code === 'INVALID_TRANSITION' && typeof details.from === 'string') {
    return `The order has changed: it is ${details.from} now.`;
  }
  if (code === 'NOT_FOUND') return 'This no longer exists.';
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
