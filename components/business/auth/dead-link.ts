import { failureOf, reasonOf } from '@/components/ui/forms/failure';

/** Why a mailed link no longer works. */
export type DeadLink = 'used' | 'expired' | 'unknown';

/**
 * Reads why a link stopped working while its form was open; null for any other error.
 * @param others states of a form's own, by error code
 */
export function deadLinkOf<Other extends string = never>(
  error: unknown,
  others: Readonly<Record<string, Other>> = {},
): DeadLink | Other | null {
  const code = failureOf(error)?.code ?? '';
  if (code === 'TOKEN_EXPIRED') return 'expired';
  if (code === 'TOKEN_INVALID') return reasonOf(error) === 'used' ? 'used' : 'unknown';
  return others[code] ?? null;
}
