'use client';
import { failureOf } from '@/components/providers/trpc';
import { shortfallMessage } from './change';

/** Why an adjustment was rejected, with the current quantity if the server sent it. */
export type Refusal = { code: string; message: string; quantity?: number; reserved?: number };

function numberIn(details: Record<string, unknown>, key: string): number | undefined {
  const value = details[key];
  return typeof value === 'number' ? value : undefined;
}

/** A failed adjustment in words that say what to do about it. */
export function refusalOf(error: unknown): Refusal {
  const failure = failureOf(error);
  if (!failure)
    return {
      code: 'OFFLINE',
      message: 'No response from the server. Check your connection, then save again.',
    };
  const { code, message, details, requestId } = failure;
  const quantity = numberIn(details, 'quantity');
  const reserved = numberIn(details, 'reserved_quantity');
  if (code === 'INSUFFICIENT_STOCK' && quantity !== undefined && reserved !== undefined) {
    return { code, message: shortfallMessage(quantity, reserved), quantity, reserved };
  }
  if (code === 'INSUFFICIENT_STOCK') {
    return {
      code,
      message: 'An order just reserved some of it. Review the new quantities, then save again.',
    };
  }
  if (code === 'NOT_FOUND')
    return { code, message: 'This item no longer exists, or you can no longer change it.' };
  if (code === 'UNAUTHORIZED') return { code, message: 'Your session ended. Save again.' };
  const trace = code === 'SERVER_ERROR' && requestId ? ` Request id ${requestId}.` : '';
  return { code, message: `${message}${trace}`, quantity };
}
