import { type SQL, sql } from 'drizzle-orm';
import { AppError } from '../../kernel/errors';

/** What of an order or invoice says whether its buyer disputes it. */
interface Disputable {
  disputed_at: string | null;
  disputable_until: string | null;
}

/**
 * What becomes of `disputed_at`: taken back at any time, begun until it is no longer disputable.
 * @returns null where nothing changes
 * @throws AppError CONFLICT with `details.reason = "not_disputable"`
 */
export function disputeChange(
  { disputed_at: since, disputable_until: until }: Disputable,
  disputed: boolean,
): SQL | null {
  if (disputed === (since !== null)) return null;
  if (!disputed) return sql`null`;
  if (until !== null && new Date(until) > new Date()) return sql`now()`;
  throw new AppError('CONFLICT', 'Only what came along by a merge can be disputed, for 30 days after it.', {
    reason: 'not_disputable',
  });
}
